"""What all runs share: options, a folder, a broker, a database server, programs, stages and the report."""

from __future__ import annotations

import argparse
import base64
import random
from pathlib import Path

from fleets.broker import SCRIPT as BROKER_SCRIPT
from fleets.broker import Broker
from fleets.processes import REPOSITORY, run
from fleets.store import SCRIPT as DATABASE_SCRIPT
from fleets.store import PostgresStore, SQLiteStore, Store, recorded

from .calibration import calibrated
from .facts import database_facts, machine_facts
from .programs import Programs
from .report import Report
from .stage import Stage

MOST_STAGES = 40
# The server of the tests is small; these are what an operator of a few gigabytes of memory would set at least.
# The log is kept past a checkpoint, so that what a load wrote can be told apart.
SERVER_SETTINGS = {"shared_buffers": "256MB", "max_wal_size": "2GB", "wal_keep_size": "2GB"}


class Database(PostgresStore):
    """A database of the server."""

    @property
    def url(self) -> str:
        """The value of LIVERY_STORE."""
        return f"{super().url.rpartition('/')[0]}/{self.database}"


class Bench:
    """A measurement from its beginning to its end."""

    catalogue = REPOSITORY / "deploy" / "catalogues" / "chicago.json"

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.binaries: Path = options.binaries
        self.quick: bool = options.quick
        self.seed: int = options.seed
        self.keys = "k1:" + base64.b64encode(random.Random(self.seed).randbytes(32)).decode()
        self.report = Report()
        self.broker = Broker(folder / "broker")
        self._server: PostgresStore | None = None
        self._stages: dict[tuple[str, str, str], Stage] = {}

    def start(self) -> None:
        """Compiles the programs, starts the broker and notes the facts."""
        self.programs = Programs.compiled(self.folder)
        self.report.facts = machine_facts(self.folder) | {"seed": self.seed, "quick": self.quick}
        self.report.facts["calibration"] = calibrated(self.programs.calibrate, self.quick)
        self.broker.start()
        run([BROKER_SCRIPT, "vhosts", self.broker.folder, "bench", str(MOST_STAGES)])

    def stop(self) -> None:
        """Ends the servers."""
        if self._server is not None:
            self._server.stop()
        self.broker.stop()

    def stage(self, queue_type: str, store: str, use: str = "") -> Stage:
        """A place with queues of this type and a database of this kind, made when it is first asked for.

        Who needs one that nobody else has booked rides or brought vehicles in names a use.
        """
        key = (queue_type, store, use)
        if key not in self._stages:
            number = len(self._stages) + 1
            folder = self.folder / f"stage-{number}"
            folder.mkdir(mode=0o711)
            url = self.broker.url.replace("%2F", f"bench-{number}")
            stores = [self._make_store(store, folder, f"{name}{number}") for name in ("bench", "floor")]
            stage = Stage(self, folder, url, queue_type, *stores)
            stage.set_up()
            self._stages[key] = stage
        return self._stages[key]

    def _make_store(self, kind: str, folder: Path, name: str) -> Store:
        """A database: a file below the folder, or one of a server that keeps what it confirms (fsync is on)."""
        if kind == "sqlite":
            (folder / name).mkdir()
            return SQLiteStore(folder / name)
        if self._server is None:
            self._server = server = PostgresStore(self.folder)
            server.start()
            for setting, value in SERVER_SETTINGS.items():
                server.psql(f"ALTER SYSTEM SET {setting} = '{value}'")
            run([DATABASE_SCRIPT, "restart", server.folder])
            self.report.facts["postgres"] = database_facts(server)
        self._server.psql(f"CREATE DATABASE {name} OWNER livery")
        return Database(self.folder, name)

    @property
    def database_pid(self) -> int:
        """The first process of the database server."""
        return int(recorded(self.folder / "database", "pid"))
