"""The checks of vehicles: each has one ride at a time, and is claimed for it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .evidence import Event, Evidence, Violation

COMPLETED = "completed"


class Vehicles:
    """Judges what the evidence of a run says of its vehicles."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence

    def check(self, compares_times: bool) -> Iterator[Violation]:
        """Everything; the times of events only where they are those of one clock."""
        yield from self._unfinished()
        yield from self._claims()
        if compares_times:
            yield from self._times()

    def _unfinished(self) -> Iterator[Violation]:
        """No vehicle has two unfinished rides, at the end or at any audit."""
        taken = Counter(ride.vehicle for ride in self.evidence.rides if ride.is_unfinished and ride.vehicle)
        for vehicle, count in taken.items():
            if count > 1:
                yield Violation("vehicle twice", f"{vehicle} has {count} unfinished rides")
        for audit in self.evidence.audits:
            yield Violation("vehicle twice", audit)

    def _claims(self) -> Iterator[Violation]:
        """A vehicle is claimed for the unfinished ride that it serves, and for nothing else."""
        serving = {(ride.vehicle, ride.identifier) for ride in self.evidence.rides
                   if ride.is_unfinished and ride.vehicle}
        for vehicle, ride in self.evidence.claims - serving:
            yield Violation("claim", f"{vehicle} is claimed for ride {ride}, which it does not serve")
        for vehicle, ride in serving - self.evidence.claims:
            yield Violation("claim", f"{vehicle} serves ride {ride}, and is not claimed for it")

    def _times(self) -> Iterator[Violation]:
        """By the times of its events, a vehicle is in one ride at a time."""
        for vehicle, spans in spans_by_vehicle(self.evidence.events).items():
            for earlier, later in pairwise(sorted(spans)):
                if later.start < earlier.end:
                    yield Violation("vehicle twice", f"{vehicle} is in ride {later.ride} from {later.start}, "
                                                     f"and in {earlier.ride} until {earlier.end}")


class Span(NamedTuple):
    """The time for which a vehicle is in a ride, in microseconds since 1970."""

    start: int
    end: float
    ride: str


def spans_by_vehicle(events: list[Event]) -> dict[str, list[Span]]:
    """The rides of each vehicle, by the times of their events."""
    by_ride: dict[str, dict[int, Event]] = defaultdict(dict)
    for event in events:
        by_ride[event.ride][event.sequence] = event
    found: dict[str, list[Span]] = defaultdict(list)
    for ride, changes in by_ride.items():
        vehicle, since = None, 0
        for change in (changes[sequence] for sequence in sorted(changes)):
            serving = None if change.phase == COMPLETED else change.vehicle
            if serving != vehicle:
                if vehicle is not None:
                    found[vehicle].append(Span(since, change.updated_at, ride))
                vehicle, since = serving, change.updated_at
        if vehicle is not None:
            found[vehicle].append(Span(since, math.inf, ride))
    return found
