"""Where rides begin and end and vehicles stand, and the implausible places and times that some drivers report.

Rides last a second here, so plausible ones are short: from the station, where all vehicles stand, to a place a few hundred
meters away. A ride of a rider called `far-…` begins or ends kilometers away, and its driver reports it all the same:
its money must not move before the console has named a fare, unless the vehicle had the time to be there.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

Place = dict[str, float]

STATION = (41.8820, -87.6310)
NEAR: Place = {"latitude": 41.8826, "longitude": -87.6310}
FAR: Place = {"latitude": 41.9484, "longitude": -87.6553}
FAR_RIDER = "far-"
# As long as a vehicle of the suite's catalogue, which drives 1,000 m/s, takes for the 7.6 km to it.
FAR_SECONDS = 7.6
# The end of a ride that is far away, by the word that follows in its rider's name.
FAR_ENDS = {"pickup": "pickupLocation", "end": "dropOffLocation"}
# The share of positions that are implausible.
IMPLAUSIBLE_POSITIONS = 0.05
# The largest error of such a driver's clock, in seconds.
CLOCK_SECONDS = 3_600.0


def place(numbers: random.Random) -> Place:
    """A place at the station, less than 100 m from any other."""
    return {"latitude": round(STATION[0] + numbers.uniform(-0.0003, 0.0003), 6),
            "longitude": round(STATION[1] + numbers.uniform(-0.0004, 0.0004), 6)}


def trip(numbers: random.Random, far: str | None = None) -> dict[str, Place]:
    """From where to where; the end named by `far` is where no vehicle can be."""
    ends = {"pickupLocation": place(numbers), "dropOffLocation": NEAR}
    return ends | ({FAR_ENDS[far]: FAR} if far else {})


def position(numbers: random.Random, has_implausible: bool) -> dict[str, Any]:
    """The position of a vehicle at the station; sometimes that of a broken receiver, or of a driver who is elsewhere."""
    if not has_implausible or numbers.random() >= IMPLAUSIBLE_POSITIONS:
        return place(numbers)
    rollover = (datetime.now(UTC) - timedelta(weeks=1024)).isoformat().replace("+00:00", "Z")
    return numbers.choice(({"latitude": 0.0, "longitude": 0.0}, FAR, place(numbers) | {"timestamp": rollover}))


def reported_at(numbers: random.Random, rider: str) -> str:
    """When something happened, by the driver."""
    off = numbers.uniform(-CLOCK_SECONDS, CLOCK_SECONDS) if rider.startswith(FAR_RIDER) else 0.0
    return (datetime.now(UTC) + timedelta(seconds=off)).isoformat().replace("+00:00", "Z")
