"""Workers that are asked to end, one after another, under load: a roll-out."""

from __future__ import annotations

from fleets.fleet import DRAIN_SECONDS

from ..scenario import Options, Plan, Run, Scenario
from .kills import add_unlike_workers


class Restart(Scenario):
    """SIGTERM to each worker in turn; the checker demands the exit code 0 and no dead letter."""

    name = "restart"
    title = "SIGTERM to each worker in turn, three rounds"
    quick_stores = ("postgres",)

    def plan(self, options: Options) -> Plan:
        """Bursts, so that workers are asked in the middle of a batch."""
        return Plan(rate=200.0, burst_seconds=0.3)

    def workers(self, run: Run) -> None:
        """Several kinds of batches."""
        add_unlike_workers(run)

    def disturb(self, run: Run) -> None:
        """Goes round; each worker is back before the next is asked."""
        for _ in range(1 if run.options.quick else 3):
            for worker in run.workers():
                run.nemesis.pause(0.0, 0.3)
                with run.nemesis.fault("restart", worker.name):
                    run.fleet.restart(worker, DRAIN_SECONDS)
