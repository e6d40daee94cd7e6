"""The schema is migrated while another session reads the rides in a transaction that does not end."""

from __future__ import annotations

import subprocess

from fleets.processes import SuiteError, end, now, start, wait_until
from fleets.store import SCRIPT, PostgresStore

from ..run import Run
from .outage import Outage

READER = "SELECT pg_sleep(3600)"
# A migration that gives up has tried for about a minute.
MIGRATION_SECONDS = 180
UNAVAILABLE = 69


class Migration(Outage):
    """`livery migrate --finish` sets how rides are compressed, which needs a lock that excludes readers."""

    name = "migration"
    title = "the schema migrated under load, beside a reader whose transaction stays open"
    stores = ("postgres",)
    rate = 120.0

    def workers(self, run: Run) -> None:
        """Takes the database, which is new, back to before its last step."""
        self.last = self.revision(run)
        run.store.execute("DELETE FROM livery_schema WHERE revision = (SELECT max(revision) FROM livery_schema)")
        super().workers(run)

    def act(self, run: Run) -> None:
        """In the whole suite a first migration gives up; the last one outlasts the reader."""
        began = now()
        with self.outage(run, "long reader", "rides"):
            reader = start([SCRIPT, "psql", self.database(run).folder, "-d", "livery", "-X", "-q", "-c",
                            f"BEGIN; SELECT count(*) FROM rides; {READER}"], run.folder / "log" / "reader.log")
            wait_until(lambda: bool(self.sessions(run, READER)), 30, "the reader has its lock")
            if not run.options.quick:
                self.give_up(run)
            migration = self.migrate(run)
            self.expect_work(run, migration)
            run.store.execute(f"SELECT pg_terminate_backend({self.sessions(run, READER)[0]})")
            end(reader)
            self.expect_code(run, migration, 0)
        if self.revision(run) != self.last:
            self.found.append(f"migration: expected revision {self.last}, got {self.revision(run)}")
        unready = [worker.name for worker in run.workers() if self.watch.was_unready(worker, began)]
        if unready:
            self.found.append(f"readiness: {', '.join(unready)} not ready during the migration")

    def give_up(self, run: Run) -> None:
        """The lock is never there, and nothing is changed."""
        migration = self.migrate(run)
        self.expect_work(run, migration)
        self.expect_code(run, migration, UNAVAILABLE)
        said = (run.folder / "log" / "migrate.log").read_text(encoding="utf-8")
        if f"held by pid {self.sessions(run, READER)[0]} " not in said:
            self.found.append(f"migration: expected the reader to be named, got {said[-500:]}")
        if self.revision(run) == self.last:
            self.found.append(f"migration: expected an unchanged schema, got revision {self.last}")

    def migrate(self, run: Run) -> subprocess.Popen[bytes]:
        """Starts a migration, and waits until it waits for its lock."""
        migration = start([run.options.binaries / "livery", "migrate", "--finish"], run.folder / "log" / "migrate.log",
                          run.fleet.environment())
        wait_until(lambda: bool(run.store.rows(
            "SELECT pid FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted")), 30, "it waits", 0.02)
        return migration

    def expect_work(self, run: Run, migration: subprocess.Popen[bytes]) -> None:
        """Rides are booked while the reader has its lock and the migration has none."""
        wanted = self.booked(run) + int(run.plan.rate / 2)
        wait_until(lambda: self.booked(run) >= wanted, 30, "rides are booked beside reader and migration")
        if migration.poll() is not None:
            self.found.append(f"migration: expected it to wait, got exit code {migration.returncode}")

    def expect_code(self, run: Run, migration: subprocess.Popen[bytes], code: int) -> None:
        """Waits for the end of a migration."""
        seconds = run.bound(MIGRATION_SECONDS)
        try:
            found = migration.wait(seconds)
        except subprocess.TimeoutExpired as error:
            migration.kill()
            raise SuiteError(f"expected the migration to end within {seconds:.0f} s") from error
        if found != code:
            said = (run.folder / "log" / "migrate.log").read_text(encoding="utf-8")
            self.found.append(f"migration: expected exit code {code}, got {found}: {said[-500:]}")

    def sessions(self, run: Run, query: str) -> list[int]:
        """The sessions that run a query."""
        return [row[0] for row in run.store.rows(
            f"SELECT pid FROM pg_stat_activity WHERE query LIKE '%{query}%' AND pid <> pg_backend_pid()")]

    def booked(self, run: Run) -> int:
        """How many rides there are; this waits behind a migration, too."""
        return int(run.store.rows("SELECT count(*) FROM rides")[0][0])

    def revision(self, run: Run) -> int:
        """The revision of the schema."""
        return int(run.store.rows("SELECT max(revision) FROM livery_schema")[0][0])

    def database(self, run: Run) -> PostgresStore:
        """The server."""
        store = run.store
        if not isinstance(store, PostgresStore):
            raise TypeError(f"expected PostgreSQL, got {store.name}")
        return store
