"""A fleet of its own for the tests of the console: broker, PostgreSQL, workers, simulated vehicles and the console."""

from __future__ import annotations

import json
import secrets
import signal
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from fleets import catalogue
from fleets.broker import Broker
from fleets.cleanup import Cleanup
from fleets.fleet import KINDS, Fleet, free_port
from fleets.processes import REPOSITORY, SuiteError, end, now, run, start, wait_until
from fleets.store import SCRIPT, PostgresStore

from console.looker import Looker

SITE = REPOSITORY / "Sources/Console/Site"
AXE = Path(__file__).with_name("axe")
ROLES = ("reader", "agent", "operator", "admin")
DATABASE_USER = "livery_console"
# Played trips of a kilometer take as long as their messages, and simulated vehicles are faster than any real one.
# A refused payment is not tried again.
POLICIES = {"positions": {"metresPerSecond": 100_000}, "payment": {"captureAttempts": 1}}
READY_SECONDS = 60


class Stage:
    """The fleet, and the browsers that look at its console."""

    def __init__(self, binaries: Path, artefacts: Path, vehicles: int = 24) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="livery-console-"))
        # The account of the database server has to get through.
        self.folder.chmod(0o711)
        (self.folder / "log").mkdir()
        artefacts.mkdir(parents=True, exist_ok=True)
        self.artefacts, self.binaries, self.vehicles = artefacts, binaries, vehicles
        self.cleanup = Cleanup()
        self.broker, self.store = Broker(self.folder / "broker"), PostgresStore(self.folder)
        self.catalogue = self.folder / "catalogue.json"
        catalogue.write(self.catalogue, POLICIES)
        self.fleet = Fleet(self.folder, binaries, self.broker, self.store, self.catalogue, 7)
        self.port = free_port()
        self.password = secrets.token_hex(12)
        self.probes: list[Probe] = []
        self.findings: list[str] = []
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._axe = Path(run([AXE]).strip())

    @property
    def address(self) -> str:
        """Where the console is."""
        return f"http://127.0.0.1:{self.port}"

    # Beginning and end

    def begin(self) -> None:
        """Starts everything."""
        self.cleanup.undo_with("rm", "-rf", str(self.folder))
        for name, script in (("broker", REPOSITORY / "Tests/Lab/broker"), ("database", SCRIPT)):
            self.cleanup.undo_with(str(script), "stop", str(self.folder / name))
        self.broker.start()
        run([SCRIPT, "start", self.folder / "database", "--unsafe"])
        self.fleet.tool("topology", "apply")
        self.fleet.tool("migrate")
        for kind in KINDS:
            self.fleet.add(kind, {"LIVERY_DEAD_LETTERS": "store"})
        self.fleet.start()
        for worker in self.fleet.workers:
            self.cleanup.end_process(worker.pid or 0)
        simulate = ["simulate", "--vehicles", str(self.vehicles), "--pace", "60"]
        self._start("simulate", [self.binaries / "livery", *simulate])
        self._grant()
        self._write_accounts()
        self.probes = [Probe(worker.port) for worker in self.fleet.workers]
        self.start_console()

    def finish(self) -> None:
        """Ends everything, whatever has failed."""
        for process in self._processes.values():
            process.send_signal(signal.SIGCONT)
            end(process)
        self.fleet.stop()
        for server in (self.broker, self.store):
            with suppress(SuiteError):
                server.stop()
        self.cleanup.finish()

    def start_console(self) -> None:
        """Starts the console, on its port, and waits until it serves."""
        settings = {
            "LIVERY_CONSOLE_PORT": str(self.port), "LIVERY_CONSOLE_ACCOUNTS": str(self.folder / "accounts"),
            "LIVERY_CONSOLE_SITE": str(SITE), "LIVERY_CONSOLE_RECORDINGS": str(self.folder),
            "LIVERY_STATUS_WORKERS": ",".join(f"127.0.0.1:{probe.port}" for probe in self.probes),
            "LIVERY_STORE": self._url}
        self._start("console", [self.binaries / "livery-console"], settings)
        wait_until(self._serves, READY_SECONDS, "the console serves")

    @property
    def console_pid(self) -> int:
        """Its process."""
        return self._processes["console"].pid

    def stop_console(self) -> int:
        """Ends the console; gives its exit code."""
        return end(self._processes["console"])

    def pause_console(self, is_paused: bool) -> None:
        """Stops its process with SIGSTOP, or lets it continue."""
        self._processes["console"].send_signal(signal.SIGSTOP if is_paused else signal.SIGCONT)

    def _start(self, name: str, command: list[str | Path], settings: dict[str, str] | None = None) -> None:
        process = start(command, self.folder / "log" / f"{name}.log", self.fleet.environment() | (settings or {}))
        self._processes[name] = process
        self.cleanup.end_process(process.pid)

    def _serves(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.address}/login", timeout=2) as answer:
            return answer.status == 200
        return False

    def _grant(self) -> None:
        """Makes the console's role, which reads all and writes little."""
        word = secrets.token_hex(12)
        self.store.psql(f"CREATE ROLE {DATABASE_USER} LOGIN PASSWORD '{word}'")
        self.store.psql(self.fleet.tool("database", "permissions", DATABASE_USER, "--console"))
        place = self.store.url.partition("@")[2]
        self._url = f"postgresql://{DATABASE_USER}:{word}@{place}"

    def _write_accounts(self) -> None:
        with open(self.folder / "accounts", "w", encoding="utf-8") as file:
            for name in (*ROLES, "second-agent"):
                made = subprocess.run(
                    [self.binaries / "livery-console", "account", name, name.removeprefix("second-")],
                    input=f"{self.password}\n", capture_output=True, text=True, check=True, timeout=300)
                file.write(made.stdout)

    # Looking

    @contextmanager
    def look(self, role: str | None) -> Iterator[Looker]:
        """A browser that is signed in with a role, or not; what it has found is kept at the end."""
        looker = Looker(self.address, self.artefacts, self._axe)
        driver = looker.browser.service.process.pid
        browsers = [pid for path in Path(f"/proc/{driver}/task").glob("*/children") for pid in path.read_text().split()]
        for pid in (driver, *map(int, browsers)):
            self.cleanup.end_process(pid)
        try:
            looker.dress("light", 1600)
            if role:
                looker.sign_in(role, self.password)
            yield looker
            looker.note("at the end")
        except Exception:
            looker.picture(f"failure-{len(self.findings)}-{role}", is_whole=False)
            raise
        finally:
            self.findings += looker.findings
            looker.browser.quit()

    # The catalogue

    def rename_sedan(self, name: str) -> None:
        """Changes what the sedan is called, and waits until the fleet knows it."""
        content = json.loads(self.catalogue.read_text(encoding="utf-8"))
        for product in content["serviceAreas"][0]["products"]:
            if product["key"] == "sedan":
                # An option is booked by its name in any language.
                product["names"] = {locale: name for locale in product["names"]}
        log = self.fleet.log / "request-ride-worker-1.log"
        before = log.read_text().count('"catalogue_reloaded"')
        made = self.folder / "catalogue.json.new"
        made.write_text(json.dumps(content), encoding="utf-8")
        made.replace(self.catalogue)
        wait_until(lambda: log.read_text().count('"catalogue_reloaded"') > before, READY_SECONDS, "a new catalogue")

    # What the store has

    def count(self, rows: str) -> int:
        """How many rows there are: count("ledger WHERE …")."""
        return int(self.store.rows(f"SELECT count(*) FROM {rows}")[0][0])

    def wait_for_count(self, rows: str, count: int) -> None:
        """Waits until there are so many rows."""
        wait_until(lambda: self.count(rows) == count, READY_SECONDS, f"{count} {rows}", 0.3)


class Probe:
    """Stands between the console and the probe of a worker, and counts what is asked."""

    def __init__(self, worker: int) -> None:
        self.count, self._last = 0, now()
        probe = self

        class Handler(BaseHTTPRequestHandler):
            """Passes a request on."""

            def do_GET(self) -> None:  # noqa: N802, the name that the server wants
                """Answers as the worker does."""
                probe.count, probe._last = probe.count + 1, now()
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{worker}{self.path}", timeout=10) as answer:
                        status, body = answer.status, answer.read()
                except urllib.error.HTTPError as error:
                    status, body = error.code, error.read()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                # The console has a limit for an answer.
                with suppress(BrokenPipeError):
                    self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Says nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", free_port()), Handler)
        server.daemon_threads = True
        self.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()

    @property
    def idle_seconds(self) -> float:
        """For how long nothing was asked."""
        return now() - self._last
