"""The table of messages, by group."""

from __future__ import annotations

import time
from collections.abc import Iterator, Set
from functools import reduce

from .message import BOOKING, BY_BROKER, LIST, QUERY, REFUND, Case
from .values import Value

BODY_LIMIT = 64 << 10
WRONG, REFUSED = "failure wrongType headers.", "failure unsupportedContentType "
NOW = int(time.time())

# A value of each type that a header can have; pika reads negative integers, fractions and
# unsigned bytes from 128 on as others.
VALUES: dict[str, Value] = {
    "bool": ("bool", "true"), "int8": ("int8", "7"), "uint8": ("uint8", "100"), "int16": ("int16", "30000"),
    "int32": ("int32", "2000000000"), "int64": ("int64", "9223372036854775807"), "float": ("float", "2.0"),
    "double": ("double", "1e300"), "decimal": ("decimal", "-314.15"), "timestamp": ("timestamp", str(NOW)),
    "bytes": ("bytes", "00ff80"), "text": ("text", "Zürich \U0001f695"), "void": ("void", None)}


def cases(abilities: Set[str]) -> list[Case]:
    """What a library that is able to do this is tried with."""
    groups = (content_types(), headers(abilities), known_headers(), reserved_headers(), properties(), bodies(),
              replies(), repeats())
    return [case for group in groups for case in group if case.needs() <= abilities]


def plain() -> list[Case]:
    """A request without anything special, for each worker."""
    return [Case("plain", request.type, request) for request in (LIST, BOOKING, QUERY, REFUND)]


def content_types() -> Iterator[Case]:
    """The properties that say how a body is written."""
    yield Case("content types", "none", BOOKING, properties={"content_type": None})
    for text in ("", "application/json;", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'):
        yield Case("content types", text, properties={"content_type": text})
    for text in ("application/json; charset=iso-8859-1", "application/json; charset=utf-16", "text/json",
                 "application/octet-stream"):
        yield Case("content types", text, BOOKING, REFUSED + "content_type", "unsupported-content-type",
                   {"content_type": text})
    for text in ("identity", "utf-8"):
        yield Case("content types", f"encoded {text}", properties={"content_encoding": text})
    yield Case("content types", "encoded gzip", QUERY, REFUSED + "content_encoding", "unsupported-content-type",
               {"content_encoding": "gzip"})


def headers(abilities: Set[str]) -> Iterator[Case]:
    """Headers that Livery does not know."""
    values = {f"client-{kind}": value for kind, value in VALUES.items() if kind in abilities}
    for name, value in values.items():
        yield Case("headers", name, headers={name: value})
    everything = {**values, "client-table": ("table", values), "client-array": ("array", [*values.values()]),
                  "": ("text", ""), "c" * 255: ("table", {})}
    for request in (LIST, BOOKING, QUERY, REFUND):
        yield Case("headers", f"all types in {request.type}", request, headers=everything)
    yield Case("headers", "all types in a dead letter", QUERY, "failure missingField riderIdentifier", "missing-field",
               headers=everything, members={"riderIdentifier": None})
    yield Case("headers", "32 levels", headers={"client-deep": nested(31)})
    yield Case("headers", "33 levels", QUERY, "", BY_BROKER + "rejected", headers={"client-deep": nested(32)})


def nested(levels: int) -> Value:
    """Tables and arrays within each other."""
    return reduce(lambda inside, level: ("array", [inside]) if level % 2 else ("table", {"in": inside}),
                  range(levels), ("bool", "true"))


def known_headers() -> Iterator[Case]:
    """Headers that Livery reads, in all types."""
    seconds, milliseconds = ("timestamp", str(NOW + 3600)), ("milliseconds", str(NOW * 1000))
    past, future = ("timestamp", str(NOW - 60)), ("text", "2099-01-01T00:00:00Z")
    number, text, table = ("int32", "1"), ("text", "1"), ("table", {"in": ("int32", "1")})
    right = {
        "strict": [("bool", "true"), ("bool", "false"), ("text", "true"), ("void", None)],
        "requested-at": [seconds, past, future, ("void", None)], "deadline": [seconds, future, ("void", None)],
        "schema-version": [number, text, ("int8", "1"), ("uint8", "1"), ("int16", "1"), ("void", None)],
        "traceparent": [number, text, table], "tracestate": [("bytes", "00"), number]}
    for name, values in right.items():
        for value in values:
            yield Case("known headers", f"{name} {value}", headers={name: value})
    wrong = {
        "strict": [number, text, table, ("bytes", b"true".hex()), ("double", "1")],
        "requested-at": [number, text, table, milliseconds, ("bytes", b"2099-01-01T00:00:00Z".hex())],
        "deadline": [number, text, table, milliseconds, ("bool", "true"), ("decimal", "1.5")]}
    for name, values in wrong.items():
        for value in values:
            yield Case("known headers", f"{name} {value}", BOOKING, WRONG + name, "wrong-type", headers={name: value})
    for value in (("int32", "2"), ("text", "one"), table, ("double", "1"), ("bool", "true"), ("bytes", b"1".hex())):
        yield Case("known headers", f"schema-version {value}", BOOKING,
                   "failure unknownSchemaVersion headers.schema-version", "unknown-schema-version",
                   headers={"schema-version": value})
    yield Case("known headers", "deadline in the past", BOOKING, "failure deadlineExceeded headers.deadline",
               headers={"deadline": past})


def reserved_headers() -> Iterator[Case]:
    """Headers that only the broker or the fleet writes, in wrong types, and the broker's count of deliveries."""
    number, table = ("int32", "1"), ("table", {"in": ("int32", "1")})
    for name in ("x-death", "x-livery-reason", "x-livery-redrive-from", "x-first-death-queue", "x-last-death-reason"):
        for value in (number, table, ("array", [number]), ("void", None)):
            yield Case("reserved headers", f"{name} {value}", BOOKING, "", "reserved-header", headers={name: value})
    for value in (number, ("text", "19"), table):
        yield Case("reserved headers", f"x-delivery-count {value}", headers={"x-delivery-count": value})


def properties() -> Iterator[Case]:
    """Properties that Livery does not read, or that decide nothing."""
    for name, values in {"priority": (1, 9, 255), "timestamp": (1, NOW, NOW * 1000, NOW * 1_000_000),
                         "expiration": ("600000",), "app_id": ("other",), "user_id": ("guest",), "type": (None,),
                         "message_id": (None,)}.items():
        for value in values:
            yield Case("properties", f"{name} {value}", properties={name: value})
    yield Case("properties", "timestamp of a booking in milliseconds", BOOKING, properties={"timestamp": NOW * 1000})
    yield Case("properties", "booking without message_id", BOOKING, "failure missingMessageIdentifier message_id",
               "missing-message-identifier", {"message_id": None})
    for value in (1, None):
        yield Case("properties", f"delivery_mode {value}", BOOKING, properties={"delivery_mode": value})
    yield Case("properties", "expiration that passes", BOOKING, "", BY_BROKER + "expired", {"expiration": "1"},
               is_idle=True)


def bodies() -> Iterator[Case]:
    """Bodies of about the largest size, in few and many frames; the longest also takes several frames to the worker."""
    for frame_max in (0, 4096):
        yield Case("bodies", f"the largest, frames of {frame_max}", BOOKING, size=BODY_LIMIT, frame_max=frame_max)
        for size in (BODY_LIMIT + 1, 5 * BODY_LIMIT):
            yield Case("bodies", f"{size} bytes, frames of {frame_max}", BOOKING, "failure bodyTooLarge",
                       "body-too-large", size=size, frame_max=frame_max)


def replies() -> Iterator[Case]:
    """Responses to addresses of all kinds, also those without a reader."""
    for request in (BOOKING, QUERY, REFUND):
        for reply in ("direct", "left", "gone"):
            yield Case("replies", f"{request.type}, {reply}", request, reply=reply)
    yield Case("replies", "direct, in small frames", LIST, reply="direct", frame_max=4096)
    yield Case("replies", "refused, direct", BOOKING, WRONG + "strict", "wrong-type", reply="direct",
               headers={"strict": ("int32", "1")})
    yield Case("replies", "refused, gone", BOOKING, "", "wrong-type", reply="gone", headers={"strict": ("int32", "1")})
    yield Case("replies", "none", BOOKING, reply="none")
    yield Case("replies", "none of a query", QUERY, "", "missing-reply-to", reply="none")
    yield Case("replies", "the queue of others", BOOKING, "", "not-permitted", {"reply_to": "livery.dispatch"})


def repeats() -> Iterator[Case]:
    """The same message several times at once, and publishers without confirms."""
    for mode in ("plain", "transaction"):
        for times in (1, 2, 5):
            yield Case("repeats", f"{times} times, {mode}", BOOKING, mode=mode, times=times)
        yield Case("repeats", f"twice and direct, {mode}", BOOKING, mode=mode, times=2, reply="direct")
