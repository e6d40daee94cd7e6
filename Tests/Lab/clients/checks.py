"""What a client has to have sent, printed and booked."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .line import BOOKING, CANCELLATION, Publication

EXCHANGE = "livery.requests.riders"
LISTED = r"listed \d+ options"
REFUSED = r"refused request-ride\.handle priceTooHigh newIdentifier"
WHOLE = "\n".join([
    REFUSED, r"booked (?P<ride>[a-z2-7]+)", r"(status (?P=ride) \d+ [a-zA-Z]+\n)*ended (?P=ride) completed",
    *2 * [r"refused cancel-ride\.handle contested sameIdentifier"], r"refused cancel-ride\.handle notCancelable no",
    LISTED, r"booked (?P<other>[a-z2-7]+)", r"canceled (?P=other) canceledByUser", r"done\n"])


def size(code: str, longest: int) -> Iterable[str]:
    """An example is read at one go."""
    lines = [line for line in code.splitlines() if not re.match(r"\s*($|//|/\*|\*|#(?!include))", line)]
    if len(lines) >= longest:
        yield f"expected fewer than {longest} lines of code, got {len(lines)}"


def killed(output: str) -> Iterable[str]:
    """A client whose first booking was refused, and that was killed between publishing the next one and its confirm."""
    if not re.fullmatch(f"{LISTED}\n{REFUSED}\n", output):
        yield f"expected a list, a refusal and nothing else before the kill, got:\n{output}"


def cut_off(output: str, identifier: str) -> Iterable[str]:
    """A client whose booking was answered late and whose connection was lost while it followed the ride."""
    if not re.match(f"{REFUSED}\nagain {re.escape(BOOKING)} {re.escape(identifier)}\n", output):
        yield f"expected the kept refusal, and 'again {BOOKING} {identifier}' first, got:\n{output}"
    if not re.search(r"^booked [a-z2-7]+\n(.*\n)*repeat \S+\n", output, re.MULTILINE):
        yield f"expected a booking and its repeat, got:\n{output}"
    if "listed" in output or "done" in output:
        yield f"expected the kept booking and no end, got:\n{output}"


def ended(output: str, rides: list[dict]) -> Iterable[str]:
    """A client that came to its end, and the rides of its rider in the store."""
    lines = "".join(line + "\n" for line in output.splitlines() if not line.startswith(("again ", "repeat ")))
    found = re.fullmatch(WHOLE, lines)
    if not found:
        yield f"expected a ride to its end, three refusals of one message and a cancellation, got:\n{output}"
        return
    booked = {ride["status"]["rideIdentifier"]: ride["status"]["completionStatus"]["outcome"] for ride in rides}
    expected = {found["ride"]: "completed", found["other"]: "canceledByUser"}
    if len(rides) != 2 or booked != expected:
        yield f"expected {expected} in the store, got {booked}"


def sent(published: list[Publication], refused: str) -> Iterable[str]:
    """All messages of a client, over all of its starts; one booking was refused, and was to be sent with a new id."""
    for publication in published:
        yield from properties(publication)
    bookings, cancellations = bodies(published, BOOKING), bodies(published, CANCELLATION)
    if [len(copies) > 1 for copies in cancellations.values()] != [True, False]:
        yield f"expected two cancellations, the first one again with its id, got {cancellations}"
    for identifier, copies in [*bookings.items(), *cancellations.items()]:
        if any(body != copies[0] for body in copies):
            yield f"expected one body for {identifier}, got {copies}"
    if len(bookings) != 3 or next(iter(bookings)) != refused:
        yield f"expected three bookings by their ids, {refused} first, got {list(bookings)}"
        return
    first, again, _ = bookings.values()
    if again[0] != first[0]:
        yield f"expected the refused booking with a new id and nothing else new, got {first[0]} and {again[0]}"
    if len(again) < 4:
        yield f"expected the first ride to be booked four times with one id, got {len(again)} times"
    yield from quotes([copies[0] for identifier, copies in bookings.items() if identifier != refused])


def bodies(published: list[Publication], kind: str) -> dict[str, list[dict]]:
    """The bodies of one type of message, by its identifiers, as they were sent."""
    found: dict[str, list[dict]] = {}
    for publication in published:
        if publication.properties.type == kind:
            found.setdefault(publication.properties.message_id, []).append(publication.body)
    return found


def quotes(carried_out: list[dict]) -> Iterable[str]:
    """A quote books once: the refused booking has not used it, and each other one has its own."""
    used = [body.get("quoteIdentifier") for body in carried_out]
    if None in used or len(set(used)) != len(used):
        yield f"expected bookings with a quote each, got {used}"


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
