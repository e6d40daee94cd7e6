"""Workers whose standard descriptors are closed when they start, as a supervisor's `2>&-` does."""

from __future__ import annotations

import os
from pathlib import Path

from fleets.fleet import DRAIN_SECONDS, KINDS, READY_SECONDS, Worker
from fleets.processes import SuiteError, comes_true, wait_until

from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

# What is closed differs from kind to kind.
CLOSED = dict(zip(KINDS, ((2,), (0, 1, 2), (1, 2), (0, 2)), strict=True))
# An idle worker waits some times a second; one that is woken by its own log lines waits thousands of times.
USUAL_WAITS = 50
MOST_WAITS = 10


class Descriptors(Scenario):
    """kill -9 and SIGTERM of workers that have no standard error, and often no other standard descriptor."""

    name = "descriptors"
    title = "standard descriptors closed at the start; such workers are killed and stopped"
    quick_stores = ("postgres",)

    def plan(self, options: Options) -> Plan:
        """Bursts, so that workers end in the middle of a batch."""
        return Plan(rate=150.0, burst_seconds=0.3)

    def workers(self, run: Run) -> None:
        """Of each kind one as usual, and one that a shell starts without some descriptors."""
        for kind in KINDS:
            run.fleet.add(kind)
            closing = " ".join(f"{descriptor}>&-" for descriptor in CLOSED[kind])
            run.fleet.add(kind, prefix=["/bin/sh", "-c", f'exec "$0" "$@" {closing}'])

    def disturb(self, run: Run) -> None:
        """Looks at the descriptors of each such worker, kills it and stops it."""
        for _ in range(1 if run.options.quick else 5):
            for worker in run.workers():
                if worker.number == 1:
                    continue
                self._check_descriptors(worker)
                with run.nemesis.fault("kill", worker.name):
                    process = worker.process
                    run.fleet.kill(worker)
                    wait_until(lambda: worker.process is not process and worker.probe() == 200, READY_SECONDS,
                               f"{worker.name} is ready again")
                with run.nemesis.fault("restart", worker.name):
                    run.fleet.restart(worker, DRAIN_SECONDS)
                self._check_descriptors(worker)
                run.wait_for_traffic(100)

    def come_to_rest(self, run: Run) -> None:
        """Compares how often an idle worker waits with one of its kind that has its descriptors."""
        for kind in KINDS:
            usual, other = run.workers(kind)
            before = waits(usual), waits(other)
            comes_true(lambda: waits(usual) - before[0] >= USUAL_WAITS, run.bound(READY_SECONDS))
            usually, often = waits(usual) - before[0], waits(other) - before[1]
            if often > MOST_WAITS * max(usually, 1):
                self.found.append(f"idle: {other.name} has waited {often} times while {usual.name} did {usually}")

    def _check_descriptors(self, worker: Worker) -> None:
        for descriptor in CLOSED[worker.kind]:
            target = os.readlink(f"/proc/{worker.pid}/fd/{descriptor}")
            if target != "/dev/null":
                self.found.append(f"descriptors: {descriptor} of {worker.name} is {target}")


def waits(worker: Worker) -> int:
    """How often the threads of a worker have waited for something."""
    if worker.pid is None:
        raise SuiteError(f"expected that {worker.name} runs")
    texts = [path.read_text(encoding="ascii") for path in Path(f"/proc/{worker.pid}/task").glob("*/status")]
    return sum(int(line.split()[1]) for text in texts for line in text.splitlines()
               if line.startswith("voluntary_ctxt_switches"))
