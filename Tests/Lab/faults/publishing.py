"""Publishes with confirms and a journal: what was not confirmed is sent again, under the same identifiers."""

from __future__ import annotations

import json
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

import pika
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

from fleets.processes import now

from .journal import Journal
from .link import Link

# Who sends what riders do not send; each role has an exchange of its own.
ROLES = {"vehicle.update": "vehicles", "ride.update": "vehicles", "payment.result": "payments",
         "ride.refund": "operators", "ride.settle": "operators"}
WINDOW = 500
REFUSED_PAUSE_SECONDS = 0.2


@dataclass
class Message:
    """A request; `correlation` names this one sending, `identifier` what it asks for."""

    correlation: str
    identifier: str
    type: str
    queue: str
    who: str
    body: dict[str, Any] | bytes
    headers: dict[str, Any] | None = None
    attempt: int = 0
    was_returned: bool = False


def exchange_of(kind: str) -> str:
    """The exchange of the role that sends messages of a type."""
    return f"livery.requests.{ROLES.get(kind, 'riders')}"


class Publisher:
    """Keeps a window of unconfirmed messages; survives the loss of its connection."""

    def __init__(self, loop: IOLoop, urls: list[str], journal: Journal, reply_to: str | None) -> None:
        self._journal, self._reply_to = journal, reply_to
        self._waiting: deque[Message] = deque()
        self._unconfirmed: dict[int, Message] = {}
        self._by_correlation: dict[str, Message] = {}
        self._tag = self._resting = 0
        self._loop = loop
        self.sent = self.confirmed = 0
        self._link = Link(loop, urls, self._opened, self._lost)
        self._link.open()

    @property
    def room(self) -> int:
        """How many messages may be given now."""
        return WINDOW - self.pending

    @property
    def pending(self) -> int:
        """How many messages are not confirmed yet."""
        return len(self._waiting) + len(self._unconfirmed) + self._resting

    def publish(self, message: Message) -> None:
        """Takes a message, to be published as soon as the connection allows."""
        self._waiting.append(message)
        self.pump()

    def pump(self) -> None:
        """Publishes what waits."""
        channel = self._link.channel
        if channel is None or self._link.is_blocked or not self._waiting:
            return
        batch = [self._waiting.popleft() for _ in range(min(len(self._waiting), WINDOW - len(self._unconfirmed)))]
        for message in batch:
            self._journal.write("s", now(), message.correlation, message.identifier, message.type, message.queue,
                                message.who, message.attempt)
        # A message that the fleet may see is in the journal first; otherwise its answer would be a phantom.
        self._journal.flush()
        for message in batch:
            self._send(channel, message)

    def close(self) -> None:
        """Closes the connection."""
        self._link.close()

    def _send(self, channel: Channel, message: Message) -> None:
        message.attempt += 1
        message.was_returned = False
        self.sent += message.attempt == 1
        self._tag += 1
        self._unconfirmed[self._tag] = message
        self._by_correlation[message.correlation] = message
        if not channel.is_open:
            return
        body = message.body if isinstance(message.body, bytes) else json.dumps(message.body).encode()
        channel.basic_publish(
            exchange_of(message.type), message.type, body,
            pika.BasicProperties(
                type=message.type, message_id=message.identifier, correlation_id=message.correlation,
                reply_to=self._reply_to, content_type="application/json", delivery_mode=2,
                headers=message.headers, timestamp=int(time.time())),
            mandatory=True)

    def _opened(self, channel: Channel) -> None:
        self._tag = 0
        channel.add_on_return_callback(self._returned)
        channel.confirm_delivery(self._settled, callback=lambda _: self.pump())

    def _lost(self, reason: str) -> None:
        unknown = sorted(self._unconfirmed.items(), reverse=True)
        self._unconfirmed.clear()
        for _, message in unknown:
            self._waiting.appendleft(message)

    def _returned(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        message = self._by_correlation.get(properties.correlation_id)
        if message is not None:
            message.was_returned = True

    def _settled(self, frame: pika.frame.Method) -> None:
        method = frame.method
        is_ack = isinstance(method, pika.spec.Basic.Ack)
        first = min(self._unconfirmed, default=method.delivery_tag) if method.multiple else method.delivery_tag
        for tag in range(first, method.delivery_tag + 1):
            message = self._unconfirmed.pop(tag, None)
            if message is not None:
                self._settle(message, is_ack)
        self.pump()

    def _settle(self, message: Message, is_ack: bool) -> None:
        kind = "n" if not is_ack else "u" if message.was_returned else "c"
        self._journal.write(kind, now(), message.correlation)
        if kind == "c":
            self.confirmed += 1
            del self._by_correlation[message.correlation]
        else:
            self._resting += 1
            self._loop.call_later(REFUSED_PAUSE_SECONDS, lambda: self._rested(message))

    def _rested(self, message: Message) -> None:
        self._resting -= 1
        self.publish(message)
