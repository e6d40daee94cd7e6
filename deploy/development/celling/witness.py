"""What must hold for single rides over a move, each looked at before it and after it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from fleets.processes import comes_true

from .areas import MOVING, OTHER, REFUSED, destination, place
from .cell import Cell
from .client import Client
from .traffic import vehicle_name

LIST, BOOK, ASK = "list-ride-options.handle", "request-ride.handle", "get-ride-status.handle"
FOLLOW, RATE = "get-ride-status.start-updates", "send-ride-feedback.handle"
DRIVE = ("approaching", "arrived", "started", "ended")
# A rider of the check who has more than one ride; each other one books once.
TWICE = "twice"


class Witness:
    """Makes its rides in the old cell, and asks the new one for them."""

    def __init__(self, old: Cell, new: Cell, journal: Path) -> None:
        self._old, self._new = old, new
        self._client = Client([old, new], "witness", journal)
        self._updates = Client([old, new], "updates", journal.with_suffix(".updates"))
        self._rides: dict[str, str] = {}
        self._bodies: dict[str, dict[str, Any]] = {}
        self._answers: dict[str, dict[str, Any]] = {}
        self._quotes: dict[str, str] = {}

    def before(self) -> Iterator[str]:
        """Makes what is to be moved; yields what already goes wrong."""
        ahead = (datetime.now(UTC) + timedelta(days=3)).isoformat().replace("+00:00", "Z")
        yield from self._book("ahead", scheduledPickupTime={"start": ahead})
        yield from self._book("tipped")
        self._drive("tipped", self._old)
        yield from self._book("owing", paymentMethod={"type": "credit", "identificationHint": "4242", "token": REFUSED})
        self._drive("owing", self._old)
        yield from self._book("followed")
        self._updates.send(self._old, FOLLOW, "follow-1", self._of("followed"))
        yield from self._book(f"{TWICE}-here", rider=TWICE)
        yield from self._book(f"{TWICE}-there", rider=TWICE, cell=self._new, area=OTHER)
        self._bodies["refused"] = self._trip("w-refused", MOVING) | {"rideOptionName": "No such option"}
        self._answers["refused"] = self._client.ask(self._old, BOOK, "w-refused", self._bodies["refused"])
        for name in ("used", "kept"):
            answer = self._client.ask(self._old, LIST, f"w-list-{name}", self._trip(f"w-{name}", MOVING))
            self._quotes[name] = answer["rideOptions"][0]["quoteIdentifier"]
        yield from self._book("used", quoteIdentifier=self._quotes["used"])

    def after(self) -> Iterator[str]:
        """What is not as it was, in the new cell."""
        for name, ride in self._rides.items():
            status = self._client.ask(self._new, ASK, f"w-ask-{name}", self._of(name)).get("rideStatus", {})
            if status.get("rideIdentifier") != ride:
                yield f"the ride {name} is not in the new cell: {status}"
        yield from self._repeats()
        yield from self._money()
        yield from self._quoted()
        yield from self._followed()
        self._drive("followed", self._new)
        answer = self._client.ask(self._old, ASK, "w-ask-old", self._of("ahead"))
        if (answer.get("error") or {}).get("reason") != "unknownRide":
            yield f"the old cell still answers for a ride that has moved: {answer.get('code')}"

    def ended(self) -> Iterator[str]:
        """What has not come to its end in the new cell."""
        has_heard = comes_true(lambda: self._last_update() == "completed", 200, 0.2)
        if not has_heard:
            yield "the observer of a ride that was followed through the move has not heard of its end"

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()
        self._updates.close()

    def _repeats(self) -> Iterator[str]:
        for name in (*self._rides, "refused"):
            if name == f"{TWICE}-there":
                continue
            again = self._client.ask(self._new, BOOK, f"w-{name}", self._bodies[name])
            first = self._answers[name]
            if (again.get("code"), ride_in(again), again.get("error")) \
                    != (first.get("code"), ride_in(first), first.get("error")):
                yield f"the booking {name} was answered {first}, and after the move {again}"

    def _money(self) -> Iterator[str]:
        tip = self._of("tipped") | {"rating": 10, "tip": {"amount": "2.00", "currencyCode": "USD"}}
        answer = self._client.ask(self._new, RATE, "w-tip", tip)
        if answer.get("code") != "success":
            yield f"a tip after the move was answered {answer}"
        rider = self._bodies["owing"]["riderIdentifier"]
        body = self._trip(rider, MOVING) | {"rideOptionName": "Sedan"}
        answer = self._client.ask(self._new, BOOK, "w-owing-next", body)
        if answer.get("code") != "failureRequiringAppLaunchPreviousRideNeedsCompletion":
            yield f"who has not paid a ride of the old cell was answered {answer}"

    def _quoted(self) -> Iterator[str]:
        for name, expected in (("used", "failure"), ("kept", "booked")):
            body = self._trip(f"w-{name}", MOVING) | {"quoteIdentifier": self._quotes[name]}
            answer = self._client.ask(self._new, BOOK, f"w-quote-{name}", body)
            found = "booked" if ride_in(answer) else "failure"
            if found != expected:
                yield f"a quote of the old cell, {name}, was answered {answer}"

    def _followed(self) -> Iterator[str]:
        self._updates.take(self._new)
        if not comes_true(lambda: bool(self._updates.take(self._new)), 250, 0.2):
            yield "the observer of a ride gets no updates from the new cell"

    def _last_update(self) -> str | None:
        taken = self._updates.take(self._new)
        phases = [answer["rideStatus"]["phase"] for _, answer in taken if "rideStatus" in answer]
        return phases[-1] if phases else None

    def _trip(self, rider: str, area: str) -> dict[str, Any]:
        # Always the same place: a quote is good for its own trip alone.
        return {"riderIdentifier": rider, "locale": "en_US", "pickupLocation": place(area, random.Random(2)),
                "dropOffLocation": destination(area)}

    def _of(self, name: str) -> dict[str, Any]:
        return {"riderIdentifier": self._bodies[name]["riderIdentifier"], "rideIdentifier": self._rides[name]}

    def _book(self, name: str, rider: str | None = None, cell: Cell | None = None, area: str = MOVING,
              **more: Any) -> Iterator[str]:
        named = {} if "quoteIdentifier" in more else {"rideOptionName": "Sedan"}
        paid = {"paymentMethod": {"type": "credit", "identificationHint": "4242", "token": "pm_1"}}
        self._bodies[name] = self._trip(rider or f"w-{name}", area) | named | paid | more
        answer = self._client.ask(cell or self._old, BOOK, f"w-{name}", self._bodies[name])
        ride = ride_in(answer)
        if ride is None:
            yield f"the booking {name} was answered {answer}"
        self._rides[name], self._answers[name] = ride or "none", answer

    def _drive(self, name: str, cell: Cell) -> None:
        """Drives a ride to its end, once it has its vehicle."""
        vehicle = ""

        def has_vehicle() -> bool:
            nonlocal vehicle
            status = self._client.ask(cell, ASK, f"w-wait-{name}", self._of(name)).get("rideStatus", {})
            vehicle = (status.get("vehicle") or {}).get("vehicleIdentifier", "")
            return bool(vehicle)

        comes_true(has_vehicle, 200, 0.2)
        for event in DRIVE:
            self._client.ask(cell, "ride.update", f"w-{name}-{event}", {
                "rideIdentifier": self._rides[name], "vehicleIdentifier": vehicle or vehicle_name(MOVING, 0),
                "event": event, "occurredAt": datetime.now(UTC).isoformat().replace("+00:00", "Z")})


def ride_in(answer: dict[str, Any]) -> str | None:
    """The ride of a booking's answer."""
    return (answer.get("rideStatus") or {}).get("rideIdentifier")
