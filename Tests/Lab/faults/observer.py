"""The observer, a process of its own: drains responses and events into a journal, and acknowledges what is on disk."""

from __future__ import annotations

import hashlib
import json
import re
import signal
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pika
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

from fleets.broker import EVENTS, RESPONSES, STATUS_CHANGED
from fleets.processes import now

from .journal import Journal
from .link import Link

FLUSH_SECONDS = 0.05
# What the id of a response has after that of its request: a name of its content.
LAST_PART = re.compile(r"/[a-z2-7]{15}$")


@dataclass
class Orders:
    """The observer's settings on its command line, as JSON."""

    urls: list[str]
    journal: str


def digest(body: bytes) -> str:
    """The digest of a body."""
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def microseconds(text: str) -> int:
    """An instant in microseconds since 1970."""
    return (datetime.fromisoformat(text) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


class Observer:
    """Reads two queues on one channel."""

    def __init__(self, orders: Orders) -> None:
        self._loop = IOLoop()
        self._journal = Journal(Path(orders.journal))
        self._link = Link(self._loop, orders.urls, self._listen, lambda _: self._forget())
        self._newest = 0
        self._stopping = False

    def run(self) -> None:
        """Works until SIGTERM."""
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "_stopping", True))
        self._link.open()
        self._loop.call_later(FLUSH_SECONDS, self._turn)
        self._loop.start()
        self._journal.close()

    def _forget(self) -> None:
        self._newest = 0

    def _listen(self, channel: Channel) -> None:
        channel.basic_qos(prefetch_count=1000)
        channel.basic_consume(RESPONSES, self._response)
        channel.basic_consume(EVENTS, self._event)

    def _turn(self) -> None:
        self._journal.flush(to_disk=self._newest > 0)
        if self._newest and self._link.channel is not None and self._link.channel.is_open:
            self._link.channel.basic_ack(self._newest, multiple=True)
            self._newest = 0
        if self._stopping:
            self._loop.stop()
        else:
            self._loop.call_later(FLUSH_SECONDS, self._turn)

    def _response(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        self._newest = method.delivery_tag
        try:
            answer = json.loads(body)
            status, error = answer.get("rideStatus") or {}, answer.get("error") or {}
            ride = status.get("rideIdentifier")
            # A repeat after the ride hides these.
            for part, name in ((status.get("driver"), "phoneNumber"),
                               (status, "userActivityForCancelingInApplication"),
                               (status.get("completionStatus"), "completionUserActivity")):
                if part:
                    part.pop(name, None)
            self._journal.write(
                "r", now(), properties.correlation_id, LAST_PART.sub("", properties.message_id or ""),
                (properties.type or "").removesuffix(".response"), answer.get("code"), error.get("reason"),
                ride, digest(json.dumps(answer).encode()), method.redelivered, properties.message_id or "", digest(body))
        except (ValueError, AttributeError) as error:
            self._journal.write("x", now(), RESPONSES, f"{error}: {body[:200]!r}")

    def _event(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        self._newest = method.delivery_tag
        if properties.type != STATUS_CHANGED:
            return
        try:
            event = json.loads(body)
            status = event["data"]
            vehicle = (status.get("vehicle") or {}).get("vehicleIdentifier") or event.get("askedvehicle")
            self._journal.write("e", now(), status["rideIdentifier"], status["sequence"], status["phase"],
                                status["riderIdentifier"], vehicle, microseconds(status["updatedAt"]), digest(body),
                                method.redelivered)
        except (ValueError, KeyError, AttributeError) as error:
            self._journal.write("x", now(), EVENTS, f"{error}: {body[:200]!r}")


def main(argument: str) -> None:
    """Runs the observer with its orders."""
    Observer(Orders(**json.loads(argument))).run()
