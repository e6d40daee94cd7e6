"""A fleet that loses its store, and continues with an older copy: what riders and observers then see."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

from fleets.broker import Broker, idle_connection
from fleets.fleet import KINDS, Fleet
from fleets.processes import REPOSITORY, wait_until
from fleets.store import Store

from .copies import copies_of

CATALOGUE = REPOSITORY / "deploy" / "catalogues" / "chicago.json"
# Bookings that are under way while the copy is made.
LOAD = 400
TRIP = {"locale": "en_US", "rideOptionName": "SUV", "partySize": 3, "paymentMethod": {"type": "applePay"},
        "pickupLocation": {"latitude": 41.8796, "longitude": -87.6237},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047}}


class Trial:
    """One store, lost and restored."""

    def __init__(self, folder: Path, binaries: Path, store: Store) -> None:
        self.folder, self.store = folder, store
        (folder / "log").mkdir()
        self.broker = Broker(folder / "broker")
        self.fleet = Fleet(folder, binaries, self.broker, store, CATALOGUE, seed=1)
        self.copies = copies_of(store, folder)
        self.events: dict[str, list[str]] = {}

    def facts(self) -> list[tuple[str, str]]:
        """Does all of it, and returns what was seen, a line each."""
        self.broker.start()
        self.store.start()
        try:
            self._begin()
            return self._facts()
        finally:
            self.fleet.stop()
            self.store.stop()
            self.broker.stop()

    def _begin(self) -> None:
        self.fleet.set_up()
        for kind in KINDS:
            self.fleet.add(kind)
        self.fleet.start()
        self.fleet.tool("send", str(REPOSITORY / "deploy" / "examples" / "vehicles.jsonl"))
        self.connection = idle_connection(self.broker.url)
        self.channel = self.connection.channel()
        self.queue = self.channel.queue_declare("", exclusive=True).method.queue
        self.channel.queue_bind(self.queue, "livery.events", "#")

    def _facts(self) -> list[tuple[str, str]]:
        before = self.book("before")
        ride = before["rideStatus"]["rideIdentifier"]
        self._copy_under_load()
        after = self.book("after")
        self.cancel(ride)
        seen = self.drain()
        self._restore()
        facts = [("rides in the copy", "consistent" if self._is_consistent() else "not consistent")]
        facts.append(("status of a ride that was booked after the copy", self.status("after")))
        facts.append(("status of a ride that was canceled after the copy", self.status("before")))
        repeated = self.book("before")
        facts.append(("a booking of before the copy, sent again",
                      "the stored response" if repeated == before else "another response"))
        again = self.book("after")
        same = again["rideStatus"]["rideIdentifier"] == after["rideStatus"]["rideIdentifier"]
        facts.append(("a booking of after the copy, sent again",
                      f"booked again, {'the same' if same else 'another'} ride identifier"))
        self.cancel(ride)
        later = self.drain()
        facts.append(("events that observers already have", self._compare(seen, later)))
        return facts

    def _copy_under_load(self) -> None:
        load = threading.Thread(target=self.fleet.send, args=([self.booking(f"load-{number}") for number in range(LOAD)],))
        load.start()
        wait_until(lambda: self._rides() > LOAD // 10, 30, "bookings are under way")
        self.copies.make()
        load.join()

    def _restore(self) -> None:
        self.fleet.retire(self.fleet.workers)
        self.copies.lose()
        self.copies.restore()
        for worker in self.fleet.workers:
            worker.wanted = True
        wait_until(lambda: all(worker.probe() == 200 for worker in self.fleet.workers), 40, "the workers are ready")

    def _rides(self) -> int:
        return int(self.store.rows("SELECT count(*) FROM rides")[0][0])

    def _is_consistent(self) -> bool:
        """Whether each ride has its last change, and each change its ride: a copy of one moment has no other."""
        odd = self.store.rows(
            "SELECT count(*) FROM rides r WHERE r.sequence <> "
            "(SELECT coalesce(max(c.sequence), 0) FROM status_changes c WHERE c.ride_identifier = r.ride_identifier)")
        return self._rides() > LOAD // 10 and int(odd[0][0]) == 0

    @staticmethod
    def _compare(seen: dict[str, str], later: dict[str, str]) -> str:
        both = seen.keys() & later.keys()
        if not both:
            return "none were published again"
        changed = sum(seen[identifier] != later[identifier] for identifier in both)
        return f"were published again with the same id and {'other' if changed else 'the same'} content"

    def booking(self, rider: str) -> dict[str, Any]:
        """A booking of a rider, whose message id is the rider's."""
        return {"type": "request-ride.handle", "message_id": f"book-{rider}", "body": TRIP | {"riderIdentifier": rider}}

    def book(self, rider: str) -> dict[str, Any]:
        """Books, and returns the response."""
        return self.fleet.send([self.booking(rider)])[0]

    def cancel(self, ride: str) -> dict[str, Any]:
        """Cancels the ride of the first rider."""
        return self.fleet.send([{"type": "cancel-ride.handle", "message_id": "cancel-before",
                           "body": {"riderIdentifier": "before", "rideIdentifier": ride}}])[0]

    def status(self, rider: str) -> str:
        """The phase of a rider's ride, as the rider is answered."""
        answer = self.fleet.send([{"type": "get-ride-status.handle", "message_id": f"status-{rider}",
                             "body": {"riderIdentifier": rider}}])[0]
        ride = answer.get("rideStatus")
        return "no ride" if ride is None else str(ride["phase"])

    def drain(self) -> dict[str, str]:
        """The events received since the last call: their content by their id."""
        events: dict[str, str] = {}
        while True:
            method, _, body = self.channel.basic_get(self.queue, auto_ack=True)
            if method is None:
                return events
            event = json.loads(body)
            events[event["id"]] = json.dumps(event["data"], sort_keys=True)
