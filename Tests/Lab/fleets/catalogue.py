"""The catalogue of the suite: that of Chicago, made such that a second ride could be booked if anything tried to."""

from __future__ import annotations

import json
from pathlib import Path

from .processes import REPOSITORY

SOURCE = REPOSITORY / "deploy" / "catalogues" / "chicago.json"


def write(path: Path, policies: dict[str, dict[str, int]]) -> None:
    """Writes the catalogue of the suite to a file, with other values of some policies."""
    catalogue = json.loads(SOURCE.read_text(encoding="utf-8"))
    for area in catalogue["serviceAreas"]:
        # With one unfinished ride a rider, an index would hide that a message was carried out twice.
        area["policies"]["unfinishedRidesPerRider"] = 4
        # Rides take a second, and a vehicle is still never as fast as from the station to a place that is far away.
        area["policies"]["positions"] = {"metresPerSecond": 1000}
        for name, values in policies.items():
            area["policies"].setdefault(name, {}).update(values)
        # Hours and prices of the day must not change what a run does.
        area["specialPricing"] = []
        area["discounts"] = []
        for product in area["products"]:
            product.pop("hours", None)
    path.write_text(json.dumps(catalogue), encoding="utf-8")
