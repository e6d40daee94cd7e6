"""Books with the client in Swift while workers and the broker are killed, and checks that each booking has one outcome.

Use: python3 -m clients.kills --binaries FOLDER [--bookings N]. It has a broker, a database and workers of its own.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from fleets.processes import now, wait_until

from .load import Load, print_outcome

BOOKINGS, WINDOW = 5000, 64
WORKER, WORKERS = "request-ride-worker", 2
# Bookings between two kills of a worker, and of the broker.
WORKER_EVERY, BROKER_EVERY = 200, 1700
STEP_SECONDS = 180


class Kills:
    """The fleet, and the client that books."""

    def __init__(self, load: Load, bookings: int) -> None:
        self._load, self._bookings = load, bookings
        self._worker_kills = self._broker_kills = 0

    def play(self) -> tuple[str, list[str]]:
        """Books all; returns what was done, and what was not as it has to be."""
        began = now()
        self._load.start_fleet([WORKER] * WORKERS)
        self._load.start_client(self._load.broker.url, "book", str(self._bookings), str(WINDOW))
        self._disturb()
        complaints = list(self._complaints())
        kills = f"{self._worker_kills} kills of workers, {self._broker_kills} of the broker"
        return f"{self._bookings} bookings, {kills}: one outcome each, in {now() - began:.0f} s", complaints

    def _disturb(self) -> None:
        """Kills after so many outcomes, so that each kill meets bookings under way."""
        load, numbers = self._load, random.Random(7)
        for count in range(WORKER_EVERY // 2, self._bookings, WORKER_EVERY // 2):
            wait_until(lambda: len(load.lines) >= count or load.has_ended(), STEP_SECONDS, f"{count} outcomes")
            if count % BROKER_EVERY == 0:
                load.broker.kill()
                load.broker.start()
                self._broker_kills += 1
            elif count % WORKER_EVERY == 0:
                self._worker_kills += load.fleet.kill(numbers.choice(load.fleet.workers))
        wait_until(load.has_ended, STEP_SECONDS, "all outcomes")

    def _complaints(self) -> Iterable[str]:
        yield from self._load.failures
        outcomes = [(line.partition(" ")[0], line.partition(" ")[2]) for line in self._load.lines]
        riders = Counter(rider for rider, _ in outcomes)
        if len(riders) != self._bookings or len(outcomes) != self._bookings:
            yield f"expected one outcome of each of {self._bookings} bookings, got {len(outcomes)} of {len(riders)}"
        yield from (f"expected a ride, got {rider} {outcome}" for rider, outcome in outcomes if " " in outcome)
        stored = self._load.store.rows("SELECT rider_identifier, ride_identifier FROM rides")
        if sorted(stored) != sorted(outcomes):
            odd = sorted(set(stored) ^ set(outcomes))
            yield f"expected in the store one ride of each outcome, got {len(stored)} rides; different: {odd[:5]}"
        if self._bookings > BROKER_EVERY and not (self._worker_kills and self._broker_kills):
            yield f"expected kills of both, got {self._worker_kills} of workers and {self._broker_kills} of the broker"


def main() -> int:
    """Prints what was done, or what was wrong."""
    parser = argparse.ArgumentParser(prog="clients.kills")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--bookings", type=int, default=BOOKINGS)
    options = parser.parse_args()

    def play(folder: Path) -> tuple[str, list[str]]:
        with Load(folder, options.binaries.resolve(), {}) as load:
            return Kills(load, options.bookings).play()

    return print_outcome(play)


if __name__ == "__main__":
    sys.exit(main())
