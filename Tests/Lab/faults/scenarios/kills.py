"""Workers that are killed, again and again."""

from __future__ import annotations

from fleets.fleet import KINDS
from fleets.processes import SuiteError, now

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

WHOLE_KILLS, QUICK_KILLS = 1000, 25
# Fast workers are mostly idle; one that is stopped for a burst of requests is killed with unacknowledged ones.
BURST_SECONDS = 0.7
HELD_SHARE = 0.3
WHOLE_REQUESTS, QUICK_REQUESTS = 100_000, 2_000


def add_unlike_workers(run: Run) -> None:
    """Adds two workers of each kind: one with large batches, and one with two lanes that commit often."""
    for kind in KINDS:
        run.fleet.add(kind)
        run.fleet.add(kind, {"LIVERY_LANES": "2", "LIVERY_BATCH_LIMIT": "3", "LIVERY_PREFETCH": "40"})


class Kill(Scenario):
    """kill -9 of a random worker every 0.2 to 1 s, some stopped a moment before."""

    name = "kill"
    title = "kill -9 of a random worker every 0.2 to 1 s"
    alerts = ("LiveryDeadLetters",)

    def plan(self, options: Options) -> Plan:
        """The whole run comes to its requests in the time of its kills; bursts give workers something to die with."""
        kills = options.kills or (QUICK_KILLS if options.quick else WHOLE_KILLS)
        return Plan(rate=150.0 if options.quick else 190.0, burst_seconds=BURST_SECONDS, malformed=0.02,
                    unreadable=0.01, rules=Rules(least_redeliveries=kills // 10))

    def workers(self, run: Run) -> None:
        """Workers whose batches differ die at different places."""
        add_unlike_workers(run)

    def disturb(self, run: Run) -> None:
        """Kills until there were enough kills and enough requests."""
        options = run.options
        kills = options.kills or (QUICK_KILLS if options.quick else WHOLE_KILLS)
        requests = options.requests or (QUICK_REQUESTS if options.quick else WHOLE_REQUESTS)
        done = 0
        deadline = now() + run.bound(300 + 2 * kills + requests / 50)
        while done < kills or run.sent < requests:
            if now() > deadline:
                raise SuiteError(f"expected {kills} kills and {requests} requests by now, "
                                 f"there are {done} and {run.sent}")
            run.nemesis.pause(0.2, 1.0)
            worker = run.nemesis.numbers.choice(run.workers())
            with run.nemesis.fault("kill", worker.name):
                if run.nemesis.numbers.random() < HELD_SHARE:
                    run.fleet.pause(worker)
                    run.nemesis.pause(BURST_SECONDS, BURST_SECONDS)
                done += run.fleet.kill(worker)
