"""Books with the client in Swift while workers and the broker are killed, and checks that each booking has one outcome.

Use: python3 -m clients.kills --binaries FOLDER [--bookings N]. It has a broker, a database and workers of its own.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from fleets import catalogue
from fleets.broker import Broker
from fleets.cleanup import Cleanup
from fleets.fleet import Fleet
from fleets.processes import REPOSITORY, SuiteError, end, now, start, wait_until
from fleets.store import SQLiteStore

BOOKINGS, WINDOW = 5000, 64
WORKER, WORKERS = "request-ride-worker", 2
# Bookings between two kills of a worker, and of the broker.
WORKER_EVERY, BROKER_EVERY = 200, 1700
STEP_SECONDS = 180


class Kills:
    """The fleet, and the client that books."""

    def __init__(self, folder: Path, binaries: Path, bookings: int) -> None:
        self._folder, self._binaries, self._bookings = folder, binaries, bookings
        (folder / "log").mkdir()
        self._cleanup = Cleanup()
        self._broker, self._store = Broker(folder / "broker"), SQLiteStore(folder)
        catalogue.write(folder / "catalogue.json", {})
        self._fleet = Fleet(folder, binaries, self._broker, self._store, folder / "catalogue.json", 7)
        self._client: subprocess.Popen[bytes] | None = None
        self.worker_kills = self.broker_kills = 0

    def play(self) -> list[str]:
        """Books all, and says what was not as it has to be."""
        try:
            self._begin()
            self._disturb()
            return list(self._complaints())
        finally:
            self._finish()

    def _begin(self) -> None:
        self._cleanup.undo_with(str(REPOSITORY / "Tests/Lab/broker"), "stop", str(self._folder / "broker"))
        self._broker.start()
        self._fleet.tool("topology", "apply")
        self._fleet.tool("migrate")
        for _ in range(WORKERS):
            self._fleet.add(WORKER)
        self._fleet.start()
        command = [self._binaries / "ClientLoad", self._broker.url, "book", str(self._bookings), str(WINDOW)]
        self._client = start(command, self._folder / "log/client.log")
        self._cleanup.end_process(self._client.pid)

    def _lines(self) -> list[str]:
        return (self._folder / "log/client.log").read_text(encoding="utf-8").splitlines()

    def _disturb(self) -> None:
        """Kills after so many outcomes, so that each kill meets bookings under way."""
        numbers = random.Random(7)
        for count in range(WORKER_EVERY // 2, self._bookings, WORKER_EVERY // 2):
            wait_until(lambda: len(self._lines()) >= count or self._has_ended(), STEP_SECONDS, f"{count} outcomes")
            if count % BROKER_EVERY == 0:
                self._broker.kill()
                self._broker.start()
                self.broker_kills += 1
            elif count % WORKER_EVERY == 0:
                self.worker_kills += self._fleet.kill(numbers.choice(self._fleet.workers))
        wait_until(self._has_ended, STEP_SECONDS, "all outcomes")

    def _has_ended(self) -> bool:
        return self._client is not None and self._client.poll() is not None

    def _complaints(self) -> Iterable[str]:
        if self._client is None or self._client.returncode != 0:
            yield f"expected that the client ends with 0; see its output: {self._lines()[-3:]}"
        outcomes = [line.split(" ", 1) for line in self._lines()]
        riders = Counter(rider for rider, _ in outcomes)
        if len(riders) != self._bookings or len(outcomes) != self._bookings:
            yield f"expected one outcome of each of {self._bookings} bookings, got {len(outcomes)} of {len(riders)}"
        yield from (f"expected a ride, got {rider} {outcome}" for rider, outcome in outcomes if " " in outcome)
        stored = self._store.rows("SELECT rider_identifier, ride_identifier FROM rides")
        if sorted(stored) != sorted((rider, ride) for rider, ride in outcomes):
            odd = sorted(set(stored) ^ {(rider, ride) for rider, ride in outcomes})
            yield f"expected in the store one ride of each outcome, got {len(stored)} rides; different: {odd[:5]}"
        if self._bookings > BROKER_EVERY and not (self.worker_kills and self.broker_kills):
            yield f"expected kills of both, got {self.worker_kills} of workers and {self.broker_kills} of the broker"

    def _finish(self) -> None:
        if self._client is not None:
            end(self._client)
        self._fleet.stop()
        with suppress(SuiteError):
            self._broker.stop()
        self._cleanup.finish()


def main() -> int:
    """Prints what was done, or what was wrong."""
    parser = argparse.ArgumentParser(prog="clients.kills")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--bookings", type=int, default=BOOKINGS)
    options = parser.parse_args()
    began = now()
    with tempfile.TemporaryDirectory(prefix="livery-kills-") as folder:
        kills = Kills(Path(folder), options.binaries.resolve(), options.bookings)
        try:
            complaints = kills.play()
        except SuiteError as error:
            complaints = [str(error)]
    if complaints:
        print(*complaints[:40], f"{len(complaints)} complaints in all", sep="\n", file=sys.stderr)
        return 1
    print(f"{options.bookings} bookings, {kills.worker_kills} kills of workers, {kills.broker_kills} of the broker: "
          f"one outcome each, in {now() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
