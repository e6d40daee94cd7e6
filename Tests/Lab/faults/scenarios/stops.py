"""Workers that stand still and wake up again: what they did not finish was given to others meanwhile."""

from __future__ import annotations

import sqlite3
import time

from fleets.fleet import KINDS, Worker
from fleets.processes import SuiteError, comes_true, now, wait_until

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

# The broker closes a connection that was silent for two heartbeats; workers ask for 10 s.
WHOLE_HEARTBEAT, QUICK_HEARTBEAT = 10, 2
STOPPED_HEARTBEATS = 3
# Beyond the seconds of being stopped, for a server to end an abandoned transaction.
LOCK_SECONDS = 10


def heartbeat(run: Run) -> int:
    """The seconds of a heartbeat in this run."""
    return QUICK_HEARTBEAT if run.options.quick else WHOLE_HEARTBEAT


class LongStop(Scenario):
    """A scenario whose worker is stopped long enough for an alert, unless it is quick."""

    alerts = ("LiveryWorkerNotReady",)

    def expected_alerts(self, run: Run) -> tuple[str, ...]:
        """The whole three heartbeats."""
        return () if run.options.quick else self.alerts


def shorten_heartbeats(run: Run) -> None:
    """Lets the broker offer shorter heartbeats to those who connect from now on."""
    run.broker.ctl("eval", f"application:set_env(rabbit, heartbeat, {heartbeat(run)}).")


class Stop(LongStop):
    """SIGSTOP of one worker of each kind for three heartbeats; the broker gives its messages to the other."""

    name = "stop"
    title = "SIGSTOP of a worker for three heartbeats, then SIGCONT"
    quick_stores = ("sqlite",)

    def plan(self, options: Options) -> Plan:
        """What was delivered to a stopped worker is answered when the broker has given it up."""
        return Plan(rate=150.0, burst_seconds=0.3, rules=Rules(least_redeliveries=1))

    def workers(self, run: Run) -> None:
        """Two of each kind."""
        shorten_heartbeats(run)
        super().workers(run)

    def disturb(self, run: Run) -> None:
        """Stops one worker of each kind at once, so that four sleep and four do the work."""
        for _ in range(1 if run.options.quick else 3):
            run.wait_for_traffic(200)
            number = run.nemesis.numbers.choice((1, 2))
            sleepers = [worker for worker in run.workers() if worker.number == number]
            with run.nemesis.fault("stop", ", ".join(worker.name for worker in sleepers)):
                for worker in sleepers:
                    run.fleet.pause(worker)
                run.nemesis.pause(STOPPED_HEARTBEATS * heartbeat(run), STOPPED_HEARTBEATS * heartbeat(run) + 1)
                for worker in sleepers:
                    run.fleet.resume(worker)
            run.fleet.wait_until_ready(60)
            run.wait_for_traffic(200)


class StopLocked(LongStop):
    """SIGSTOP of a worker in the middle of its transaction, whose locks the others then wait for."""

    name = "stop-locked"
    title = "SIGSTOP of a worker within its transaction for three heartbeats"
    quick_stores = ("postgres",)

    def plan(self, options: Options) -> Plan:
        """Much to write, so that a worker is soon caught writing; a worker that waits for the lock answers late."""
        return Plan(rate=200.0, burst_seconds=0.3, settle_seconds=120)

    def workers(self, run: Run) -> None:
        """Two of each kind; the first one begins as many transactions as it can."""
        shorten_heartbeats(run)
        for kind in KINDS:
            run.fleet.add(kind, {"LIVERY_LANES": "4", "LIVERY_BATCH_LIMIT": "1", "LIVERY_PREFETCH": "50"})
            run.fleet.add(kind)

    def disturb(self, run: Run) -> None:
        """Catches a worker that writes, and holds it."""
        for kind in ("request-ride-worker", "dispatch-worker")[: 1 if run.options.quick else 2]:
            worker = run.workers(kind)[0]
            self._catch(run, worker)
            with run.nemesis.fault("stop in a transaction", worker.name):
                run.nemesis.pause(STOPPED_HEARTBEATS * heartbeat(run), STOPPED_HEARTBEATS * heartbeat(run) + 1)
                # A file's lock is its process's until it ends; a server releases the locks of an idle client.
                seconds = run.bound(LOCK_SECONDS)
                if run.store.name == "postgres" and not comes_true(lambda: not is_locked(run), seconds, 0.5):
                    self.found.append(f"locks: the server has left them to {worker.name}, which is stopped")
                run.fleet.resume(worker)
            run.fleet.wait_until_ready(90)
            run.wait_for_traffic(300)

    def _catch(self, run: Run, worker: Worker) -> None:
        """Stops a worker again and again until it is stopped with a lock."""
        wait_until(lambda: worker.pid is not None, 10, f"{worker.name} runs")
        deadline = now() + run.bound(60)
        while now() < deadline:
            run.fleet.pause(worker)
            time.sleep(0.01)
            if is_locked(run):
                return
            run.fleet.resume(worker)
            time.sleep(run.nemesis.numbers.uniform(0.0, 0.02))
        raise SuiteError(f"expected to catch {worker.name} within a transaction")


def is_locked(run: Run) -> bool:
    """Whether a process that does not run holds a lock on the store."""
    if run.store.name == "sqlite":
        return not comes_true(lambda: can_write(str(run.store.path)), 0.5, 0.05)
    time.sleep(0.15)
    # Between two statements of a pipeline the server calls a session active, and waits for its client.
    return run.store.rows(
        "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND wait_event = 'ClientRead' "
        "AND state <> 'idle' AND xact_start < clock_timestamp() - interval '0.1 s'")[0][0] > 0


def can_write(path: str) -> bool:
    """Whether the lock of a SQLite database is free."""
    connection = sqlite3.connect(path, timeout=0, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ROLLBACK")
        return True
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
