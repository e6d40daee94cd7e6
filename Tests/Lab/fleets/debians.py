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


class InRoot:
    """A server that runs in a root as long as this process lives; after `stop` its data are deleted."""

    script: Path
    folder: Path
    suite: str
    _process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts the server, beside a shell that ends it when its standard input is closed."""
        course = '"$0" start "$1" && echo "it runs" && read -r; "$0" stop "$1"'
        self._process = subprocess.Popen(
            [SCRIPT, self.suite, "bash", "-c", course, self.script, self.folder], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, start_new_session=True)
        said = iter(self._process.stdout or ())
        if not any(line == "it runs\n" for line in said):
            raise SuiteError(f"the server of {self.folder} did not start in the root of {self.suite}")

    def stop(self) -> None:
        """Ends the server, and deletes its data."""
        if self._process is not None:
            self._process.communicate(timeout=600)
            self._process = None
            shutil.rmtree(self.folder.parent, ignore_errors=True)


class RootBroker(InRoot, broker.Broker):
    """A RabbitMQ node in a root."""

    script = broker.SCRIPT

    def __init__(self, suite: str) -> None:
        super().__init__(make_folder("broker"))
        self.suite = suite

    @property
    def control(self) -> list[str | Path]:
        """In the root, too, whose rabbitmqctl has the node's version."""
        return [SCRIPT, self.suite, *super().control]


class RootPostgres(InRoot, store.PostgresStore):
    """A PostgreSQL server in a root."""

    script = store.SCRIPT

    def __init__(self, suite: str) -> None:
        super().__init__(make_folder("database").parent)
        self.suite = suite

    def program(self, *command: str | Path) -> None:
        """Runs a client program of the root's version."""
        run([SCRIPT, self.suite, *command])
