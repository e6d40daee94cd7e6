"""Rides that wait, that stand still, or that cannot be read."""

from __future__ import annotations

from fleets.processes import wait_until

from ..senders import booking, position, report
from .deed import Deed
from .service import lists

FOUND_SECONDS = 40


class NoVehicles(Deed):
    """No vehicle is on duty."""

    name = "no-vehicles"

    def begin(self) -> None:
        """Riders look for rides, and one has booked."""
        self._stream = lists(self.site.host.url)
        # The only vehicle goes off duty when the booking is made: without any there is nothing to book.
        self.sender.send("vehicle.update", position("veh-gone", 1))
        self.sender.pause(2.5)
        self.sender.send("vehicle.update", position("veh-gone", 2) | {"onDuty": False})
        self.sender.ask("request-ride.handle", booking("rider-waits"))

    def end(self) -> None:
        """Vehicles come on duty, and take the ride."""
        self.site.help("simulate", "simulate", "--vehicles", "24", "--pace", "20")
        self.sender.pause(12)
        self._stream.stop()


class SilentDriver(Deed):
    """A driver accepts a ride and never reports again."""

    name = "silent-driver"
    vehicle, rider = "veh-silent", "rider-forgotten"

    def begin(self) -> None:
        """The only sedan accepts, and waits at the pickup."""
        self.sender.send("vehicle.update", position(self.vehicle, 1, "sedan"))
        self.sender.pause(2.5)
        self.ride = self.sender.book(self.rider, "Sedan")
        where = f"WHERE ride_identifier = '{self.ride}'"
        query = f"SELECT 1 FROM rides {where} AND vehicle_identifier IS NOT NULL"
        wait_until(lambda: bool(self.site.store.rows(query)), FOUND_SECONDS, "the ride has a vehicle", 0.2)
        for event in ("accepted", "approaching", "arrived"):
            self.sender.send("ride.update", report(self.ride, self.vehicle, event))
            self.sender.pause(0.2)

    def end(self) -> None:
        """The rider is found not to be there, and cancels."""
        for stage in ("confirm", "handle"):
            self.sender.ask(f"cancel-ride.{stage}", {"riderIdentifier": self.rider, "rideIdentifier": self.ride})


class UnreadableRide(Deed):
    """The document of a ride is damaged."""

    name = "unreadable-ride"

    def begin(self) -> None:
        """Its driver reports, and nothing can be done."""
        self.sender.send("vehicle.update", position("veh-broken", 1))
        self.sender.pause(2.5)
        self.ride = self.sender.book("rider-broken")
        self._change("'{' || document")
        self.sender.send("ride.update", report(self.ride, "veh-broken", "arrived"))

    def end(self) -> None:
        """The row is put right."""
        self._change("substr(document, 2)")

    def _change(self, document: str) -> None:
        self.site.store.psql(f"UPDATE rides SET document = {document} WHERE ride_identifier = '{self.ride}'")


