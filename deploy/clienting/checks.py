"""What a client has to have sent, printed and booked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .line import BOOKING, Publication

EXCHANGE = "livery.requests.riders"
LISTED = r"listed \d+ options"
WHOLE = "\n".join([
    r"booked (?P<ride>[a-z2-7]+)", r"(status (?P=ride) \d+ [a-zA-Z]+\n)*ended (?P=ride) completed",
    r"refused cancel-ride\.handle notCancelable no", LISTED, r"booked (?P<other>[a-z2-7]+)",
    r"canceled (?P=other) canceledByUser", r"done\n"])


def killed(output: str) -> Iterable[str]:
    """A client that was killed between publishing its booking and the confirm."""
    if not re.fullmatch(LISTED + "\n", output):
        yield f"expected a list and nothing else before the kill, got:\n{output}"


def cut_off(output: str, identifier: str) -> Iterable[str]:
    """A client whose booking was answered late and whose connection was lost while it followed the ride."""
    again = f"again {BOOKING} {identifier}\n"
    if not output.startswith(again):
        yield f"expected '{again.strip()}' first, got:\n{output}"
    if not re.search(r"^booked [a-z2-7]+\n(.*\n)*repeat \S+\n", output, re.MULTILINE):
        yield f"expected a booking and its repeat, got:\n{output}"
    if "listed" in output or "done" in output:
        yield f"expected the kept booking and no end, got:\n{output}"


def ended(output: str, rides: list[dict]) -> Iterable[str]:
    """A client that came to its end, and the rides of its rider in the store."""
    if "again cancel-ride.handle " not in output:
        yield f"expected that the refused cancellation is sent again, got:\n{output}"
    lines = "".join(line + "\n" for line in output.splitlines() if not line.startswith(("again ", "repeat ")))
    found = re.fullmatch(WHOLE, lines)
    if not found:
        yield f"expected a ride to its end, a refusal and a cancellation, got:\n{output}"
        return
    booked = {ride["status"]["rideIdentifier"]: ride["status"]["completionStatus"]["outcome"] for ride in rides}
    expected = {found["ride"]: "completed", found["other"]: "canceledByUser"}
    if len(rides) != 2 or booked != expected:
        yield f"expected {expected} in the store, got {booked}"


def sent(published: list[Publication]) -> Iterable[str]:
    """All messages of a client, over all of its starts."""
    for publication in published:
        yield from properties(publication)
    bookings = [publication for publication in published if publication.properties.type == BOOKING]
    first = [booking for booking in bookings if booking.properties.message_id == bookings[0].properties.message_id]
    if len(first) < 4 or any(booking.body != first[0].body for booking in first):
        yield f"expected the first booking four times with one body, got {[booking.body for booking in first]}"
    if len({booking.properties.message_id for booking in bookings}) != 2:
        yield f"expected two bookings by their ids, got {[booking.properties.message_id for booking in bookings]}"
    if any("quoteIdentifier" not in booking.body for booking in bookings):
        yield "expected bookings with a quote"


def properties(publication: Publication) -> Iterable[str]:
    """What each message has to have."""
    method, has = publication.method, publication.properties
    found = {
        "exchange": method.exchange, "routing key": method.routing_key, "mandatory": bool(method.mandatory),
        "correlation_id": has.correlation_id, "strict": (has.headers or {}).get("strict"), "type": has.type,
        "delivery_mode": has.delivery_mode, "content_type": has.content_type}
    expected = {
        "exchange": EXCHANGE, "routing key": has.type, "mandatory": True, "correlation_id": has.message_id or "an id",
        "strict": True, "type": has.type or "a type", "delivery_mode": 2, "content_type": "application/json"}
    for name in expected:
        if found[name] != expected[name]:
            yield f"{has.type}: expected {name} {expected[name]}, got {found[name]}"
    if not (has.reply_to or "").startswith(("amq.gen-", "amq_")):
        yield f"{has.type}: expected a reply_to that the broker names, got {has.reply_to}"
