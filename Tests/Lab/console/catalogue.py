"""The page of the fleet, and a made-up answer to the check of a catalogue."""

import json
import time
from typing import Any

from console.fleet import Fleet, Object, ground, money, stamp

DIGEST = "9f2c4e51a77d08b63c15e9d2f4a8071b5e6c9d3a2f1804b7e5d6c8a9130f2e4b"


def fleet_page() -> Object:
    """The workers, the settings and the catalogue."""
    since = stamp(time.time() - 90)
    workers = [{"address": "10.0.0.1:9090", "worker": "worker-1", "lanes": 4, "lanesConsuming": 4, "missing": [],
                "quarantined": False, "quarantines": 1, "catalogue": DIGEST},
               {"address": "10.0.0.2:9090", "worker": "worker-2", "lanes": 4, "lanesConsuming": 0, "missing": [
                   {"what": "consumer", "since": since, "detail": "lanes 1, 2, 3 and 4"}],
                "quarantined": True, "quarantines": 3, "catalogue": "41d0" + DIGEST[4:]}]
    settings = [("LIVERY_AMQP_URL", "amqp://livery:***@127.0.0.1/livery"), ("LIVERY_LANES", "4"),
                ("LIVERY_STORE", "postgres://console@127.0.0.1/livery"), ("LIVERY_CONSOLE_TILES", "")]
    products = [{"key": name.lower(), "name": name} for name in ("Compact", "Sedan", "SUV")]
    return {"workers": workers, "settings": [{"name": name, "value": value} for name, value in settings],
            "catalogue": {"digest": DIGEST, "areas": [
                {"key": "chicago", "currencyCode": "USD", "timeZone": "America/Chicago", "products": products}]}}


def check(body: bytes, fleet: Fleet) -> Object:
    """What a catalogue would change; one without areas cannot be used."""
    try:
        area = json.loads(body)["serviceAreas"][0]
    except (ValueError, LookupError, TypeError):
        return {"mistakes": [{"path": "serviceAreas", "message": "expected an array, came nothing"}]}
    changes = [
        {"place": "area chicago, product suv", "before": "at all times: Base 5.00, Distance 2.10 for each mile",
         "after": "at all times: Base 6.00, Distance 2.10 for each mile"},
        {"place": "area chicago", "before": "discount museum-campus: Museum Campus weekend, 10 %"},
        {"place": "area chicago", "after": "another zone loop"}]
    warnings = [{"path": "serviceAreas[0].zones.loop", "message": "no rule uses it"}]
    return {"mistakes": [], "warnings": warnings, "digest": "77aa" + DIGEST[4:], "changes": changes,
            "map": ground(area), "fares": fares(), "comparison": comparison(fleet)}


def fares() -> list[Object]:
    """Three products, two lengths, two times."""
    return [{"area": "chicago", "product": name.lower(), "name": name, "occasion": occasion, "kilometres": way,
             "before": money(base + way), **({"after": money(base + way + more)} if name != "Cargo" else {})}
            for occasion in ("Wednesday 12:00", "Wednesday 23:00") for way in (5, 15)
            for name, base, more in (("Sedan", 6.5, 0), ("SUV", 9, 1), ("Cargo", 20, 0))]


def comparison(fleet: Fleet) -> Object:
    """Ten rides that differ."""
    rides: list[dict[str, Any]] = [
        {"rideIdentifier": ride.id, "option": "SUV", "before": money(ride.price), "after": money(ride.price + 1)}
        for ride in fleet.rides[:9]]
    refusal = "unknownOption: expected one of the options of this area"
    gone = {"rideIdentifier": fleet.rides[9].id, "option": "Cargo", "before": money(64), "refusal": refusal}
    return {"rides": 500, "same": 391, "more": 96, "less": 4, "notOffered": 7, "unpriced": 2, "hasMore": True,
            "sums": [{"before": money(12904.5), "after": money(12988)}], "differences": [gone, *rides]}
