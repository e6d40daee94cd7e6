"""A SQLite file that cannot be written, is locked by another process, or loses its writer in the middle of a commit."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from fleets.fleet import Worker
from fleets.processes import comes_true, now, run as run_command
from fleets.store import SQLiteStore

from ..run import Run
from .outage import Outage

WHOLE_ROUNDS, QUICK_ROUNDS = 3, 1
WHOLE_KILLS, QUICK_KILLS = 40, 6
# The byte of the -shm file that a writer locks (sqlite.org/walformat.html).
WRITE_LOCK = "120"
CATCH_SECONDS = 20


class SQLiteOutage(Outage):
    """The file of the store."""

    name = "sqlite"
    title = "SQLite's writer killed in its transaction, the file read-only, and locked by another process"
    alerts = ("LiveryNoWorkerReady", "LiveryRequestsOld")
    stores = ("sqlite",)
    needs_root = True

    def act(self, run: Run) -> None:
        """Each in turn."""
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            self.protect(run)
            self.lock(run)
        for _ in range(QUICK_KILLS if run.options.quick else WHOLE_KILLS):
            self.kill_writer(run)
            run.nemesis.pause(0.1, 0.5)
        self.recover(run)

    def kill_writer(self, run: Run) -> None:
        """kill -9 of the process with the lock for writing: its transaction was not committed."""
        deadline = now() + run.bound(CATCH_SECONDS)
        while now() < deadline:
            writer = self.writer(run)
            if writer is not None:
                with run.nemesis.fault("kill a writer", writer.name):
                    run.fleet.kill(writer)
                return
            time.sleep(0.0005)
        self.found.append(f"vacuous: no worker wrote for {run.bound(CATCH_SECONDS):.0f} s")

    def writer(self, run: Run) -> Worker | None:
        """The worker that holds the lock, by /proc/locks."""
        inode = f":{Path(f'{self.path(run)}-shm').stat().st_ino}"
        for line in Path("/proc/locks").read_text(encoding="utf-8").splitlines():
            fields = line.split()
            if "->" not in fields and fields[3] == "WRITE" and fields[5].endswith(inode) and fields[6] == WRITE_LOCK:
                return next((worker for worker in run.workers() if worker.pid == int(fields[4])), None)
        return None

    def protect(self, run: Run) -> None:
        """Root is refused as well, and so is who has the file open."""
        files = [f"{self.path(run)}{suffix}" for suffix in ("", "-wal")]
        for file in files:
            self.cleanup.undo_with("chattr", "-i", file)
        with self.outage(run, "read-only", "database file", unready=run.workers("request-ride-worker")):
            run_command(["chattr", "+i", *files])
            run.nemesis.pause(3, 6)
            self.let_be_noticed()
            run_command(["chattr", "-i", *files])

    def lock(self, run: Run) -> None:
        """A foreign transaction prevents all writes for longer than workers wait for a lock."""
        seconds = run.nemesis.numbers.uniform(5, 8)
        with self.outage(run, "foreign lock", "database file", f"{seconds:.1f} s"):
            connection = sqlite3.connect(self.path(run), isolation_level=None)
            try:
                # Workers hold the lock nearly always; SQLite does not queue who waits.
                comes_true(lambda: begin(connection), run.bound(CATCH_SECONDS), 0.001)
                run.nemesis.pause(seconds, seconds)
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
            finally:
                connection.close()

    def path(self, run: Run) -> Path:
        """The file."""
        store = run.store
        if not isinstance(store, SQLiteStore):
            raise TypeError(f"expected SQLite, got {store.name}")
        return store.path


def begin(connection: sqlite3.Connection) -> bool:
    """Takes the lock, if it is free."""
    try:
        connection.execute("BEGIN EXCLUSIVE")
        return True
    except sqlite3.OperationalError:
        return False
