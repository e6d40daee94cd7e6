"""A plausible fleet: vehicles that move, rides in all phases, queues with curves."""

import json
import math
import random
import time
from pathlib import Path
from typing import Any

Object = dict[str, Any]
CATALOGUE = Path(__file__).parents[3] / "deploy/catalogues/chicago.json"
PHASES = ["received", "confirmed", "approachingPickup", "pickup", "ongoing", "completed"]
OUTCOMES = ["completed", "completed", "completed", "canceledByUser", "canceledByService", "canceledMissedPickup"]
NAMES = ["Hana S.", "Sam R.", "Luis M.", "Ada K.", "Jo P.", "Mina T.", "<img src=x onerror=alert(1)>"]
PLACES = ["Art Institute", "O'Hare Terminal 1", "Midway Airport", "Wrigley Field", "Union Station", "Navy Pier"]
QUEUES = [("livery.requests", 620.0), ("livery.dispatch", 240.0), ("livery.positions", 4900.0),
          ("livery.payments", 12.0)]


def stamp(seconds: float) -> str:
    """A time in RFC 3339."""
    whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
    return f"{whole}.{int(seconds % 1 * 1000):03d}Z"


def money(amount: float) -> Object:
    """An amount of money as the API has it."""
    return {"amount": f"{amount:.2f}", "currencyCode": "USD"}


class Vehicle:
    """One vehicle, which drives on and turns now and then."""

    def __init__(self, number: int, chance: random.Random) -> None:
        self.id = f"veh-{number}"
        # Most of them are in the middle of the city.
        self.latitude = chance.gauss(41.88, 0.055)
        self.longitude = chance.gauss(-87.68, 0.045)
        self.course: float | None = None if number % 17 == 0 else chance.uniform(0, 360)
        self.state = chance.choices(["free", "taken", "offDuty", "silent"], [50, 40, 8, 2])[0]
        self.seen = time.time() - (chance.uniform(100, 2000) if self.state == "silent" else chance.uniform(0, 50))
        self.ride: str | None = None
        self.plate = f"{chance.choice('ABCX')}{chance.choice('BCDK')} {1000 + number}"
        self.driver = NAMES[number % len(NAMES)]
        self.products = [["compact", "sedan"], ["suv"], ["sedan"]][number % 3]
        self.ignored = 14 if number % 97 == 0 else 0

    def drive(self, chance: random.Random) -> None:
        """Moves on by a second or two, at some 40 km/h."""
        if self.course is not None:
            self.course = (self.course + chance.choice([0, 0, 0, -15, 15, 90])) % 360
            angle = math.radians(self.course)
            self.latitude += 0.0002 * math.cos(angle)
            self.longitude += 0.00027 * math.sin(angle)
        self.seen = time.time()

    def row(self) -> list[Any]:
        """The vehicle as the stream has it."""
        age = round(time.time() - self.seen, 1)
        course = None if self.course is None else round(self.course)
        return [self.id, round(self.latitude, 5), round(self.longitude, 5), course, self.state, age, self.ride]

    def item(self, masked: bool) -> Object:
        """The vehicle as the list has it."""
        item = {
            "vehicleIdentifier": self.id, "state": self.state, "registrationPlate": self.plate,
            "driverName": "•••" if masked else self.driver, "products": self.products,
            "rideIdentifier": self.ride, "latitude": self.latitude, "longitude": self.longitude,
            "locatedAt": stamp(self.seen), "updatedAt": stamp(self.seen), "ignoredPositions": self.ignored,
        }
        return {name: value for name, value in item.items() if value is not None}


class Ride:
    """One ride with what its page shows."""

    def __init__(self, number: int, vehicle: Vehicle, chance: random.Random) -> None:
        self.id = "lj5ags4lxxp7noxni56u6z" + f"{number:04d}"
        self.rider = f"rider-{number % 60}"
        self.phase = PHASES[number % 5] if number < 90 else "completed"
        self.outcome = chance.choice(OUTCOMES) if self.phase == "completed" else None
        self.created = time.time() - number * 97 - chance.uniform(0, 90)
        self.price = round(chance.uniform(9, 80), 2)
        self.held = number % 41 == 40
        self.vehicle = vehicle if self.phase != "received" else None
        self.sequence = PHASES.index(self.phase) + 1
        self.refunds: list[Object] = []
        self.places = [
            {"name": PLACES[(number + at) % len(PLACES)], "latitude": chance.gauss(41.88, 0.04),
             "longitude": chance.gauss(-87.68, 0.03)} for at in (0, 2)]
        if self.vehicle and self.phase != "completed":
            vehicle.ride, vehicle.state = self.id, "taken"

    def item(self, masked: bool) -> Object:
        """The ride as the list has it."""
        places = [{**place, "name": "•••"} if masked else place for place in self.places]
        item = {
            "rideIdentifier": self.id, "riderIdentifier": "•••" if masked else self.rider, "phase": self.phase,
            "outcome": self.outcome, "option": "Sedan", "area": "chicago", "price": money(self.price),
            "createdAt": stamp(self.created), "updatedAt": stamp(self.created + 60 * self.sequence),
            "pickup": places[0], "dropOff": places[1], "held": self.held,
            "vehicle": self.vehicle and {
                "vehicleIdentifier": self.vehicle.id, "registrationPlate": self.vehicle.plate,
                "driverName": "•••" if masked else self.vehicle.driver},
        }
        return {name: value for name, value in item.items() if value is not None}

    def page(self, masked: bool) -> Object:
        """All that the page of the ride shows."""
        item, ended = self.item(masked), self.phase == "completed"
        times = [self.created + 61 * at for at in range(self.sequence)]
        timeline = [{"at": stamp(at), "kind": "change", "words": [f"phase.{phase}"], "text": "Sedan",
                     "trace": "4bf92f3577b34da6a3ce929d0e0e4736"} for at, phase in zip(times, PHASES)]
        if ended:
            timeline.insert(4, {"at": stamp(times[3] + 30), "kind": "alarm", "words": ["watch.stalled"],
                                "text": ""})
            timeline.append({"at": stamp(times[-1] + 9), "kind": "payment", "words": [],
                             "text": f"booked fare: {self.price} USD"})
            timeline.append({"at": stamp(times[-1] + 99), "kind": "order", "words": ["deed.refund"], "text": "detour",
                             "by": "dispatcher-7", "message": "livery-refund-7-5.00USD-1"})
        status = {"sequence": self.sequence, "rideOption": {"name": "Sedan"},
                  "waypoints": [{"name": "Lincoln Park Zoo", "latitude": 41.921, "longitude": -87.634}]}
        if not ended:
            status["estimatedPickupDate"] = stamp(time.time() + 240)
            status["estimatedDropOffDate"] = stamp(time.time() + 1500)
        return {
            "ride": {**item, "product": "sedan", "partySize": 2, "status": status,
                     "declinedBy": ["veh-12", "veh-40"], **self.ended(times)},
            "timeline": timeline, "doubts": ["the arrival costs nothing: 812 m from the pickup"] if self.held else [],
            "observers": 1, "orders": self.orders(ended), **self.account(ended, times[-1]),
        }

    def ended(self, times: list[float]) -> Object:
        """What only an ended ride has."""
        if self.phase != "completed":
            return {}
        return {"startedAt": stamp(times[4]), "endedAt": stamp(times[5]), "drivenMetres": 11640}

    def account(self, ended: bool, at: float) -> Object:
        """Its money."""
        if not ended:
            return {"ledger": [], "payments": [{"key": "fare:authorise:1", "kind": "fare", "state": "requested",
                                                "since": stamp(self.created)}]}
        base = round(self.price - 6.5, 2)
        entries = [("riderReceivable", self.price), ("fareRevenue", -base), ("passThrough", -6.5)]
        paid = [("gatewayClearing", self.price), ("riderReceivable", -self.price)]
        return {
            "payments": [],
            "ledger": [{"transaction": number, "account": account, "amount": money(amount), "reason": reason,
                        "at": stamp(at)} for number, reason, lines in ((1, "fare", entries), (2, "captured", paid))
                       for account, amount in lines],
            "receipt": {"price": money(self.price), "refunds": self.refunds,
                        "fareLineItems": [{"title": "Base charge", "kind": "amount", **line(base)},
                                          {"title": "Airport fee", "kind": "amount", **line(4)},
                                          {"title": "Waiting, 3 min", "kind": "amount", **line(2.5)}],
                        "payments": [{"means": "paymentMethod", "name": "Apple Pay", **money(self.price)}]},
        }

    def orders(self, ended: bool) -> list[Object]:
        """What can be ordered."""
        why = ("why.ended", "The ride has ended.") if ended else ("why.notEnded", "The ride has not ended.")
        amounts = {"end": self.price, "adjust": self.price, "refund": self.price}
        options = []
        for kind in ["cancel", "end", "reassign", "adjust", "waive", "refund", "settle"]:
            possible = (kind in ("cancel", "end", "reassign")) != ended and kind not in ("waive", "settle")
            option: Object = {"kind": kind, "isPossible": possible}
            if possible and kind in amounts:
                option["most"] = money(amounts[kind])
            if not possible:
                option["key"], option["why"] = why if kind not in ("waive", "settle") or not ended else (
                    "why.settled", "Nothing is outstanding or held.")
            options.append(option)
        return options


def line(price: float) -> Object:
    """The amount of a line of a fare."""
    return {"price": f"{price:.2f}", "currencyCode": "USD"}


class Fleet:
    """All of it, and how it goes on."""

    def __init__(self, vehicles: int = 5000, rides: int = 200, seed: int = 7) -> None:
        self.chance = random.Random(seed)
        self.vehicles = [Vehicle(number, self.chance) for number in range(1, vehicles + 1)]
        self.rides = [Ride(number, self.vehicles[number * 7], self.chance) for number in range(rides)]
        self.curves = {name: [rate * (0.8 + 0.2 * math.sin(at / 20)) * self.chance.uniform(0.94, 1.06)
                              for at in range(180)] for name, rate in QUEUES}
        self.began = time.time()

    def tick(self) -> list[Vehicle]:
        """A second more; returns the vehicles that have moved."""
        moved = [vehicle for vehicle in self.vehicles
                 if vehicle.state in ("free", "taken") and self.chance.random() < 0.5]
        for vehicle in moved:
            vehicle.drive(self.chance)
        if int(time.time()) % 5 == 0:
            for curve in self.curves.values():
                curve[:] = curve[1:] + [curve[-1] * self.chance.uniform(0.96, 1.04)]
        return moved

    def overview(self) -> Object:
        """The first screen."""
        now, by_state = time.time(), {"free": 0, "taken": 0, "silent": 0, "offDuty": 0}
        for vehicle in self.vehicles:
            by_state[vehicle.state] += 1
        reasons = [("malformed-json", 271), ("unknown-ride", 143), ("deadline-exceeded", 84), ("not-permitted", 2)]
        items = [
            {"level": "alarm", "text": "worker-3 is not reached: connection refused.", "href": "/fleet",
             "key": "worker.unreachable", "values": {"name": "worker-3", "why": ": connection refused"}},
            {"level": "attention", "text": "A rider has waited for a vehicle for 12 min.", "key": "ride.waits",
             "values": {"length": 734}, "href": f"/rides/{self.rides[15].id}",
             "rides": [ride.id for ride in self.rides[15:5:-5]]},
            {"level": "attention", "text": "A ride has been under way for 4 h without a change.", "key": "ride.stuck",
             "values": {"length": 14400, "phase": "ongoing"}, "href": f"/rides/{self.rides[84].id}"},
            {"level": "attention", "text": "500 dead letters wait for a decision.", "key": "letters.open",
             "values": {"n": 500}, "href": "/dead-letters"}]
        return {
            "at": stamp(now),
            "verdict": {"level": "alarm", "text": f"{len(items)} things need you.", "key": "verdict.many",
                        "values": {"n": len(items)}, "items": items},
            "rides": {"byPhase": {phase: sum(ride.phase == phase for ride in self.rides) for phase in PHASES[:-1]},
                      "waiting": 18, "longestWaitSeconds": 734},
            "vehicles": {"onDuty": len(self.vehicles) - by_state["offDuty"], **by_state},
            "queues": [{"name": name, "depth": at * 3, "consumers": 8, "oldestSeconds": 0.1 + at,
                        "perSecond": round(self.curves[name][-1], 1),
                        "curve": [round(value, 1) for value in self.curves[name]]}
                       for at, (name, _) in enumerate(QUEUES)],
            "deadLetters": {"open": 500, "oldestAt": stamp(now - 86400 * 2),
                            "byReason": [{"reason": reason, "count": count} for reason, count in reasons]},
            "payments": [{"kind": "fare", "state": "requested", "count": 3, "oldestAt": stamp(now - 40)},
                         {"kind": "refund", "state": "failed", "count": 1, "oldestAt": stamp(now - 7200)}],
            "workers": [{**worker, "perSecond": worker.get("perSecond")} for worker in self.workers()],
            "events": [{"at": stamp(now - at * 60 - now % 60), "text": text, "href": "/fleet", "key": key,
                        "values": values}
                       for at, (text, key, values) in enumerate([
                           ("worker-3 is not reached", "worker.unreachable", {"name": "worker-3", "why": ""}),
                           ("12 more dead letters", "letters.more", {"n": 12}),
                           ("worker-1 runs 2.4.0 in the place of 2.3.1", "worker.version",
                            {"name": "worker-1", "version": "2.4.0", "before": "2.3.1"})])],
        }

    def workers(self) -> list[Object]:
        """The workers as their probes describe them."""
        start = stamp(self.began - 4000)
        return [
            {"address": "10.0.0.1:9090", "name": "worker-1", "version": "2.4.0", "state": "ready", "missing": [],
             "startedAt": start, "perSecond": 2890.4},
            {"address": "10.0.0.2:9090", "name": "worker-2", "version": "2.4.0", "state": "notReady",
             "missing": ["catalogue"], "startedAt": start, "perSecond": 0},
            {"address": "10.0.0.3:9090", "name": "worker-3", "version": "2.3.1", "state": "unreachable",
             "missing": ["connection refused"]},
        ]


def ground(area: Object | None = None) -> Object:
    """An area of a catalogue; without one, that of the project."""
    area = area or json.loads(CATALOGUE.read_text())["serviceAreas"][0]
    restricted = {zone for rule in area["restrictedZones"] for zone in rule["zones"]}
    zones = [{"key": key, "kind": "restricted" if key in restricted else "charge" if key == "midway" else "zone",
              "geometry": shape} for key, shape in area["zones"].items()]
    return {"tiles": None, "attribution": None,
            "areas": [{"key": area["key"], "boundary": area["boundary"], "zones": zones}]}
