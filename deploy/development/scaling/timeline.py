"""What the fleet looked like over the day, taken down as it went."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from fleets.processes import now

from .autoscaler import Autoscaler
from .replicas import Replicas

SAMPLE_SECONDS = 0.5


@dataclass(frozen=True)
class Look:
    """One moment: the processes by kind and by build, and the messages of each queue."""

    time: float
    running: dict[str, int]
    builds: dict[str, int]
    messages: dict[str, int]
    used: dict[str, float]
    """The processor seconds of each kind so far."""


class Timeline:
    """A thread that looks."""

    def __init__(self, replicas: Mapping[str, Replicas], scaler: Autoscaler) -> None:
        self.looks: list[Look] = []
        self._replicas, self._scaler = replicas, scaler
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="timeline", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._look()
        self._thread.start()

    def stop(self) -> None:
        """Ends with a last look."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(10)
            self._look()

    def _run(self) -> None:
        while not self._stopping.wait(SAMPLE_SECONDS):
            self._look()

    def _look(self) -> None:
        builds: Counter[str] = Counter()
        running = {}
        for kind, replicas in self._replicas.items():
            found = replicas.by_build()
            running[kind] = found.total()
            builds.update(found)
        self.looks.append(Look(now(), running, dict(builds), dict(self._scaler.messages),
                               {kind: replicas.used_seconds() for kind, replicas in self._replicas.items()}))
