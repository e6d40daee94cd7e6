"""What became a dead letter, with whose reason."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pika.data

from fleets.broker import DEAD_LETTER_QUEUES, idle_connection

from .message import BY_BROKER

LETTER_SECONDS = 150


class Instant(datetime):
    """Reads timestamps after the year 9999 as numbers: those in milliseconds, at which pika would fail."""

    @classmethod
    def utcfromtimestamp(cls, seconds: float) -> Any:
        """The instant of a timestamp."""
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None) if seconds < 253_402_300_800 else seconds


pika.data.datetime = Instant


@dataclass(frozen=True)
class Letter:
    """A dead letter of a worker, or of the broker's own."""

    queue: str
    reason: str
    headers: dict[str, Any]
    body: bytes


class Letters:
    """Takes the dead letters of one run out of the queues of virtual hosts, and leaves others where they are."""

    def __init__(self, urls: Iterable[str], run: str) -> None:
        self._connections = [idle_connection(url) for url in urls]
        self._run = run
        # By the `correlation_id` of their messages.
        self.found: dict[str, list[Letter]] = defaultdict(list)

    def gather(self, due: set[str]) -> None:
        """Takes what there is, until all that are due have come."""
        deadline = time.monotonic() + LETTER_SECONDS
        self._take()
        while due - self.found.keys() and time.monotonic() < deadline:
            self._connections[0].process_data_events(0.1)
            self._take()

    def _take(self) -> None:
        for connection in self._connections:
            channel = connection.channel()
            for queue in DEAD_LETTER_QUEUES:
                method, properties, body = channel.basic_get(queue)
                while method is not None:
                    if (properties.correlation_id or "").startswith(self._run):
                        self.found[properties.correlation_id].append(letter(queue, properties.headers or {}, body))
                        channel.basic_ack(method.delivery_tag)
                    method, properties, body = channel.basic_get(queue)
            # What was not acknowledged goes back.
            channel.close()


def letter(queue: str, headers: dict[str, Any], body: bytes) -> Letter:
    """A dead letter with the reason of who made it."""
    by_broker = BY_BROKER + headers["x-death"][0]["reason"] if "x-death" in headers else ""
    return Letter(queue, headers.get("x-livery-reason") or by_broker, headers, body)
