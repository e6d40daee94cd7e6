"""The service areas of the check: that of Chicago and copies of it elsewhere, so that each has a place of its own."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

from fleets.catalogue import SOURCE

# The area that moves, the one that stays, and the one that the other cell has had all along; degrees to the west.
MOVING, STAYING, OTHER = "chicago", "prairie", "harbor"
WEST = {MOVING: 0.0, STAYING: 3.0, OTHER: 6.0}
# Payments with this token fail at first, so that orders are under way at any time; with the other they are refused.
SLOW, REFUSED = "pm_slow", "pm_refused"


def shifted(value: Any, degrees: float) -> Any:
    """A GeoJSON value, or anything that has some within, moved to the west."""
    if isinstance(value, dict):
        return {key: shifted(part, degrees) for key, part in value.items()}
    if isinstance(value, list):
        if len(value) == 2 and all(isinstance(part, (int, float)) for part in value):
            return [value[0] - degrees, value[1]]
        return [shifted(part, degrees) for part in value]
    return value


def area(key: str) -> dict[str, Any]:
    """A service area as the catalogue has it."""
    made = copy.deepcopy(json.loads(SOURCE.read_text(encoding="utf-8"))["serviceAreas"][0])
    for part in ("boundary", "zones", "charges", "restrictedZones", "bookInApp"):
        made[part] = shifted(made[part], WEST[key])
    made["key"] = key
    # With one unfinished ride a rider, an index would hide that a message was carried out twice.
    made["policies"]["unfinishedRidesPerRider"] = 4
    made["policies"]["payment"]["retrySeconds"] = 3
    made["specialPricing"], made["discounts"] = [], []
    for product in made["products"]:
        product.pop("hours", None)
    return made


def write(path: Path, keys: list[str]) -> None:
    """Writes a cell's catalogue."""
    catalogue = json.loads(SOURCE.read_text(encoding="utf-8"))
    catalogue["serviceAreas"] = [area(key) for key in keys]
    catalogue["paymentGateway"] = {"outcomes": [
        {"token": SLOW, "operation": "capture", "attempts": 2, "outcome": "failed"},
        {"token": REFUSED, "operation": "capture", "outcome": "declined"}]}
    path.write_text(json.dumps(catalogue), encoding="utf-8")


def place(key: str, numbers: random.Random) -> dict[str, float]:
    """A place in the middle of an area, less than 100 m from any other: rides last a second."""
    return {"latitude": round(numbers.uniform(41.8817, 41.8823), 6),
            "longitude": round(numbers.uniform(-87.6314, -87.6306) - WEST[key], 6)}


def destination(key: str) -> dict[str, float]:
    """Where everybody goes."""
    return {"latitude": 41.886, "longitude": round(-87.631 - WEST[key], 6)}


def area_at(where: dict[str, float]) -> str:
    """The area of a pickup."""
    return min(WEST, key=lambda key: abs(where["longitude"] + 87.63 + WEST[key]))
