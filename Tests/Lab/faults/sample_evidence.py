"""The evidence of a correct run, written to journals and a database as a run writes it, to test the checker with."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fleets.store import SQLiteStore

from .evidence import COLLECTOR, NEMESIS, OBSERVER, PAYMENTS, PRODUCER, Evidence

TABLES = """
    CREATE TABLE rides (ride_identifier, rider_identifier, sequence, phase, vehicle_identifier, slot, obligation,
                        document);
    CREATE TABLE status_changes (ride_identifier, sequence, phase, occurred_at, status);
    CREATE TABLE outcomes (operation, scope, message_identifier);
    CREATE TABLE ledger (ride_identifier, transaction_number, reason, account, minor_units);
    CREATE TABLE vehicles (vehicle_identifier, ride_identifier);
"""
JOURNALS = (PRODUCER, OBSERVER, COLLECTOR, NEMESIS, PAYMENTS)
PHASES = ("received", "confirmed", "completed")
RIDES = 4


class Case:
    """The evidence of a run that is being composed: lines of journals by file, and a database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lines: dict[str, list[list[Any]]] = {name: [] for name in JOURNALS}
        self.database = sqlite3.connect(folder / "livery.db")
        self.database.executescript(TABLES)
        self.extra = Evidence(looks=1)

    def fill(self) -> None:
        """Adds a correct run: bookings, one of them repeated, and a list."""
        for number in range(1, RIDES + 1):
            self._ride(number)
        self.send("b1/9", "b1", "request-ride.handle", "request-ride", "rider-1", 20.0)
        self.receive("b1/9", "b1", "request-ride.handle", "success", "ride-1", 20.5)
        self.send("l1/0", "l1", "list-ride-options.handle", "list-options", "looker-1", 21.0)
        self.receive("l1/0", "l1", "list-ride-options.handle", "success", None, 21.5)
        self.lines[NEMESIS].append(["f", 20.2, 20.3, "kill", "request-ride-worker-1", ""])
        self._money()

    def _ride(self, number: int) -> None:
        ride, rider, identifier, time = f"ride-{number}", f"rider-{number}", f"b{number}", float(number)
        self.send(f"{identifier}/0", identifier, "request-ride.handle", "request-ride", rider, time)
        self.receive(f"{identifier}/0", identifier, "request-ride.handle", "success", ride, time + 0.5)
        # Every other booking finds its vehicle at once, and is confirmed by the first change of its ride.
        phases = PHASES[1:] if number % 2 == 0 else PHASES
        for sequence, phase in enumerate(phases, 1):
            self.event(ride, sequence, phase, rider)
            self.sql("INSERT INTO status_changes VALUES (?, ?, ?, 77, '{}')", ride, sequence, phase)
        self.sql("INSERT INTO rides VALUES (?, ?, ?, 'completed', ?, NULL, NULL, '{}')", ride, rider, len(phases),
                 f"veh-{number}")
        self.sql("INSERT INTO outcomes VALUES ('request-ride.handle', ?, ?)", rider, identifier)
        self.show(ride, "settled", "5.00")
        self.book(ride, 1, "fare", "riderReceivable", "fareRevenue", 500)
        self.book(ride, 2, "captured", "gatewayClearing", "riderReceivable", 500)
        self.pay(f"{ride}:fare:authorise:1", 600, "hold", f"hold-{number}")
        self.pay(f"{ride}:fare:capture:1", 500, "capture", f"hold-{number}")

    def _money(self) -> None:
        """Refunds, two of which were refused, a tip, a debt that was settled and then paid, a released hold."""
        self.send("refund/ride-1/1/200/0", "refund/ride-1/1/200", "ride.refund", "dispatch", "ride-1", 22.0)
        self.receive("refund/ride-1/1/200/0", "refund/ride-1/1/200", "ride.refund", "success", None, 22.5)
        self.book("ride-1", 3, "refund", "refunds", "gatewayClearing", 200)
        self.pay("ride-1:fare:refund:1", 200, "refund", "payment-1")
        self.book("ride-2", 3, "tip", "gatewayClearing", "tipsPayable", 100)
        self.pay("ride-2:tip:authorise:1", 100, "hold", "hold-12")
        self.pay("ride-2:tip:capture:1", 100, "capture", "hold-12")
        self.pay("ride-2:fare:authorise:2", 600, "hold", "hold-22")
        self.pay("ride-2:fare:void:1", 600, "void", "hold-22")
        self.send("settle/ride-3/1/0", "settle/ride-3/1", "ride.settle", "dispatch", "ride-3", 23.0)
        self.receive("settle/ride-3/1/0", "settle/ride-3/1", "ride.settle", "success", None, 23.5)
        self.book("ride-3", 3, "missedPickupFee", "riderReceivable", "cancellationFees", 50)
        self.book("ride-3", 4, "settledOutside", "settledOutside", "riderReceivable", 50)
        self.show("ride-3", "settled", "5.50")
        self.book("ride-3", 5, "captured", "gatewayClearing", "riderReceivable", 50)
        self.pay("ride-3:fare2:authorise:1", 50, "hold", "hold-23")
        self.pay("ride-3:fare2:capture:1", 50, "capture", "hold-23")
        self.pay("ride-3:fare2:refund:1", 50, "refund", "payment-23", "declined")
        # One order that failed to its last attempt, and the same one again.
        for order in ("refund/ride-2/1/300", "refund/ride-2/2/300"):
            self.receive(f"{order}/0", order, "ride.refund", "success", None, 22.5)
            self.send(f"{order}/0", order, "ride.refund", "dispatch", "ride-2", 22.0)
        for number, outcome in enumerate(("failed", "failed", "failed", "failed", "declined"), 1):
            self.pay(f"ride-2:fare:refund:{number}", 300, "refund", "payment-2", outcome)

    def show(self, ride: str, state: str, amount: str) -> None:
        """Sets the payment in the last status of a ride."""
        status = {"completionStatus": {"payment": {"state": state, "amount": amount, "currencyCode": "USD"}}}
        self.sql("UPDATE status_changes SET status = ? WHERE ride_identifier = ? AND phase = 'completed'",
                 json.dumps(status), ride)

    def book(self, ride: str, number: int, reason: str, debit: str, credit: str, amount: int) -> None:
        """Adds a movement of the ledger."""
        for account, units in ((debit, amount), (credit, -amount)):
            self.sql("INSERT INTO ledger VALUES (?, ?, ?, ?, ?)", ride, number, reason, account, units)

    def pay(self, key: str, amount: int, kind: str, reference: str, outcome: str = "approved") -> None:
        """Adds a command that the payment system has carried out, or refused."""
        ride, _, operation, _ = key.split(":")
        self.lines[PAYMENTS] += [["p", 6.0, key, operation, ride, amount, reference],
                                 ["d", 6.1, key, outcome, reference]]
        if outcome == "approved":
            self.lines[PAYMENTS].append(["m", 6.1, kind, key, ride, amount, reference])

    def send(self, correlation: str, identifier: str, kind: str, queue: str, who: str, time: float) -> None:
        """Adds a request that was sent and confirmed."""
        self.lines[PRODUCER] += [["s", time, correlation, identifier, kind, queue, who, 0],
                                 ["c", time + 0.1, correlation]]

    def receive(
        self, correlation: str, identifier: str, kind: str, code: str, ride: str | None, time: float, body: str = "same"
    ) -> None:
        """Adds a received response."""
        self.lines[OBSERVER].append(["r", time, correlation, identifier, kind, code, None, ride, body, False])

    def event(self, ride: str, sequence: int, phase: str, rider: str, body: str = "", updated_at: int = 77) -> None:
        """Adds a received event."""
        body = body or f"{ride}/{sequence}"
        self.lines[OBSERVER].append(["e", 5.0, ride, sequence, phase, rider, None, updated_at, body, False])

    def drop(self, name: str, matches: Callable[[list[Any]], bool]) -> None:
        """Removes lines from a journal."""
        self.lines[name] = [line for line in self.lines[name] if not matches(line)]

    def sql(self, statement: str, *parameters: Any) -> None:
        """Changes the database."""
        self.database.execute(statement, parameters)

    def evidence(self) -> Evidence:
        """Writes all of it, and reads it as that of a run is read."""
        self.database.commit()
        for name, lines in self.lines.items():
            text = "".join(json.dumps(line) + "\n" for line in lines)
            (self.folder / name).write_text(text, encoding="utf-8")
        evidence = self.extra
        evidence.load_journals(self.folder)
        evidence.load_store(SQLiteStore(self.folder))
        evidence.load_payments(self.folder, SQLiteStore(self.folder))
        return evidence


@dataclass(frozen=True)
class PlantedError:
    """A change of correct evidence, and the kind of violation that the checker has to find in it."""

    what: str
    kind: str
    plant: Callable[[Case], Any]


def is_answer(correlation: str) -> Callable[[list[Any]], bool]:
    """Matches the response to one sending."""
    return lambda line: line[0] == "r" and line[2] == correlation
