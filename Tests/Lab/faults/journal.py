"""Journals: what a process has seen, one JSON array a line, for the checker to read when all is over.

A journal has one writer. Times are those of the monotonic clock, which all processes of a machine share and which no
step of the wall clock moves.

    producer    ["s", time, correlation, message id, type, queue, who, attempt]   about to be published
                ["c", time, correlation]                                          confirmed by the broker
                ["n", time, correlation]                                          refused (basic.nack), sent again later
                ["u", time, correlation]                                          unroutable (basic.return), sent again
    observer    ["r", time, correlation, message id, type, code, reason, ride, digest, redelivered,
                 whole message id, digest of the bytes]                                             a response
                ["e", time, ride, sequence, phase, rider, vehicle, updated at, digest, redelivered]     an event
                ["x", time, queue, what]                                          cannot be read
    collector   ["d", time, queue, message id, type, reason, deliveries, correlation]   a dead letter
    nemesis     ["f", start, end, action, target, detail]                         a fault
                ["k", time, correlation]                                          taken out of its queue for good
    payments    ["p", time, key, operation, ride, amount, reference]              a command of Livery came
                ["d", time, key, outcome, reference]                              it was decided on, for good
                ["m", time, kind, key, ride, amount, reference]                   money, or a hold on it, has moved
                ["s", …], ["c", …] and so on, as the producer           an answer, as its message id shows
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from fleets.processes import now


class Journal:
    """Appends lines to a file; what was flushed outlives the process."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "a", encoding="utf-8", buffering=1 << 16)

    def write(self, *fields: Any) -> None:
        """Adds a line to what the next flush writes."""
        self._file.write(json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n")

    def flush(self, to_disk: bool = False) -> None:
        """Hands the lines to the kernel, and with `to_disk` waits for the disk."""
        self._file.flush()
        if to_disk:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Flushes and closes."""
        self.flush(to_disk=True)
        self._file.close()


class Tail:
    """Reads a journal as it grows."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._offset = 0

    def lines(self) -> Iterator[list[Any]]:
        """The whole lines that have come since the last call."""
        if not self._path.exists():
            return
        with open(self._path, "rb") as file:
            file.seek(self._offset)
            for line in file:
                if not line.endswith(b"\n"):
                    return
                self._offset += len(line)
                yield json.loads(line)


class Outstanding:
    """Which sendings are confirmed and have no response yet, as the journals grow."""

    def __init__(self, sent: Path, heard: Iterable[Path], destroyed: set[str]) -> None:
        self._sent, self._heard, self._destroyed = Tail(sent), [Tail(path) for path in heard], destroyed
        self._open: set[str] = set()
        self._answered: set[str] = set()
        self.heard_at = self.answered_at = now()
        """When something was heard last, and when an outstanding one was answered last."""

    def __call__(self) -> set[str]:
        """Their correlations by now, without what was removed on purpose."""
        self._open.update(line[2] for line in self._sent.lines() if line[0] == "c")
        for line in (line for tail in self._heard for line in tail.lines()):
            self.heard_at = now()
            if line[0] == "r":
                self._answered.add(line[2])
                if line[2] in self._open:
                    self.answered_at = now()
        self._open.difference_update(self._answered, self._destroyed)
        return self._open


def read(path: Path) -> Iterator[list[Any]]:
    """All whole lines of a journal; none where there is no such file."""
    return Tail(path).lines()
