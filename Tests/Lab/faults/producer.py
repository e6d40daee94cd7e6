"""The producer, a process of its own: plays riders, drivers and vehicles against the fleet and keeps the journal.

It runs until SIGTERM, then waits for the outstanding confirms and ends.
"""

from __future__ import annotations

import json
import os
import random
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pika
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

from fleets.broker import FEED, STATUS_CHANGED
from fleets.processes import now

from . import malformed
from .journal import Journal
from .link import Link
from .paying import PaidRides
from .places import FAR_RIDER, FAR_ENDS, trip
from .publishing import Message, Publisher
from .simulated_rides import SimulatedRides, Vehicles

TURN_SECONDS = 0.02
LAST_CONFIRMS_SECONDS = 600.0
OPTIONS = ("Compact", "Sedan", "Taxi")


@dataclass
class Orders:
    """The producer's settings on its command line, as JSON."""

    urls: list[str]
    journal: str
    progress: str
    reply_to: str
    seed: int
    rate: float
    vehicles: int
    burst_seconds: float = 0.0
    repeats: float = 0.05
    bookings: float = 0.35
    malformed: float = 0.0
    unreadable: float = 0.0
    is_paying: bool = False
    implausible: float = 0.0


class Riders:
    """Requests of riders, each booking by a rider of its own; some are sent again while or after they are handled."""

    def __init__(self, orders: Orders, rides: SimulatedRides, numbers: random.Random) -> None:
        self._orders, self._rides, self._numbers = orders, rides, numbers
        self._count = 0
        self._recent: list[Message] = []

    def next(self) -> Message:
        """The next request."""
        if self._recent and self._numbers.random() < self._orders.repeats:
            return self.repeat(self._numbers.choice(self._recent))
        self._count += 1
        if self._numbers.random() < self._orders.malformed:
            return malformed.request(self._count, self._numbers)
        if self._numbers.random() < self._orders.unreadable:
            return malformed.unreadable(self._count, self._numbers)
        drawn = self._numbers.random()
        if drawn < self._orders.bookings:
            message = self._booking()
        elif drawn < self._orders.bookings + (1 - self._orders.bookings) / 2:
            message = self._listing()
        else:
            message = self._query()
        self.remember(message)
        return message

    def remember(self, message: Message) -> None:
        """Keeps a message that may be sent again on purpose."""
        if len(self._recent) < 200:
            self._recent.append(message)
        else:
            self._recent[self._numbers.randrange(200)] = message

    def repeat(self, message: Message) -> Message:
        """The same request once more: same identifier, same body, another correlation."""
        self._count += 1
        return Message(f"{message.identifier}/{self._count}", message.identifier, message.type, message.queue,
                       message.who, message.body)

    def _booking(self) -> Message:
        far = self._numbers.choice(tuple(FAR_ENDS)) if self._numbers.random() < self._orders.implausible else None
        rider, name = f"{FAR_RIDER}{far}-{self._count}" if far else f"rider-{self._count}", f"b{self._count}"
        body = self._trip(rider) | trip(self._numbers, far) | {
            "rideOptionName": self._numbers.choice(OPTIONS),
            "paymentMethod": {"type": "credit", "identificationHint": "4242", "token": "pm_1"}}
        return Message(f"{name}/0", name, "request-ride.handle", "request-ride", rider, body)

    def _listing(self) -> Message:
        rider, name = f"looker-{self._count}", f"l{self._count}"
        return Message(f"{name}/0", name, "list-ride-options.handle", "list-options", rider, self._trip(rider))

    def _query(self) -> Message:
        ride, name = self._rides.any(), f"q{self._count}"
        body = {"riderIdentifier": ride.rider if ride else f"asker-{self._count}"}
        if ride:
            body["rideIdentifier"] = ride.identifier
        who = body["riderIdentifier"]
        return Message(f"{name}/0", name, "get-ride-status.handle", "status-query", who, body)

    def _trip(self, rider: str) -> dict[str, Any]:
        return {"riderIdentifier": rider, "locale": "en_US"} | trip(self._numbers)


class Producer:
    """Ties it together on one event loop."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders
        numbers = random.Random(orders.seed)
        self._loop = IOLoop()
        self._journal = Journal(Path(orders.journal))
        self._rides = PaidRides(numbers) if orders.is_paying else SimulatedRides(numbers)
        self._vehicles = Vehicles(orders.vehicles, numbers, orders.implausible > 0)
        self._riders = Riders(orders, self._rides, numbers)
        self._publisher = Publisher(self._loop, orders.urls, self._journal, orders.reply_to)
        self._feed = Link(self._loop, orders.urls, self._listen, lambda _: None)
        self._last = now()
        self._allowance = self._released = 0.0
        self._next_burst = 0.0
        self._deadline: float | None = None

    def run(self) -> None:
        """Works until SIGTERM."""
        signal.signal(signal.SIGTERM, lambda *_: self._finish())
        self._feed.open()
        self._loop.call_later(0, self._turn)
        self._loop.start()
        self._write_progress()
        self._journal.close()

    def _finish(self) -> None:
        self._deadline = self._deadline or now() + LAST_CONFIRMS_SECONDS

    def _listen(self, channel: Channel) -> None:
        channel.basic_qos(prefetch_count=500)
        channel.basic_consume(FEED, self._heard)

    def _heard(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        if properties.type == STATUS_CHANGED:
            self._rides.learn(json.loads(body), now())
        channel.basic_ack(method.delivery_tag)

    def _turn(self) -> None:
        time = now()
        if self._deadline is None:
            self._release(time)
        elif self._publisher.pending == 0 or time > self._deadline:
            self._loop.stop()
            return
        self._last = time
        self._publisher.pump()
        self._journal.flush()
        self._write_progress()
        self._loop.call_later(TURN_SECONDS, self._turn)

    def _release(self, time: float) -> None:
        """Publishes what is due now."""
        self._pace(time)
        while self._released >= 1 and self._publisher.room > 0:
            self._released -= 1
            self._publisher.publish(self._vehicles.next(time) or self._drive(time) or self._riders.next())

    def _pace(self, time: float) -> None:
        """Releases what the rate allows, at once or in bursts. Requests that an outage prevented are not made up for."""
        most = self._orders.rate * max(self._orders.burst_seconds, 0.25)
        self._allowance = min(self._allowance + (time - self._last) * self._orders.rate, most)
        if time >= self._next_burst:
            self._next_burst = time + self._orders.burst_seconds
            self._released = min(self._released + self._allowance, most)
            self._allowance = 0.0

    def _drive(self, time: float) -> Message | None:
        message = self._rides.next(time)
        if message is not None:
            self._riders.remember(message)
        return message

    def _write_progress(self) -> None:
        publisher = self._publisher
        progress = {"sent": publisher.sent, "confirmed": publisher.confirmed, "pending": publisher.pending}
        temporary = self._orders.progress + ".new"
        Path(temporary).write_text(json.dumps(progress), encoding="utf-8")
        os.replace(temporary, self._orders.progress)


def main(argument: str) -> None:
    """Runs the producer with its orders."""
    Producer(Orders(**json.loads(argument))).run()
