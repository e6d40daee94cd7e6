"""What all scenarios have in common that take something away from the fleet and give it back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from fleets.fleet import Worker
from fleets.cleanup import Cleanup
from fleets.processes import comes_true, now

from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario
from ..watch import SILENT_SECONDS, Watch, all_ready

BACKLOG = 40
RECOVERY_SECONDS = 60.0
NOTICE_SECONDS = 15.0


class Outage(Scenario):
    """Besides what every run is checked for: workers stay alive, say that they are not ready while what they need is
    away, and are ready again by themselves."""

    rate = 150.0

    def __init__(self) -> None:
        super().__init__()
        self._noticing: tuple[Sequence[Worker], float, float] = ((), 0.0, 0.0)
        self._cleanup: Cleanup | None = None

    @property
    def cleanup(self) -> Cleanup:
        """Undoes what is done to the machine."""
        if self._cleanup is None:
            self._cleanup = Cleanup()
        return self._cleanup

    def plan(self, options: Options) -> Plan:
        """The usual fleet."""
        return Plan(rate=self.rate, settle_seconds=120)

    def disturb(self, run: Run) -> None:
        """Looks at the probes while it disturbs."""
        watch = self.watch = Watch(run.fleet, run.bound(SILENT_SECONDS))
        watch.start()
        try:
            self.act(run)
        finally:
            watch.stop()
            self.found += watch.complaints()

    @abstractmethod
    def act(self, run: Run) -> None:
        """Disturbs the fleet."""

    @contextmanager
    def outage(self, run: Run, action: str, target: str, detail: str = "", *,
               unready: Sequence[Worker] = (), seconds: float = RECOVERY_SECONDS) -> Iterator[None]:
        """A fault that lasts as long as the block. Those workers have to say meanwhile that they are not ready, and all
        have to be ready within those seconds and the machine's pace after it (`Run.bound`); then waits until the
        backlog is small and the load is on."""
        began = now()
        self._noticing = (unready, began, run.bound(NOTICE_SECONDS))
        seconds = run.bound(seconds)
        with run.nemesis.fault(action, target, detail):
            yield
        ended = now()
        if not comes_true(lambda: all_ready(run.workers()), seconds, 0.1):
            waiting = [worker.name for worker in run.workers() if worker.probe() != 200]
            self.found.append(f"recovery: {', '.join(waiting)} not ready {seconds:.0f} s after {action} of {target}")
        run.evidence.readiness.append((action, now() - ended))
        for worker in unready:
            if not self.watch.was_unready(worker, began):
                self.found.append(f"readiness: {worker.name} stayed ready during {action} of {target}")
        self.recover(run)

    def let_be_noticed(self) -> None:
        """Waits until the workers that have to say so have said that they are not ready: what is given back sooner than
        the probes are looked at need not have been seen."""
        workers, began, seconds = self._noticing
        comes_true(lambda: all(self.watch.was_unready(worker, began) for worker in workers), seconds, 0.1)

    def recover(self, run: Run) -> None:
        """Waits until the backlog is small and new requests are confirmed."""
        self.work_off(run)
        run.wait_for_traffic(int(run.plan.rate / 2))

    def work_off(self, run: Run) -> None:
        """Waits until the backlog is small."""
        comes_true(lambda: all(depth <= BACKLOG for depth in run.broker.depths().values()),
                   run.bound(RECOVERY_SECONDS), 0.2)

    def clean_up(self) -> None:
        """Undoes what was done to the machine."""
        if self._cleanup is not None:
            self._cleanup.finish()
            self._cleanup = None
