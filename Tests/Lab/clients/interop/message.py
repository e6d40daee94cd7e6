"""A message for the publishing programs, and what has to come of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from .values import Value, kinds

# The prefix of the reason of the broker's own dead letters, which distinguishes them from a worker's.
BY_BROKER = "broker: "

TRIP = {"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}}


@dataclass(frozen=True)
class Request:
    """A type with a body that is carried out; the rider is added for each case."""

    type: str
    queue: str
    code: str
    body: Mapping[str, Any]
    role: str = "riders"
    books: bool = False


def booking() -> Request:
    """A booking far ahead, so that its outcome does not depend on which vehicles are free."""
    start = (datetime.now(UTC) + timedelta(hours=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    body = {"rideOptionName": "Compact", "partySize": 1, "scheduledPickupTime": {"start": start}, **TRIP}
    return Request("request-ride.handle", "livery.request-ride", "inProgress", body, books=True)


LIST = Request("list-ride-options.handle", "livery.list-options", "success", TRIP)
BOOKING = booking()
QUERY = Request("get-ride-status.handle", "livery.status-query", "success", {})
REFUND = Request(
    "ride.refund", "livery.dispatch", "failure unknownRide rideIdentifier",
    {"rideIdentifier": "no-such-ride", "amount": {"amount": "1.00", "currencyCode": "USD"}, "reason": "test"},
    role="operators")


@dataclass(frozen=True)
class Case:
    """One message, its response as `code`, `code reason` or `code reason path`, and the reason of its dead letter."""

    group: str
    name: str
    request: Request = QUERY
    # None: the one of the request. Empty: no response.
    answer: str | None = None
    letter: str = ""
    properties: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Value] = field(default_factory=dict)
    members: Mapping[str, Any] = field(default_factory=dict)
    # The body is filled up with blanks.
    size: int = 0
    frame_max: int = 0
    # How it is published: `confirms`, `plain` or `transaction`.
    mode: str = "confirms"
    times: int = 1
    # Where the answer goes: `queue`, `gone` (a queue that was deleted), `direct`, `left` (direct, and the connection
    # is closed at once) or `none`.
    reply: str = "queue"
    # To a virtual host in which no worker runs.
    is_idle: bool = False

    @property
    def expected(self) -> str:
        """The response that has to come."""
        if self.answer is None:
            return self.request.code if self.reply in ("queue", "direct") else ""
        return self.answer

    @property
    def books(self) -> bool:
        """Whether a ride has to be in the store."""
        return self.request.books and not self.letter and self.answer is None

    def needs(self) -> set[str]:
        """What a library has to be able to do: the types of the headers, and what not all can."""
        special = {"transaction": self.mode == "transaction", "frames": self.frame_max > 0,
                   "depth": self.letter == BY_BROKER + "rejected"}
        return {kind for value in self.headers.values() for kind in kinds(value)} | {
            name for name, is_needed in special.items() if is_needed}

    def body(self, rider: str) -> str:
        """The body, with the rider of this sending."""
        members = {} if self.request is REFUND else {"riderIdentifier": rider}
        return json.dumps({**members, **self.request.body, **self.members}).ljust(self.size)

    def line(self, url: str, identifier: str, reply_to: str | None) -> dict[str, Any]:
        """The message as the programs read it."""
        properties = {"type": self.request.type, "message_id": identifier, "correlation_id": identifier,
                      "reply_to": reply_to, "content_type": "application/json", "delivery_mode": 2, **self.properties}
        return {"url": url, "exchange": f"livery.requests.{self.request.role}", "key": self.request.type,
                "properties": {name: value for name, value in properties.items() if value is not None},
                "headers": dict(self.headers), "body": self.body(identifier), "mode": self.mode,
                "times": self.times, "frame_max": self.frame_max, "reply": self.reply}
