"""Riders, drivers and operators, as far as a fault needs them: they send single messages, or many at a pace."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pika

from fleets.processes import SuiteError
from faults.publishing import exchange_of

PICKUP = {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"}
NEAR = {"latitude": 41.8829, "longitude": -87.6271, "name": "Hotel"}
DROP_OFF = {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}
CARD = {"type": "credit", "identificationHint": "4242", "token": "pm_1"}
# The queue of unread answers; the oldest are dropped.
UNREAD = "replies.guest.unread"
ANSWER_SECONDS = 150.0


class Sender:
    """A connection of its own; to be used by one thread."""

    def __init__(self, url: str) -> None:
        self._connection = pika.BlockingConnection(pika.URLParameters(f"{url}?heartbeat=0"))
        self.channel = self._connection.channel()
        self.channel.queue_declare(UNREAD, durable=True, arguments={"x-max-length": 100})
        self._replies = self.channel.queue_declare("", exclusive=True).method.queue

    def send(self, kind: str, body: dict[str, Any] | bytes, reply_to: str | None = UNREAD, identifier: str = "") -> str:
        """Sends a message in the name of the role that its type has."""
        identifier = identifier or str(uuid.uuid4())
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.channel.basic_publish(exchange_of(kind), kind, content, pika.BasicProperties(
            type=kind, message_id=identifier, correlation_id=identifier, reply_to=reply_to,
            content_type="application/json", delivery_mode=2, timestamp=int(time.time())))
        return identifier

    def ask(self, kind: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a message and waits for its answer."""
        identifier = self.send(kind, body, self._replies)
        deadline = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < deadline:
            method, properties, answer = self.channel.basic_get(self._replies, auto_ack=True)
            if method is not None and properties.correlation_id == identifier:
                return json.loads(answer)
            self._connection.sleep(0.05)
        raise SuiteError(f"expected an answer to {kind} within {ANSWER_SECONDS:.0f} s")

    def book(self, rider: str = "", option: str = "Compact", drop_off: dict[str, Any] | None = None) -> str:
        """Books a ride and returns its identifier."""
        answer = self.ask("request-ride.handle", booking(rider or f"rider-{uuid.uuid4()}", option, drop_off))
        ride = answer.get("rideStatus", {}).get("rideIdentifier")
        if ride is None:
            raise SuiteError(f"expected a ride for the booking, got {answer}")
        return str(ride)

    def pause(self, seconds: float) -> None:
        """Waits, and reads the broker's frames."""
        self._connection.sleep(seconds)

    def close(self) -> None:
        """Closes the connection."""
        if self._connection.is_open:
            self._connection.close()


class Stream:
    """Sends something again and again on a thread of its own, until it is stopped."""

    def __init__(self, url: str, pause: float, send: Callable[[Sender, int], None]) -> None:
        self._url, self._pause, self._send = url, pause, send
        self._stopping = threading.Event()
        self.problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends it, and says what went wrong with it."""
        self._stopping.set()
        self._thread.join(20)
        if self.problem is not None:
            raise SuiteError(f"the traffic ended by itself: {self.problem!r}")

    def _run(self) -> None:
        try:
            sender = Sender(self._url)
            number = 0
            while not self._stopping.is_set():
                self._send(sender, number)
                number += 1
                sender.pause(self._pause)
            sender.close()
        except Exception as error:  # reported by stop, since a thread cannot raise to its starter
            self.problem = error


def booking(rider: str, option: str = "Compact", drop_off: dict[str, Any] | None = None) -> dict[str, Any]:
    """The body of a booking."""
    return {"riderIdentifier": rider, "rideOptionName": option, "pickupLocation": PICKUP,
            "dropOffLocation": drop_off or DROP_OFF, "paymentMethod": CARD}


def listing(rider: str) -> dict[str, Any]:
    """The body of a list."""
    return {"riderIdentifier": rider, "pickupLocation": PICKUP, "dropOffLocation": DROP_OFF}


def position(vehicle: str, sequence: int, product: str = "compact") -> dict[str, Any]:
    """The body of a vehicle's update."""
    return {"vehicleIdentifier": vehicle, "sequence": sequence, "onDuty": True, "products": [product], "capacity": 4,
            "location": {"latitude": 41.8827, "longitude": -87.6233}, "registrationPlate": "LV 1001",
            "manufacturer": "Honda", "model": "Fit",
            "driver": {"name": "Ana P.", "rating": "4.8", "phoneNumber": "+13125550101"}}


def report(ride: str, vehicle: str, event: str) -> dict[str, Any]:
    """The body of a driver's report, of now."""
    return {"rideIdentifier": ride, "vehicleIdentifier": vehicle, "event": event,
            "occurredAt": datetime.now(UTC).isoformat().replace("+00:00", "Z")}
