"""The load, a process of its own: requests of riders come by the day's curve, whether answers do or not.

What drivers report follows the rides, so it comes when the events do; vehicles say where they are at a steady pace.
Each message has a line in the journal when it is due, before it is published: its time to the answer is counted from
there, so that the time for which a producer has to wait for the broker counts too.

    producer    ["a", time, correlation]                                          due
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from faulting import producer
from faulting.publishing import Message
from faulting.road import REPORT_SECONDS
from fleets.processes import now

from .curve import Day

# Vehicles that report at once would be a burst every time; so they begin one after the other.
SPREAD = 1.1
# After a pause of this process itself, such as of a machine that was halted, what would have been due is let go.
LONGEST_STEP_SECONDS = 1.0


@dataclass
class Orders(producer.Orders):
    """What the producer of a day is told on its command line, as JSON."""

    begins_at: float = 0.0
    day_seconds: float = 0.0
    peak: float = 0.0


class Producer(producer.Producer):
    """Publishes all that is due, however much is outstanding."""

    def __init__(self, orders: Orders) -> None:
        super().__init__(orders)
        self._day = Day(orders.day_seconds, orders.peak)
        self._begins_at = orders.begins_at
        self._vehicle_rate = orders.vehicles / REPORT_SECONDS * SPREAD
        self._vehicles_owed = self._riders_owed = 0.0

    def _release(self, time: float) -> None:
        step = min(time - self._last, LONGEST_STEP_SECONDS)
        self._vehicles_owed = min(self._vehicles_owed + step * self._vehicle_rate, self._vehicle_rate)
        while self._vehicles_owed >= 1 and (message := self._vehicles.next(time)) is not None:
            self._vehicles_owed -= 1
            self._emit(message)
        while (message := self._drive(time)) is not None:
            self._emit(message)
        self._riders_owed += step * self._day.rate(time - self._begins_at)
        while self._riders_owed >= 1:
            self._riders_owed -= 1
            self._emit(self._riders.next())

    def _emit(self, message: Message) -> None:
        self._journal.write("a", now(), message.correlation)
        self._publisher.publish(message)


def main(argument: str) -> None:
    """Runs the producer with its orders."""
    Producer(Orders(**json.loads(argument))).run()
