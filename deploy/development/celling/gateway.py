"""The gateway of the check, a process of its own: sends each message to the cell of its area, and holds what it must.

It runs until SIGTERM, then sends its remaining messages, waits for the outstanding confirms and ends.
"""

from __future__ import annotations

import json
import random
import signal
from collections import defaultdict, deque
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pika
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

from faulting.journal import Journal
from faulting.link import Link
from faulting.publishing import Message, Publisher
from fleets.broker import FEED
from fleets.processes import now

from . import routes
from .areas import area_at
from .traffic import Riders, SlowRoad, Vehicles, ride_of

TURN_SECONDS = 0.02
LAST_SECONDS = 400.0


@dataclass
class Orders:
    """The gateway's command line, as JSON."""

    urls: dict[str, str]
    journal: str
    folder: str
    reply_to: str
    seed: int
    rate: float
    vehicles: int


class Gateway:
    """Ties it together on one event loop."""

    def __init__(self, orders: Orders) -> None:
        self._orders, self._folder = orders, Path(orders.folder)
        numbers = random.Random(orders.seed)
        self._loop = IOLoop()
        self._journal = Journal(Path(orders.journal))
        self._road = SlowRoad(numbers)
        self._vehicles = Vehicles(orders.vehicles, numbers)
        self._riders = Riders(self._road, numbers)
        self._publishers = {cell: Publisher(self._loop, [url], self._journal, orders.reply_to)
                            for cell, url in orders.urls.items()}
        self._feeds = [Link(self._loop, [url], self._listen, lambda _: None) for url in orders.urls.values()]
        self._routes = routes.read(self._folder)
        # A ride is of one area for ever, so nothing of this changes when an area moves.
        self._areas: dict[str, str] = {}
        self._waiting: dict[str, deque[Message]] = defaultdict(deque)
        self._last, self._allowance, self._followed = now(), 0.0, 0
        self._deadline: float | None = None
        self.held = 0

    def run(self) -> None:
        """Works until SIGTERM."""
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "_deadline", self._deadline or now() + LAST_SECONDS))
        for feed in self._feeds:
            feed.open()
        self._loop.call_later(0, self._turn)
        self._loop.start()
        self._write_progress()
        self._journal.close()

    def _listen(self, channel: Channel) -> None:
        channel.basic_qos(prefetch_count=500)
        channel.basic_consume(FEED, self._heard)

    def _heard(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        event = json.loads(body)
        # Rides of others are not driven on by this gateway.
        if event["data"]["rideIdentifier"] in self._areas:
            self._road.learn(event, now())
        channel.basic_ack(method.delivery_tag)

    def _turn(self) -> None:
        time = now()
        self._follow()
        self._release()
        if self._deadline is None:
            self._make(time)
        elif self._pending == 0 and not any(self._waiting.values()) or time > self._deadline:
            self._loop.stop()
            return
        self._last = time
        for publisher in self._publishers.values():
            publisher.pump()
        self._journal.flush()
        self._write_progress()
        self._loop.call_later(TURN_SECONDS, self._turn)

    @property
    def _pending(self) -> int:
        return sum(publisher.pending for publisher in self._publishers.values())

    def _follow(self) -> None:
        """Reads the table, and says that it is followed once all that was sent is confirmed."""
        self._routes = routes.read(self._folder)
        if self._routes.number != self._followed and self._pending == 0:
            self._followed = self._routes.number
            routes.put(self._folder / "followed", str(self._followed))

    def _make(self, time: float) -> None:
        self._allowance = min(self._allowance + (time - self._last) * self._orders.rate, self._orders.rate / 4)
        # A table that is new is not followed while something is on its way.
        while self._allowance >= 1 and self._routes.number == self._followed:
            self._allowance -= 1
            message = self._vehicles.next(time) or self._drive(time) or self._riders.next()
            self._send(message)

    def _drive(self, time: float) -> Message | None:
        message = self._road.next(time)
        if message is not None:
            self._riders.remember(message)
        return message

    def _send(self, message: Message) -> None:
        area = self._area(message)
        if self._routes.is_held(area):
            self.held += 1
            self._waiting[area].append(message)
        else:
            self._publishers[self._routes.areas[area]].publish(message)

    def _release(self) -> None:
        for area, waiting in self._waiting.items():
            publisher = self._publishers[self._routes.areas[area]]
            while waiting and not self._routes.is_held(area) and publisher.room > 0 \
                    and self._routes.number == self._followed:
                publisher.publish(waiting.popleft())

    def _area(self, message: Message) -> str:
        body = message.body
        if not isinstance(body, dict):
            raise ValueError(f"expected a message with members, got {message}")
        if message.type == "vehicle.update":
            return str(body["vehicleIdentifier"]).rpartition("-")[0]
        if "rideIdentifier" in body:
            return self._areas[body["rideIdentifier"]]
        area = area_at(body["pickupLocation"])
        if message.type == "request-ride.handle":
            self._areas[ride_of(message.who, message.identifier)] = area
        return area

    def _write_progress(self) -> None:
        publishers = self._publishers.values()
        state = {"sent": sum(one.sent for one in publishers), "pending": self._pending, "held": self.held,
                "confirmed": sum(one.confirmed for one in publishers)}
        routes.put(self._folder / "progress", json.dumps(state))


def main(argument: str) -> None:
    """Runs the gateway with its orders."""
    Gateway(Orders(**json.loads(argument))).run()
