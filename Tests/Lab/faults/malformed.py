"""Requests that are at fault themselves: each is answered, and kept as a dead letter with a reason."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from .publishing import Message

# The mark of such a request.
PREFIX = "broken-"
BODY_LIMIT = 64 << 10
TYPES = {"request-ride": "request-ride.handle", "list-options": "list-ride-options.handle",
         "status-query": "get-ride-status.handle", "dispatch": "ride.update"}

BODIES: tuple[Callable[[random.Random], bytes], ...] = (
    lambda _: b"",
    lambda _: b"{",
    lambda _: b"null",
    lambda _: b"{}",
    lambda _: b'{"riderIdentifier": 7}',
    lambda _: b'{"riderIdentifier": "\xff\xfe"}',
    lambda _: b'{"riderIdentifier": "a", "riderIdentifier": "b"',
    lambda _: b"[" * 40 + b"]" * 40,
    lambda _: b'{"riderIdentifier": "' + b"r" * BODY_LIMIT + b'"}',
    lambda _: b'{"riderIdentifier": 1e999, "rideIdentifier": [{}]}',
    lambda numbers: numbers.randbytes(300),
    lambda _: json.dumps({"riderIdentifier": "", "rideIdentifier": ""}).encode(),
)


# Deeper than librabbitmq 0.15 reads, which is 100, and than Livery takes from any version.
DEPTH = 150


def request(number: int, numbers: random.Random) -> Message:
    """A request for some queue that no worker can carry out."""
    queue = numbers.choice(list(TYPES))
    name = f"{PREFIX}{number}"
    return Message(f"{name}/0", name, TYPES[queue], queue, "no rider", numbers.choice(BODIES)(numbers))


def unreadable(number: int, numbers: random.Random) -> Message:
    """A request whose properties no worker can read: it is not answered."""
    message = request(number, numbers)
    message.headers = {"h": nested(numbers)}
    return message


def nested(numbers: random.Random) -> Any:
    """Tables and arrays within each other."""
    value: Any = 1
    for _ in range(DEPTH):
        value = {"h": value} if numbers.random() < 0.5 else [value]
    return value


def is_malformed(identifier: str | None) -> bool:
    """Whether a request is one of these, by its identifier."""
    return (identifier or "").startswith(PREFIX)
