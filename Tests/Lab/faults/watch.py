"""Looks at the probes of all workers while they are disturbed."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from fleets.fleet import Fleet, Worker
from fleets.processes import now, state

PAUSE_SECONDS = 0.25
# A worker that says nothing for so long has hung, where a start of the fleet takes no time.
SILENT_SECONDS = 8.0


class Look(NamedTuple):
    """What the probes of a process said; None when they said nothing."""

    time: float
    worker: str
    pid: int
    live: int | None
    ready: int | None


class Watch:
    """A thread that asks, and remembers."""

    def __init__(self, fleet: Fleet, silent_seconds: float = SILENT_SECONDS) -> None:
        self.looks: list[Look] = []
        self._fleet = fleet
        self._silent_seconds = silent_seconds
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._stopping.set()
        self._thread.join(30)

    def was_unready(self, worker: Worker, since: float) -> bool:
        """Whether a worker said since then that it is not ready."""
        return any(look.worker == worker.name and look.time >= since and look.ready == 503 for look in self.looks)

    def complaints(self) -> list[str]:
        """Which workers said that they hang, or hung."""
        found = sorted({f"liveness: {look.worker} answered /livez with {look.live}"
                        for look in self.looks if look.live not in (200, None)})
        silent_since: dict[tuple[str, int], float] = {}
        for look in self.looks:
            key = (look.worker, look.pid)
            if look.live is not None:
                silent_since.pop(key, None)
            elif look.time - silent_since.setdefault(key, look.time) > self._silent_seconds:
                found.append(f"liveness: {look.worker} did not answer /livez for {self._silent_seconds:.0f} s")
                silent_since[key] = look.time
        return found

    def _run(self) -> None:
        while not self._stopping.wait(PAUSE_SECONDS):
            for worker in list(self._fleet.workers):
                self._look(worker)

    def _look(self, worker: Worker) -> None:
        pid = worker.pid
        # A process that has just begun has no probes yet.
        if pid is None or now() - worker.started_at < 2:
            return
        live, ready = worker.probe("/livez"), worker.probe("/readyz")
        # Nor does one answer that was stopped, and it is not the worker's fault.
        if worker.pid == pid and state(pid) != "T":
            self.looks.append(Look(now(), worker.name, pid, live, ready))


def all_ready(workers: Sequence[Worker]) -> bool:
    """Whether every worker says that it is ready."""
    return all(worker.probe() == 200 for worker in workers)
