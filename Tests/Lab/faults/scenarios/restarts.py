"""Workers that are asked to end under load: restarted, replaced by another build, and made more and fewer."""

from __future__ import annotations

from fleets.fleet import DRAIN_SECONDS, KINDS

from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario
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


class Upgrade(Restart):
    """A rolling upgrade and back; without a build before, both builds are the same."""

    name = "upgrade"
    title = "each worker replaced by one of the next build, which is ready before the old one ends, and back"
    stores = ("postgres",)

    def workers(self, run: Run) -> None:
        """Two of each kind, of the build before."""
        for kind in KINDS:
            for _ in range(2):
                run.fleet.add(kind, binaries=run.options.before)

    def disturb(self, run: Run) -> None:
        """Kinds one after another, as a deployment rolls out."""
        for build in (run.options.binaries, run.options.before):
            for worker in [worker for worker in run.workers() if worker.wanted]:
                with run.nemesis.fault("replace", worker.name):
                    run.fleet.add(worker.kind, binaries=build)
                    run.fleet.wait_until_ready(60)
                    run.fleet.retire([worker])
            run.wait_for_traffic(300)


class Scale(Scenario):
    """The workers are doubled and halved, as an autoscaler does."""

    name = "scale"
    title = "two workers of each kind become four, and two again, under load"
    quick_stores = ("postgres",)

    def plan(self, options: Options) -> Plan:
        """Bursts, so that workers are asked in the middle of a batch."""
        return Plan(rate=200.0, burst_seconds=0.3)

    def disturb(self, run: Run) -> None:
        """The older half ends, all of it at once."""
        for _ in range(1 if run.options.quick else 3):
            older = [worker for worker in run.workers() if worker.wanted]
            with run.nemesis.fault("double", f"{len(older)} workers"):
                for worker in older:
                    run.fleet.add(worker.kind)
                run.fleet.wait_until_ready(60)
            run.wait_for_traffic(300)
            with run.nemesis.fault("halve", f"{len(older)} workers"):
                run.fleet.retire(older)
            run.wait_for_traffic(300)
