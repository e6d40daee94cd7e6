"""A payment system that is away, and one that declines."""

from __future__ import annotations

from fleets.processes import wait_until

from ..cashier import Cashier
from ..senders import NEAR, booking, position, report
from .deed import Deed

RIDE_SECONDS = 60
REFUND = {"amount": "1.00", "currencyCode": "USD"}


class SilentPayments(Deed):
    """The commands to the payment system are not consumed."""

    name = "silent-payments"

    def begin(self) -> None:
        """A booking asks for a hold."""
        self.sender.send("request-ride.handle", booking("rider-silent"))

    def end(self) -> None:
        """The payment system is back; it runs until the next deed."""
        self._cashier = Cashier(self.site.host.url, declines_refunds=False)
        self.sender.pause(6)
        self._cashier.stop()


class DeclinedRefunds(Deed):
    """The payment system declines a refund of a ride that was driven and paid."""

    name = "declined-refunds"

    def begin(self) -> None:
        """A ride of a few hundred meters, and then its refund."""
        self._cashier = Cashier(self.site.host.url, declines_refunds=True)
        self.sender.send("vehicle.update", position("veh-refund", 1))
        self.sender.pause(3)
        ride = self.sender.book("rider-refund", drop_off=NEAR)
        driven = f"SELECT vehicle_identifier FROM rides WHERE ride_identifier = '{ride}' AND vehicle_identifier IS NOT NULL"
        wait_until(lambda: bool(self.site.store.rows(driven)), RIDE_SECONDS, "the ride has a vehicle", 0.5)
        for event in ("arrived", "started", "ended"):
            self.sender.send("ride.update", report(ride, self.site.store.rows(driven)[0][0], event))
            self.sender.pause(0.2)
        query = f"SELECT phase FROM rides WHERE ride_identifier = '{ride}' AND phase = 'completed'"
        wait_until(lambda: bool(self.site.store.rows(query)), RIDE_SECONDS, "the ride is completed", 0.5)
        self.sender.pause(2)
        self.sender.send("ride.refund", {"rideIdentifier": ride, "reason": "a detour", "amount": REFUND})

    def end(self) -> None:
        """No more refunds are ordered."""
        self._cashier.stop()
