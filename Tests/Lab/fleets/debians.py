"""Servers of another Debian, in its root file system, by Tests/Lab/root."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

from . import broker, store
from .processes import REPOSITORY, SuiteError, run

SCRIPT = REPOSITORY / "Tests" / "Lab" / "root"
ROOTS = REPOSITORY / ".build" / "roots"
OTHER = {"bookworm": "trixie", "trixie": "bookworm"}


def other_suite() -> str:
    """The other of the two Debians that Livery runs on."""
    lines = Path("/etc/os-release").read_text(encoding="utf-8").splitlines()
    name = next((line.partition("=")[2] for line in lines if line.startswith("VERSION_CODENAME=")), "none")
    if name not in OTHER:
        raise SuiteError(f"expected Debian {' or '.join(OTHER)}, got {name}")
    return OTHER[name]


def make_root(suite: str) -> None:
    """Makes the root unless it is there, with RabbitMQ and PostgreSQL."""
    run([SCRIPT, suite, REPOSITORY / "deploy" / "packages", "run"], seconds=600)


def make_folder(name: str) -> Path:
    """A folder that the root has at the same place; the accounts of servers pass through it."""
    ROOTS.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix="servers-", dir=ROOTS))
    folder.chmod(0o711)
    return folder / name


class Server:
    """A process in the root that starts a server and ends it when its standard input is closed, as when the suite dies."""

    def __init__(self, suite: str, script: Path, folder: Path) -> None:
        self._folder = folder
        course = '"$0" start "$1" && echo "it runs" && read -r; "$0" stop "$1"'
        self._process = subprocess.Popen(
            [SCRIPT, suite, "bash", "-c", course, script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, start_new_session=True)
        said = iter(self._process.stdout or ())
        if not any(line == "it runs\n" for line in said):
            raise SuiteError(f"the server of {folder} did not start in the root of {suite}")

    def end(self) -> None:
        """Ends the server, and removes what it kept."""
        self._process.communicate(timeout=600)
        shutil.rmtree(self._folder.parent, ignore_errors=True)


class RootBroker(broker.Broker):
    """A node in a root; after `stop` nothing is left of it."""

    def __init__(self, suite: str) -> None:
        super().__init__(make_folder("broker"))
        self._suite = suite
        self._server: Server | None = None

    def start(self) -> None:
        """Starts the node."""
        self._server = Server(self._suite, broker.SCRIPT, self.folder)

    def stop(self) -> None:
        """Ends the node."""
        if self._server is not None:
            self._server.end()
            self._server = None

    @property
    def control(self) -> list[str | Path]:
        """In the root, too, whose rabbitmqctl is of the node's version."""
        return [SCRIPT, self._suite, *super().control]


class RootPostgres(store.PostgresStore):
    """A database server in a root; after `stop` nothing is left of it."""

    def __init__(self, suite: str) -> None:
        folder = make_folder("database")
        super().__init__(folder.parent)
        self._suite = suite
        self._server: Server | None = None

    def program(self, *command: str | Path) -> None:
        """Runs a client program of the root's version."""
        run([SCRIPT, self._suite, *command])

    def start(self) -> None:
        """Starts the server."""
        self._server = Server(self._suite, store.SCRIPT, self.folder)

    def stop(self) -> None:
        """Ends the server."""
        if self._server is not None:
            self._server.end()
            self._server = None
