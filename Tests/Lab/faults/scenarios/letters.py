"""Dead letters are delivered more often than RabbitMQ 4 permits by default: to readers, and to workers that are killed."""

from __future__ import annotations

import signal

from fleets.broker import DEAD_LETTER_QUEUES
from fleets.processes import end, start, wait_until
from fleets.store import SCRIPT

from ..checker import Rules
from ..collector import collect
from ..evidence import DeadLetter
from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

# RabbitMQ 4 delivers a message of a queue without a limit of its own 21 times.
TIMES = 25
HOLDER = "status-query-worker"
# Sessions that read the table do not wait for this lock, those that write do.
LOCK = "LOCK TABLE dead_letters IN EXCLUSIVE MODE"
LOCKS = "FROM pg_locks WHERE relation = 'dead_letters'::regclass AND"
AWAITED = f"{LOCKS} NOT granted"
HELD = f"{LOCKS} granted AND mode = 'ExclusiveLock'"


class Letters(Scenario):
    """A table lock blocks the insertion of letters, so that a worker holds unacknowledged letters when it is killed."""

    name = "letters"
    title = f"dead letters read {TIMES} times and returned, then {TIMES} times unacknowledged at a worker that is killed"
    alerts = ("LiveryDeadLetters", "LiveryErrorRatioHigh", "LiveryWorkerNotReady")
    stores = ("postgres",)

    def plan(self, options: Options) -> Plan:
        """One request in ten is malformed. Each kill returns a letter, at least."""
        return Plan(rate=100.0, malformed=0.1, rules=Rules(least_redeliveries=2 * TIMES))

    def disturb(self, run: Run) -> None:
        """While the load continues."""
        run.wait_for_traffic(500)
        with run.nemesis.fault("look", "dead-letter queues", f"{TIMES} times"):
            for _ in range(TIMES):
                collect(run.broker.url, run.folder / "looks.jsonl")
        self.hold_letters(run)
        run.wait_for_traffic(300)

    def hold_letters(self, run: Run) -> None:
        """Lets one worker consume its letters, and kills it whenever its insertion waits for the lock."""
        worker, idle = run.workers(HOLDER)
        for each in run.workers():
            each.environment["LIVERY_DEAD_LETTERS"] = "store"
        idle.wanted = False
        run.fleet.kill(idle, signal.SIGTERM)
        wait_until(lambda: not idle.runs, 60, f"{idle.name} ends")
        locker = start([SCRIPT, "psql", run.store.folder, "-d", run.store.database, "-X", "-q", "-c",
                        f"BEGIN; {LOCK}; SELECT pg_sleep(3600)"], run.folder / "log" / "locker.log")
        wait_until(lambda: bool(pids(run, HELD)), 30, "the table is locked")
        run.fleet.restart(worker)
        known: set[int] = set()
        for _ in range(TIMES):
            # The server notices the end of a killed worker when the lock's time limit is over.
            wait_until(lambda: bool(pids(run, AWAITED) - known), 60, f"{worker.name} waits for the lock with unacknowledged letters")
            known |= pids(run, AWAITED)
            with run.nemesis.fault("kill", worker.name, "with letters"):
                run.fleet.kill(worker)
        run.store.execute(f"SELECT pg_terminate_backend(pid) {HELD}")
        end(locker)
        idle.wanted = True
        run.fleet.wait_until_ready()
        for each in run.workers():
            if each.kind != HOLDER:
                run.fleet.restart(each)

    def come_to_rest(self, run: Run) -> None:
        """All letters are in the store, and the checker misses those that are not."""
        wait_until(lambda: not any(run.broker.depths(DEAD_LETTER_QUEUES).values()), 60, "the letters are stored")
        run.evidence.dead_letters += [DeadLetter(0.0, *row) for row in run.store.rows(
            "SELECT queue, message_identifier, type, reason, 0, correlation_identifier FROM dead_letters")]


def pids(run: Run, locks: str) -> set[int]:
    """The sessions with such locks."""
    return {row[0] for row in run.store.rows(f"SELECT pid {locks}")}
