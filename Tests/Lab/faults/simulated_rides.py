"""Vehicles and the rides that they serve, as the producer plays them: it reads events and reports what comes next."""

from __future__ import annotations

import heapq
import random
from dataclasses import dataclass
from typing import Any

from .places import position, reported_at
from .publishing import Message

PRODUCTS = ("compact", "sedan", "taxi")
CAPACITIES = {"compact": 1, "sedan": 4, "taxi": 4}
REPORT_SECONDS = 15.0
# After so long without an event of a ride, its next report is sent again with a new identifier.
PATIENCE_SECONDS = 15.0


@dataclass
class Ride:
    """A ride as its driver sees it."""

    identifier: str
    rider: str
    sequence: int
    phase: str
    vehicle: str | None
    heard_at: float
    attempt: int = 0


class Vehicles:
    """Vehicles that stand at the station and report by turns."""

    def __init__(self, count: int, numbers: random.Random, has_implausible: bool = False) -> None:
        self._numbers, self._has_implausible = numbers, has_implausible
        self._sequences = [0] * count
        self._due: list[tuple[float, int]] = [(0.0, index) for index in range(count)]

    def next(self, time: float) -> Message | None:
        """The next report that is due; None when none is."""
        if not self._due or self._due[0][0] > time:
            return None
        _, index = heapq.heappop(self._due)
        heapq.heappush(self._due, (time + REPORT_SECONDS, index))
        self._sequences[index] += 1
        product = PRODUCTS[index % len(PRODUCTS)]
        # The first position is accepted whatever it is, so it is the right one.
        has_implausible = self._has_implausible and self._sequences[index] > 1
        vehicle, sequence = f"veh-{index}", self._sequences[index]
        body: dict[str, Any] = {
            "vehicleIdentifier": vehicle, "sequence": sequence, "onDuty": True, "products": [product],
            "capacity": CAPACITIES[product], "location": position(self._numbers, has_implausible),
            "registrationPlate": f"FL {index:04}", "manufacturer": "Orion", "model": "Atlas",
            "driver": {"name": f"Driver {index}", "rating": "4.5", "phoneNumber": "+13125550100"}}
        identifier = f"v{index}.{sequence}"
        return Message(f"{identifier}/0", identifier, "vehicle.update", "dispatch", vehicle, body)


class SimulatedRides:
    """Moves rides from phase to phase: after each event of a ride, a driver's report or a cancellation is due."""

    def __init__(self, numbers: random.Random) -> None:
        self._numbers = numbers
        self._rides: dict[str, Ride] = {}
        self._due: list[tuple[float, str, int, int]] = []
        # Events come more than once, also those of a ride that has ended long ago.
        self._ended: set[str] = set()

    def learn(self, event: dict[str, Any], time: float) -> None:
        """Takes note of an event."""
        status = event["data"]
        identifier, sequence, phase = status["rideIdentifier"], status["sequence"], status["phase"]
        known = self._rides.get(identifier)
        if identifier in self._ended or known is not None and known.sequence >= sequence:
            return
        vehicle = (status.get("vehicle") or {}).get("vehicleIdentifier") or event.get("askedvehicle")
        if phase == "completed":
            self._ended.add(identifier)
        self._rides[identifier] = Ride(identifier, status["riderIdentifier"], sequence, phase, vehicle, time)
        self._plan(identifier, sequence, time + self._pause(identifier, phase))

    def next(self, time: float) -> Message | None:
        """The next message about a ride that is due; None when none is."""
        while self._due and self._due[0][0] <= time:
            _, identifier, sequence, attempt = heapq.heappop(self._due)
            ride = self._rides.get(identifier)
            if ride is None or ride.sequence != sequence or ride.attempt != attempt:
                continue
            message = self._message(ride)
            if ride.phase == "completed":
                del self._rides[identifier]
            else:
                ride.attempt += 1
                self._plan(identifier, sequence, time + PATIENCE_SECONDS, ride.attempt)
            if message is not None:
                return message
        return None

    def any(self) -> Ride | None:
        """Some ride that is under way."""
        return self._numbers.choice(list(self._rides.values())) if self._rides else None

    def _pause(self, identifier: str, phase: str) -> float:
        """How long after an event the next message about its ride is due."""
        return self._numbers.uniform(0.05, 0.4)

    def _plan(self, identifier: str, sequence: int, time: float, attempt: int = 0) -> None:
        heapq.heappush(self._due, (time, identifier, sequence, attempt))

    def _message(self, ride: Ride) -> Message | None:
        name = f"{ride.identifier}.{ride.sequence}.{ride.attempt}"
        drawn = self._numbers.random()
        if ride.phase == "completed":
            return feedback(ride, name) if drawn < 0.3 else None
        if ride.vehicle is None:
            return None
        if ride.phase in ("confirmed", "approachingPickup") and drawn < 0.08:
            return cancellation(ride, name)
        event = {"received": "accepted", "confirmed": "approaching" if drawn < 0.5 else "arrived",
                 "approachingPickup": "arrived", "pickup": "started", "ongoing": "ended"}[ride.phase]
        return self._report(ride, ride.vehicle, event, name)

    def _report(self, ride: Ride, vehicle: str, event: str, name: str) -> Message:
        """The driver reports the rest of the ride."""
        body: dict[str, Any] = {"rideIdentifier": ride.identifier, "vehicleIdentifier": vehicle, "event": event,
                                "occurredAt": reported_at(self._numbers, ride.rider)}
        return Message(f"d{name}/0", f"d{name}", "ride.update", "dispatch", vehicle, body)


def cancellation(ride: Ride, name: str) -> Message:
    """The rider cancels."""
    body = {"riderIdentifier": ride.rider, "rideIdentifier": ride.identifier, "reason": "changed my mind"}
    return Message(f"x{name}/0", f"x{name}", "cancel-ride.handle", "request-ride", ride.rider, body)


def feedback(ride: Ride, name: str) -> Message:
    """The rider rates a ride that has ended."""
    body = {"riderIdentifier": ride.rider, "rideIdentifier": ride.identifier, "rating": 9}
    return Message(f"f{name}/0", f"f{name}", "send-ride-feedback.handle", "request-ride", ride.rider, body)
