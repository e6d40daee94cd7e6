"""Rides whose money moves: meters, missed pickups, tips, refunds and settled debts, as the producer plays them."""

from __future__ import annotations

import heapq
import random
from decimal import Decimal
from typing import Any

from .places import FAR_RIDER
from .publishing import Message
from .simulated_rides import Ride, SimulatedRides, cancellation

EARLY_CANCELLATIONS, MISSED_PICKUPS, TIPS, REFUNDS, WHOLE_REFUNDS = 0.10, 0.12, 0.4, 0.4, 0.25
REPEATED_REFUNDS, SECOND_REFUNDS, SETTLEMENTS = 0.5, 0.5, 0.3
# How long a driver waits for a rider who does not come; more than the policy of the scenario promises.
PICKUP_WAIT_SECONDS = (1.3, 2.0)
# What the identifier of an order begins with that names a fare.
NAMED = "named"


class PaidRides(SimulatedRides):
    """Moves rides as its superclass does, and sends what follows their end: messages of the rider and of the operator's
    console."""

    def __init__(self, numbers: random.Random) -> None:
        super().__init__(numbers)
        self._numbers = numbers
        self._later: list[tuple[float, int, Message]] = []
        self._planned = 0
        self._seen: set[tuple[str, str]] = set()
        self._missing: set[str] = set()
        self._metered: set[str] = set()

    def learn(self, event: dict[str, Any], time: float) -> None:
        """Takes note of an event."""
        status = event["data"]
        if status["rideOption"].get("usesMeteredFare"):
            self._metered.add(status["rideIdentifier"])
        super().learn(event, time)
        if status["phase"] == "completed":
            self._end(status, time)

    def next(self, time: float) -> Message | None:
        """The next message that is due; None when none is."""
        if self._later and self._later[0][0] <= time:
            return heapq.heappop(self._later)[2]
        return super().next(time)

    def _pause(self, identifier: str, phase: str) -> float:
        if phase == "pickup" and self._numbers.random() < MISSED_PICKUPS:
            self._missing.add(identifier)
            return self._numbers.uniform(*PICKUP_WAIT_SECONDS)
        return super()._pause(identifier, phase)

    def _message(self, ride: Ride) -> Message | None:
        if ride.phase == "completed":
            return None
        name = f"{ride.identifier}.{ride.sequence}.{ride.attempt}"
        if ride.vehicle is None and ride.phase == "received":
            return cancellation(ride, name) if self._numbers.random() < EARLY_CANCELLATIONS else None
        if ride.vehicle is not None and ride.phase == "pickup" and ride.identifier in self._missing:
            return self._report(ride, ride.vehicle, "missedPickup", name)
        message = super()._message(ride)
        if message is not None and isinstance(message.body, dict) and message.body.get("event") == "ended" \
                and ride.identifier in self._metered:
            # A ride of a second costs as much as its beginning; a far ride's meter shows anything.
            shown = self._numbers.uniform(10, 40) if ride.rider.startswith(FAR_RIDER) else 3.25
            message.body["meteredFare"] = {"amount": f"{shown:.2f}", "currencyCode": "USD"}
        return message

    def _end(self, status: dict[str, Any], time: float) -> None:
        """The handling of an ended ride, once for each state of its payment."""
        ride = Ride(status["rideIdentifier"], status["riderIdentifier"], status["sequence"], "completed", None, time)
        completion = status["completionStatus"]
        if self._is_new(ride, "ended") and completion["outcome"] == "completed" and self._numbers.random() < TIPS:
            self._tip(ride, time)
        self._order_again(ride, completion, time)
        payment = completion.get("payment")
        # Also a ride whose start and end are handled together after an outage is held.
        is_held = ride.rider.startswith(FAR_RIDER) or completion["outcome"] == "completed"
        if payment is None and is_held and self._is_new(ride, "held"):
            self._name_fare(ride, time)
        if payment is None or not self._is_new(ride, payment["state"]):
            return
        if payment["state"] == "outstanding" and self._numbers.random() < SETTLEMENTS:
            for number in (1, 2):
                self._settle(ride, number, time + self._numbers.uniform(0.2, 6.0 * number))
        if payment["state"] == "settled" and self._numbers.random() < REFUNDS:
            self._refund_parts(ride, cents(payment["amount"]), time)

    def _order_again(self, ride: Ride, completion: dict[str, Any], time: float) -> None:
        """Some of what was declined is ordered once more."""
        tip = completion.get("tip")
        if tip is not None and tip["state"] == "declined" and self._is_new(ride, "tip declined"):
            self._tip(ride, time, "second-tip")
        for refund in completion.get("refunds", []):
            if refund["state"] == "declined" and not refund.get("isOverpayment") \
                    and self._is_new(ride, "refund declined"):
                self._refund(ride, 3, cents(refund["amount"]), time + self._numbers.uniform(0, 2))

    def _is_new(self, ride: Ride, stage: str) -> bool:
        is_new = (ride.identifier, stage) not in self._seen
        self._seen.add((ride.identifier, stage))
        return is_new

    def _tip(self, ride: Ride, time: float, name: str = "tip") -> None:
        # Without a rating, which is given once: a tip that was declined may come again.
        body = {"riderIdentifier": ride.rider, "rideIdentifier": ride.identifier,
                "tip": {"amount": f"{self._numbers.uniform(1, 4):.2f}", "currencyCode": "USD"}}
        identifier = f"f{ride.identifier}.{name}"
        self._add(time + self._numbers.uniform(0.1, 3), Message(
            f"{identifier}/0", identifier, "send-ride-feedback.handle", "request-ride", ride.rider, body))

    def _refund_parts(self, ride: Ride, price: int, time: float) -> None:
        """A part, or all; some orders come again, and some a second one while the first is under way."""
        numbers = self._numbers
        first = price if numbers.random() < WHOLE_REFUNDS else int(price * numbers.uniform(0.1, 0.6))
        at = time + numbers.uniform(0, 2)
        self._refund(ride, 1, first, at)
        if numbers.random() < REPEATED_REFUNDS:
            self._refund(ride, 1, first, at + numbers.uniform(0.05, 5), repeat="again")
        if numbers.random() < SECOND_REFUNDS:
            self._refund(ride, 2, int(price * 0.3), at + numbers.uniform(0, 1.5))

    def _refund(self, ride: Ride, number: int, amount: int, time: float, repeat: str = "0") -> None:
        if amount > 0:
            body = {"rideIdentifier": ride.identifier, "reason": "a detour",
                    "amount": {"amount": f"{amount / 100:.2f}", "currencyCode": "USD"}}
            self._add(time, console("ride.refund", refund_name(ride.identifier, number, amount), repeat, ride, body))

    def _name_fare(self, ride: Ride, time: float) -> None:
        """The console decides on a fare that is held: it is waived, or may be more than was authorised."""
        is_far = ride.rider.startswith(FAR_RIDER)
        amount = self._numbers.choice((0.0, self._numbers.uniform(5, 60) if is_far else 3.25))
        body = {"rideIdentifier": ride.identifier, "reason": "asked driver and rider",
                "fare": {"amount": f"{amount:.2f}", "currencyCode": "USD"}}
        self._add(time + self._numbers.uniform(0.2, 3), console(
            "ride.settle", f"{NAMED}/{ride.identifier}", "0", ride, body))

    def _settle(self, ride: Ride, number: int, time: float) -> None:
        body = {"rideIdentifier": ride.identifier, "reason": "paid in cash at the office"}
        self._add(time, console("ride.settle", f"settle/{ride.identifier}/{number}", "0", ride, body))

    def _add(self, time: float, message: Message) -> None:
        self._planned += 1
        heapq.heappush(self._later, (time, self._planned, message))


def cents(text: str) -> int:
    """An amount in minor units."""
    return int(Decimal(text) * 100)


def console(kind: str, name: str, repeat: str, ride: Ride, body: dict[str, Any]) -> Message:
    """An order of the operator's console."""
    return Message(f"{name}/{repeat}", name, kind, "dispatch", ride.identifier, body)


def refund_name(ride: str, number: int, amount: int) -> str:
    """The identifier of a refund order, which shows the checker its ride and its purpose."""
    return f"refund/{ride}/{number}/{amount}"


def refund_order(name: str) -> tuple[str, int]:
    """The ride and the amount of such an order."""
    _, ride, _, amount = name.split("/")
    return ride, int(amount)
