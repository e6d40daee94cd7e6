"""What a run is made of: the whole day, and its quick cut."""

from __future__ import annotations

from dataclasses import dataclass

from .arithmetic import Policy
from .curve import Day

LISTS, BOOKINGS, QUERIES, DISPATCH = (
    "list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker")
# How much of a core a worker of each kind may use.
SHARES = {LISTS: 0.04, BOOKINGS: 0.06, QUERIES: 0.04, DISPATCH: 0.08}


@dataclass(frozen=True)
class Size:
    """A day, and how much faster than the wall's the clock of the autoscaler is."""

    day: Day
    speed: float
    vehicles: int
    policies: dict[str, Policy]


def policies(most: int) -> dict[str, Policy]:
    """The messages that a worker of each kind may have for it, and how many workers there may be."""
    values = {LISTS: 8, BOOKINGS: 10, QUERIES: 8, DISPATCH: 16}
    return {kind: Policy(value, least=1 if kind == QUERIES else 2, most=most) for kind, value in values.items()}


WHOLE = Size(Day(420.0, 110.0), speed=10.0, vehicles=400, policies=policies(6))
QUICK = Size(Day(120.0, 60.0), speed=30.0, vehicles=250, policies=policies(4))
