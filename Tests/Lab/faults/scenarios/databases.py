"""PostgreSQL stops, is replaced by its standby, or refuses writes, or some workers do not reach it."""

from __future__ import annotations

import shutil
from pathlib import Path

from fleets.fleet import KINDS
from fleets.processes import comes_true, run as run_command, wait_until
from fleets.relay import Relay
from fleets.store import SCRIPT, PostgresStore, Store, recorded

from ..run import Run
from .outage import RECOVERY_SECONDS, Outage

WHOLE_ROUNDS, QUICK_ROUNDS = 3, 1
LOCK_SECONDS = 5
FIRST, SECOND = "database", "database-2"


class PostgresPair(PostgresStore):
    """A primary and its synchronous standby, which change places."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._parent = folder

    @property
    def url(self) -> str:
        """Both servers; a client uses the writable one."""
        server, _, database = recorded(self._parent / FIRST, "url").rpartition("/")
        port = recorded(self._parent / SECOND, "port")
        return f"{server},127.0.0.1:{port}/{database}?target_session_attrs=read-write"

    def start(self) -> None:
        """Starts both."""
        super().start()
        run_command([SCRIPT, "standby", self.other, self.folder, "--synchronous"])

    def stop(self) -> None:
        """Ends both, the standby last: without it, nothing would be committed."""
        for folder in (self.folder, self.other):
            if (folder / "database.env").exists():
                run_command([SCRIPT, "stop", folder])

    def promote(self) -> None:
        """Promotes the standby of a primary that is no more."""
        run_command([SCRIPT, "promote", self.other])
        self.folder = self.other

    def rebuild(self) -> None:
        """Makes a new standby where the former primary was, at its port."""
        port = recorded(self.other, "port")
        shutil.rmtree(self.other)
        run_command([SCRIPT, "standby", self.other, self.folder, port, "--synchronous"])

    @property
    def other(self) -> Path:
        """The folder of the server that is not the primary."""
        return self._parent / (SECOND if self.folder.name == FIRST else FIRST)


class PostgresOutage(Outage):
    """Two servers, of which one is written to."""

    name = "postgres"
    title = "PostgreSQL killed, restarted, failed over to its standby, locked for 5 s, all connections reset"
    alerts = ("LiveryNoWorkerReady",)
    stores = ("postgres",)
    rate = 120.0

    def store(self, folder: Path, name: str) -> Store:
        """The pair."""
        self.pair = PostgresPair(folder)
        return self.pair

    def act(self, run: Run) -> None:
        """Each round does everything once."""
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            self.reset(run)
            self.lock(run)
            self.kill(run)
            self.fail_over(run)

    def reset(self, run: Run) -> None:
        """Ends all sessions at once, some in the middle of a transaction."""
        for _ in range(1 if run.options.quick else 5):
            with self.outage(run, "sessions ended", "database"):
                self.pair.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'livery'")

    def lock(self, run: Run) -> None:
        """No session can read or write rides."""
        with self.outage(run, "lock", "rides", f"{LOCK_SECONDS} s"):
            self.pair.psql("BEGIN; LOCK TABLE rides IN ACCESS EXCLUSIVE MODE; "
                           f"SELECT pg_sleep({LOCK_SECONDS}); COMMIT")

    def kill(self, run: Run) -> None:
        """All processes of the server at once; it recovers from its log."""
        with self.outage(run, "database kill", "database", unready=run.workers("request-ride-worker")):
            self.pair.kill()
            run.nemesis.pause(1, 3)
            self.let_be_noticed()
            # Two servers in two folders: this one was the primary and is so again.
            run_command([SCRIPT, "start", self.pair.folder])

    def fail_over(self, run: Run) -> None:
        """What was committed is on the standby; the workers find it by themselves."""
        with self.outage(run, "fail-over", "database", unready=run.workers("request-ride-worker")):
            self.pair.kill()
            self.let_be_noticed()
            self.pair.promote()
        self.pair.rebuild()
        run.wait_for_traffic(int(run.plan.rate))
        wait_until(lambda: self.pair.rows("SELECT COUNT(*) FROM pg_stat_replication")[0][0] == 1, 30,
                   "the new standby follows")


class CutOff(Outage):
    """One of two workers of each kind reaches PostgreSQL by a line of its own, which is cut: the others have to answer
    what it was delivered before the line is mended."""

    name = "cut-off"
    title = "one worker of each kind cut off from PostgreSQL, beside one that is not"
    stores = ("postgres",)
    rate = 120.0

    def workers(self, run: Run) -> None:
        """The first of each kind has the line."""
        server, _, place = run.store.url.rpartition("@")
        address, _, database = place.partition("/")
        host, _, port = address.rpartition(":")
        self.line = Relay(host, int(port), run.options.seed)
        for kind in KINDS:
            run.fleet.add(kind, {"LIVERY_STORE": f"{server}@127.0.0.1:{self.line.port}/{database}"})
            run.fleet.add(kind)

    def act(self, run: Run) -> None:
        """Cuts the line under load, and mends it when all is answered that was confirmed by then."""
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            with self.outage(run, "cut off", "one worker of each kind",
                             unready=[worker for worker in run.workers() if worker.number == 1]):
                self.line.cut()
                self.let_be_noticed()
                run.wait_for_traffic(int(run.plan.rate * 2))
                run.pause_traffic()
                outstanding = run.outstanding()
                if not comes_true(lambda: not outstanding(), run.bound(RECOVERY_SECONDS), 0.2):
                    self.found.append(f"waiting: {len(outstanding())} confirmed requests have no answer while workers "
                                      "with a database are there")
                run.resume_traffic()
                self.line.mend()

    def clean_up(self) -> None:
        """Ends the line."""
        super().clean_up()
        self.line.close()
