"""The nemesis: does one thing at a time, from numbers that are the same for the same seed, and writes it down."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from fleets.processes import now

from .journal import Journal


class Nemesis:
    """What a scenario disturbs with."""

    def __init__(self, path: Path, seed: int) -> None:
        self.numbers = random.Random(seed)
        self.faults = 0
        self.destroyed: set[str] = set()
        self._journal = Journal(path)

    @contextmanager
    def fault(self, action: str, target: str, detail: str = "") -> Iterator[None]:
        """A fault that lasts as long as the block; the recovery is counted from its end."""
        start = now()
        try:
            yield
        finally:
            self.faults += 1
            self._journal.write("f", start, now(), action, target, detail)
            self._journal.flush()

    def note_destroyed(self, correlation: str) -> None:
        """Records that the nemesis removes this sending from a queue permanently, before it does."""
        self.destroyed.add(correlation)
        self._journal.write("k", now(), correlation)
        self._journal.flush()

    def pause(self, least: float, most: float, unless: Callable[[], bool] = lambda: False) -> None:
        """Waits for a time drawn between two, or until a condition holds."""
        deadline = now() + self.numbers.uniform(least, most)
        while (left := deadline - now()) > 0 and not unless():
            time.sleep(min(left, 0.1))

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()
