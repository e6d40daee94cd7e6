"""Where rides begin and end and vehicles stand, and what drivers say who lie about place and time.

Rides last a second here, so honest ones are short: from the station, where all vehicles stand, to a place a few hundred
meters away. A ride of a rider called `far-…` begins or ends kilometers away, and its driver reports it all the same:
its money must not move before the console has named a fare.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

Place = dict[str, float]

STATION = (41.8820, -87.6310)
NEAR: Place = {"latitude": 41.8860, "longitude": -87.6310}
FAR: Place = {"latitude": 41.9484, "longitude": -87.6553}
LIAR = "far-"
# What of a ride is far away, by the word after that in its rider's name.
LIES = {"pickup": "pickupLocation", "end": "dropOffLocation"}
# How often a position is one that cannot be true.
FALSE_POSITIONS = 0.05
# How far a driver's clock may be off who lies, in seconds.
CLOCK_SECONDS = 3_600.0


def place(numbers: random.Random) -> Place:
    """A place at the station, less than 100 m from any other."""
    return {"latitude": round(STATION[0] + numbers.uniform(-0.0003, 0.0003), 6),
            "longitude": round(STATION[1] + numbers.uniform(-0.0004, 0.0004), 6)}


def trip(numbers: random.Random, lie: str | None = None) -> dict[str, Place]:
    """From where to where; a lie begins or ends where no vehicle can be."""
    ends = {"pickupLocation": place(numbers), "dropOffLocation": NEAR}
    return ends | ({LIES[lie]: FAR} if lie else {})


def position(numbers: random.Random, has_lies: bool) -> dict[str, Any]:
    """The position of a vehicle at the station; sometimes what a receiver says that is broken, or a driver who is not
    there."""
    if not has_lies or numbers.random() >= FALSE_POSITIONS:
        return place(numbers)
    rollover = (datetime.now(UTC) - timedelta(weeks=1024)).isoformat().replace("+00:00", "Z")
    return numbers.choice(({"latitude": 0.0, "longitude": 0.0}, FAR, place(numbers) | {"timestamp": rollover}))


def reported_at(numbers: random.Random, rider: str) -> str:
    """When something happened, by the driver."""
    off = numbers.uniform(-CLOCK_SECONDS, CLOCK_SECONDS) if rider.startswith(LIAR) else 0.0
    return (datetime.now(UTC) + timedelta(seconds=off)).isoformat().replace("+00:00", "Z")
