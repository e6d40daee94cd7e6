"""What a run is made of: the whole day, and its quick cut."""

from __future__ import annotations

from dataclasses import dataclass

from .arithmetic import Policy
from .curve import Day

LISTS, BOOKINGS, QUERIES, DISPATCH = (
    "list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker")
# How much of a core a worker of each kind may use.
SHARES = {LISTS: 0.0125, BOOKINGS: 0.02, QUERIES: 0.0125, DISPATCH: 0.04}
# The most messages of a transaction (default: 128). A worker that waits for its share of the processor holds the locks
# of its transaction meanwhile, so that transactions have to be as much smaller as the share.
BATCH_LIMIT = 8


@dataclass(frozen=True)
class Size:
    """A day, and how much faster than the wall's the clock of the autoscaler is."""

    day: Day
    speed: float
    vehicles: int
    policies: dict[str, Policy]


def policies(most: int) -> dict[str, Policy]:
    """The messages that a worker of each kind may have for it, and how many workers there may be.

    The bound of dispatch is twice that of the others. A backlog of dispatch messages produces further messages: rides
    become due because drivers' reports are late.
    """
    values = {LISTS: 8, BOOKINGS: 10, QUERIES: 8, DISPATCH: 16}
    return {kind: Policy(value, least=2 if kind in (BOOKINGS, DISPATCH) else 1,
                         most=2 * most if kind == DISPATCH else most)
            for kind, value in values.items()}


WHOLE = Size(Day(420.0, 100.0), speed=10.0, vehicles=350, policies=policies(6))
QUICK = Size(Day(120.0, 60.0), speed=30.0, vehicles=300, policies=policies(4))
