"""Rides of riders and drivers that the tests play themselves, each brought to where an order is possible."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pika

from fleets.broker import channel_at
from fleets.processes import SuiteError, wait_until

from console.stage import READY_SECONDS, Stage

Object = dict[str, Any]
CARS = 6
# In a corner of the area, so that the played vehicles are nearer than the simulated ones.
PICKUP = {"latitude": 41.6943, "longitude": -87.6085, "name": "Pullman"}
DROP_OFF = {"latitude": 41.7030, "longitude": -87.6050, "name": "Palmer Park"}
# What the page of a vehicle must show as text.
SCRIPT = "<img src=x onerror=window.hacked=1>"
GUEST_PHONE = "+13125557788"
ATTEMPTS = 20


class Rides:
    """Makes rides in the phases that orders need."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self._number = 0
        self._sequence = 0

    # As the tests need them

    def confirmed(self) -> str:
        """One whose vehicle is on its way."""
        return self._booked()[0]

    def stuck(self) -> str:
        """One whose rider is aboard, and whose driver reports nothing more: for four hours, by the store."""
        ride, vehicle = self._booked(self._next("stuck-rider"))
        self._report(ride, vehicle, "arrived", "started")
        self.stage.store.execute(
            "UPDATE rides SET updated_at = updated_at - interval '4 hours', "
            f"created_at = created_at - interval '4 hours' WHERE ride_identifier = '{ride}'")
        return ride

    def completed(self, token: str = "pm_1", place: Object = DROP_OFF) -> str:
        """One that has ended, at its drop-off if no other place is given."""
        ride, vehicle = self._booked(token=token)
        self._report(ride, vehicle, "arrived", "started")
        self._bring(vehicle, place)
        self._report(ride, vehicle, "ended")
        self._bring(vehicle, PICKUP)
        return ride

    def unpaid(self) -> str:
        """One whose payment was refused at its end."""
        ride = self.completed("pm_empty_later")
        # The payment system answers in its own time.
        wait_until(lambda: '"outstanding"' in self.stage.fleet.tool("ride", ride, "--json"), READY_SECONDS, "a debt")
        return ride

    def with_fee(self) -> str:
        """One that its rider has canceled for a fee."""
        rider = self._next("rider")
        ride, _ = self._booked(rider)
        self.send("cancel-ride.handle", {"riderIdentifier": rider, "rideIdentifier": ride})
        return ride

    def held(self) -> str:
        """One whose vehicle has stayed at the pickup until its end, so that its fare awaits a decision."""
        return self.completed(place=PICKUP)

    # How they come about

    def send(self, kind: str, body: Object) -> Object:
        """Sends a message and returns its answer, which has to be a success."""
        answer = self.stage.fleet.send([{"type": kind, "message_id": self._next(kind), "body": body}])[0]
        if answer["code"] not in ("success", "inProgress"):
            raise SuiteError(f"expected a success of {kind}, got {answer}")
        return answer

    def bring_cars(self) -> None:
        """Has all played vehicles report that they are at the pickup."""
        for number in range(CARS):
            self._bring(f"car-{number}", PICKUP)

    def letters(self, count: int, name: str) -> None:
        """Puts dead letters of bookings into their queue, as a worker does that others were faster than."""
        failed = datetime.now(timezone.utc) - timedelta(minutes=5)
        with channel_at(self.stage.broker.url) as channel:
            channel.confirm_delivery()
            for number in range(count):
                rider = f"{name}-rider-{number}"
                channel.basic_publish(
                    "livery.dead-letters", "request-ride", json.dumps(booking(rider, "Sedan")).encode(),
                    pika.BasicProperties(
                        type="request-ride.handle", message_id=f"{name}-{number}", correlation_id=f"{name}-{number}",
                        content_type="application/json", delivery_mode=2, headers={
                            "x-livery-reason": "contested", "x-livery-message": "others were first",
                            "x-livery-failed-at": (failed + timedelta(milliseconds=number)).isoformat(),
                            "x-livery-worker": "request-ride-worker",
                            "x-livery-exchange": "livery.requests.riders",
                            "x-livery-routing-key": "request-ride.handle"}), mandatory=True)

    def _next(self, name: str) -> str:
        self._number += 1
        return f"{name}-{self._number}"

    def _booked(self, rider: str | None = None, token: str = "pm_1") -> tuple[str, str]:
        """A ride that has a played vehicle; one that a simulated vehicle got instead is canceled again."""
        for _ in range(ATTEMPTS):
            self.bring_cars()
            name = rider or self._next("rider")
            status = self.send("request-ride.handle", booking(name, "Compact", token))["rideStatus"]
            ride, vehicle = status["rideIdentifier"], status.get("vehicle", {}).get("vehicleIdentifier", "")
            if vehicle.startswith("car-"):
                return ride, vehicle
            self.stage.fleet.tool("cancel", ride, "--reason", "another vehicle")
        raise SuiteError(f"expected that a vehicle at the pickup gets the ride, in {ATTEMPTS} attempts")

    def _bring(self, vehicle: str, place: Object) -> None:
        self._sequence += 1
        number = vehicle.partition("-")[2]
        self.send("vehicle.update", {
            "vehicleIdentifier": vehicle, "sequence": self._sequence, "onDuty": True, "products": ["compact"],
            "capacity": 1, "registrationPlate": f"LV 77{number}", "manufacturer": "Honda", "model": "Fit",
            "location": {"latitude": place["latitude"], "longitude": place["longitude"], "course": 90},
            "driver": {"name": f"{SCRIPT} {number}", "rating": "4.8", "phoneNumber": f"+1312555990{number}"}})

    def _report(self, ride: str, vehicle: str, *events: str) -> None:
        for event in events:
            self.send("ride.update", {
                "rideIdentifier": ride, "vehicleIdentifier": vehicle, "event": event,
                "occurredAt": datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")})


def booking(rider: str, option: str, token: str = "pm_1") -> Object:
    """The body of a booking."""
    return {"riderIdentifier": rider, "locale": "en_US", "rideOptionName": option, "pickupLocation": PICKUP,
            "dropOffLocation": DROP_OFF, "guestName": "Uma Guest", "guestPhone": GUEST_PHONE,
            "paymentMethod": {"type": "credit", "identificationHint": "4242", "token": token}}
