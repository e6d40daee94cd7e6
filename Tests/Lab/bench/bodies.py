"""The bodies of requests, drawn from the seed: real ones, with every member that a producer would send.

In a body `%` stands for the number of the request, which the load puts in.
"""

from __future__ import annotations

import hashlib
import json
import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

# From the south side to the north, west of the Loop, where no zone of the catalogue makes a price depend on the hour.
SOUTH, NORTH, WEST, EAST = 41.80, 41.97, -87.70, -87.645
# What vehicles there are, so that a list has three options: a fixed price, another, and a metered one.
PRODUCTS = ("compact", "sedan", "taxi")
# What is booked: products whose ride is confirmed with the vehicle's claim, without a driver's answer.
BOOKED = {"compact": "Compact", "sedan": "Sedan"}
VARIETY = 256
RIDERS = 1000


# The bodies of a load by the number of its first request and how many there are; or some that any load can use.
Bodies = Callable[[int, int], list[str]] | list[str]


@dataclass(frozen=True)
class Trip:
    """From where to where, as bodies have it."""

    pickup: dict[str, Any]
    drop_off: dict[str, Any]


def trips(seed: int) -> list[Trip]:
    """The trips that are asked for in turn."""
    numbers = random.Random(seed)
    return [Trip(place(numbers, f"{100 + index} West Fullerton Avenue, front entrance"),
                 place(numbers, f"{200 + index} North Clark Street, back entrance")) for index in range(VARIETY)]


def place(numbers: random.Random, name: str) -> dict[str, Any]:
    """A place with a name and coordinates of seven digits, as phones send them."""
    return {"latitude": round(numbers.uniform(SOUTH, NORTH), 7),
            "longitude": round(numbers.uniform(WEST, EAST), 7), "name": name}


def lists(asked: list[Trip]) -> list[str]:
    """A list request for each trip."""
    return [line({"riderIdentifier": "bench-rider-%", "locale": "en_US", "pickupLocation": trip.pickup,
                  "dropOffLocation": trip.drop_off}) for trip in asked]


def bookings(asked: list[Trip], quotes: list[dict[str, str]], sign: Callable[[str, str], str]) -> Bodies:
    """Bookings of the trips in turn, each of another rider with a quote that `sign` makes the rider's own."""
    products = list(BOOKED)
    chosen = [products[index % len(products)] for index in range(len(asked))]
    lines = [line({"riderIdentifier": "#", "locale": "en_US", "rideOptionName": BOOKED[product],
                   "quoteIdentifier": "@", "partySize": 1, "paymentMethod": {"type": "applePay"},
                   "pickupLocation": trip.pickup, "dropOffLocation": trip.drop_off})
             for trip, product in zip(asked, chosen, strict=True)]
    tokens = [quoted[product] for quoted, product in zip(quotes, chosen, strict=True)]

    def numbered_from(first: int, count: int) -> list[str]:
        # The load sends the line whose index is the number of the request, less as many times all lines as it can.
        return [booked(number) for number in sorted(range(first, first + count), key=lambda number: number % count)]

    def booked(number: int) -> str:
        index, rider = number % len(lines), rider_of(number)
        return lines[index].replace('"#"', f'"{rider}"').replace("@", sign(rider, tokens[index]))

    return numbered_from


def rider_of(number: int) -> str:
    """The rider who books with the request of that number: a UUID, in no order, as accounts have them."""
    return str(uuid.UUID(bytes=hashlib.md5(f"bench-rider-{number}".encode()).digest(), version=4))


def queries(first: int) -> list[str]:
    """A query for the current ride of each of the riders who have one."""
    return [line({"riderIdentifier": rider_of(number)}) for number in range(first, first + RIDERS)]


def vehicles(seed: int, generation: int, count: int, products: Sequence[str] = PRODUCTS) -> list[str]:
    """An update of each vehicle of a generation with all that there is to tell; the number is its sequence."""
    numbers = random.Random(seed * 1_000_003 + generation)
    return [numbered({"vehicleIdentifier": f"bench-vehicle-{generation}-{index}", "sequence": 0, "onDuty": True,
                      "products": [products[index % len(products)]], "capacity": 4,
                      "location": {"latitude": round(numbers.uniform(SOUTH, NORTH), 7),
                                   "longitude": round(numbers.uniform(WEST, EAST), 7), "course": 90},
                      "registrationPlate": f"LV {index}", "manufacturer": "Toyota", "model": "Camry",
                      "driver": {"name": "Sam R.", "rating": "4.9", "phoneNumber": "+13125550100"}})
            for index in range(count)]


def positions(generation: int, count: int, seed: int) -> list[str]:
    """An update of each of those vehicles with nothing but where it is."""
    numbers = random.Random(seed)
    return [numbered({"vehicleIdentifier": f"bench-vehicle-{generation}-{index}", "sequence": 0,
                      "location": {"latitude": round(numbers.uniform(SOUTH, NORTH), 7),
                                   "longitude": round(numbers.uniform(WEST, EAST), 7), "course": 270}})
            for index in range(count)]


def line(body: dict[str, Any]) -> str:
    """A body as a line."""
    return json.dumps(body, separators=(",", ":"), ensure_ascii=False)


def numbered(body: dict[str, Any]) -> str:
    """A body whose sequence is the number of the request."""
    return line(body).replace('"sequence":0', '"sequence":%', 1)
