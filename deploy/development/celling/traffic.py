"""What the gateway of the check sends: requests of riders and reports of vehicles, each of one area."""

from __future__ import annotations

import base64
import hashlib
import heapq
import random
from typing import Any

from faulting.publishing import Message
from faulting.road import CAPACITIES, PRODUCTS, REPORT_SECONDS, Road

from .areas import SLOW, WEST, destination, place

OPTIONS = ("Compact", "Sedan", "Taxi")
REPEATS, BOOKINGS = 0.08, 0.35
REMEMBERED = 400


def ride_of(rider: str, identifier: str) -> str:
    """The identifier of the ride that a booking makes; a gateway knows it before it sends the booking."""
    digest = hashlib.sha256(f"{rider}\0{identifier}".encode()).digest()[:16]
    return base64.b32encode(digest).decode().lower().rstrip("=")


class SlowRoad(Road):
    """Drives rides more slowly, so that many are under way at any time."""

    def __init__(self, numbers: random.Random) -> None:
        super().__init__(numbers)
        self._pauses = numbers

    def _pause(self, identifier: str, phase: str) -> float:
        return self._pauses.uniform(0.5, 2.0)


class Riders:
    """Requests of riders of all areas, each booking by a rider of its own; some are sent again, also much later."""

    def __init__(self, road: Road, numbers: random.Random) -> None:
        self._road, self._numbers = road, numbers
        self._count = 0
        self._recent: list[Message] = []

    def next(self) -> Message:
        """The next request."""
        self._count += 1
        if self._recent and self._numbers.random() < REPEATS:
            message = self._numbers.choice(self._recent)
            return Message(f"{message.identifier}/{self._count}", message.identifier, message.type, message.queue,
                           message.who, message.body)
        drawn = self._numbers.random()
        if drawn < BOOKINGS:
            message = self._booking()
        elif drawn < BOOKINGS + (1 - BOOKINGS) / 2:
            message = self._listing()
        else:
            message = self._query()
        self.remember(message)
        return message

    def remember(self, message: Message) -> None:
        """Keeps a message that may be sent again on purpose."""
        if len(self._recent) < REMEMBERED:
            self._recent.append(message)
        else:
            self._recent[self._numbers.randrange(REMEMBERED)] = message

    def _booking(self) -> Message:
        rider, name = f"rider-{self._count}", f"b{self._count}"
        method: dict[str, Any] = {"type": "credit", "identificationHint": "4242", "token": "pm_1"}
        if self._numbers.random() < 0.5:
            method["token"] = SLOW
        body = self._trip(rider) | {"rideOptionName": self._numbers.choice(OPTIONS), "paymentMethod": method}
        return Message(f"{name}/0", name, "request-ride.handle", "request-ride", rider, body)

    def _listing(self) -> Message:
        rider, name = f"looker-{self._count}", f"l{self._count}"
        return Message(f"{name}/0", name, "list-ride-options.handle", "list-options", rider, self._trip(rider))

    def _query(self) -> Message:
        ride, name = self._road.any(), f"q{self._count}"
        if ride is None:
            return self._listing()
        body = {"riderIdentifier": ride.rider, "rideIdentifier": ride.identifier}
        return Message(f"{name}/0", name, "get-ride-status.handle", "status-query", ride.rider, body)

    def _trip(self, rider: str) -> dict[str, Any]:
        area = self._numbers.choice(list(WEST))
        return {"riderIdentifier": rider, "locale": "en_US", "pickupLocation": place(area, self._numbers),
                "dropOffLocation": destination(area)}


class Vehicles:
    """Vehicles that stand in the middle of their areas and report by turns; an identifier begins with the area."""

    def __init__(self, count: int, numbers: random.Random) -> None:
        self._numbers = numbers
        self._sequences = dict.fromkeys(((area, index) for area in WEST for index in range(count)), 0)
        self._due = [(0.0, vehicle) for vehicle in self._sequences]

    def next(self, time: float) -> Message | None:
        """The next report that is due; None when none is."""
        if not self._due or self._due[0][0] > time:
            return None
        vehicle = heapq.heappop(self._due)[1]
        heapq.heappush(self._due, (time + REPORT_SECONDS, vehicle))
        self._sequences[vehicle] += 1
        (area, index), sequence = vehicle, self._sequences[vehicle]
        product, name = PRODUCTS[index % len(PRODUCTS)], vehicle_name(area, index)
        body: dict[str, Any] = {
            "vehicleIdentifier": name, "sequence": sequence, "onDuty": True, "products": [product],
            "capacity": CAPACITIES[product], "location": place(area, self._numbers),
            "registrationPlate": f"{area[:2].upper()} {index:04}", "manufacturer": "Orion", "model": "Atlas",
            "driver": {"name": f"Driver {index}", "rating": "4.5", "phoneNumber": "+13125550100"}}
        identifier = f"{name}.{sequence}"
        return Message(f"{identifier}/0", identifier, "vehicle.update", "dispatch", name, body)


def vehicle_name(area: str, index: int) -> str:
    """What a vehicle is called."""
    return f"{area}-{index}"
