"""What a run leaves for the checker: journals, the store, the dead letters, and how processes ended."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from fleets.fleet import Exit
from fleets.processes import Sample
from fleets.store import Store

from . import journal

PRODUCER, OBSERVER, COLLECTOR, NEMESIS = "producer.jsonl", "observer.jsonl", "collector.jsonl", "nemesis.jsonl"
PAYMENTS = "payments.jsonl"


class Request(NamedTuple):
    """One sending of a request."""

    identifier: str
    type: str
    queue: str
    who: str
    sent_at: float


class Response(NamedTuple):
    """A received response."""

    time: float
    correlation: str
    identifier: str
    type: str
    code: str
    reason: str | None
    ride: str | None
    digest: str
    redelivered: bool
    name: str = ""
    """Its whole `message_id`."""
    content: str = ""
    """The digest of its bytes."""


class Event(NamedTuple):
    """A received event."""

    time: float
    ride: str
    sequence: int
    phase: str
    rider: str
    vehicle: str | None
    updated_at: int
    digest: str
    redelivered: bool


class StatusChange(NamedTuple):
    """A line of the stored history of a ride; `occurred_at` in microseconds since 1970."""

    ride: str
    sequence: int
    phase: str
    occurred_at: int


class DeadLetter(NamedTuple):
    """A message of a dead-letter queue; `reason` is Livery's or else the broker's."""

    time: float
    queue: str
    identifier: str | None
    type: str | None
    reason: str | None
    deliveries: int
    correlation: str | None


class Fault(NamedTuple):
    """What the nemesis did."""

    start: float
    end: float
    action: str
    target: str
    detail: str


class StoredRide(NamedTuple):
    """A ride of the store."""

    identifier: str
    rider: str
    sequence: int
    phase: str
    vehicle: str | None
    is_unfinished: int
    is_held: int
    """Whether its fare waits for an operator."""


@dataclass(frozen=True)
class Violation:
    """A breach of an invariant."""

    kind: str
    text: str


class Asked(NamedTuple):
    """A command that the payment system received; amounts are in minor units here and below."""

    time: float
    key: str
    operation: str
    ride: str
    amount: int | None
    reference: str | None


class Decided(NamedTuple):
    """What became of a command, for good."""

    time: float
    key: str
    outcome: str
    reference: str | None


class Moved(NamedTuple):
    """What the payment system has done: hold, capture, void, expire, refund; a capture names its hold."""

    time: float
    kind: str
    key: str
    ride: str
    amount: int
    reference: str


class Entry(NamedTuple):
    """A line of the ledger; positive is a debit."""

    ride: str
    number: int
    reason: str
    account: str
    amount: int


@dataclass
class Payments:
    """What the payment system saw, and what the store has about money."""

    asked: list[Asked] = field(default_factory=list)
    decided: dict[str, Decided] = field(default_factory=dict)
    moved: list[Moved] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    shown: dict[str, dict[str, str] | None] = field(default_factory=dict)
    """The payment in the last status of each ride that has ended; None where it has none."""
    owing: set[str] = field(default_factory=set)
    """The rides whose payment blocks their riders."""

    def load(self, path: Path, store: Store) -> None:
        """Reads the journal of the payment system, and the store."""
        for line in journal.read(path):
            match line[0]:
                case "p":
                    self.asked.append(Asked(*line[1:]))
                case "d":
                    self.decided.setdefault(line[2], Decided(*line[1:]))
                case "m":
                    self.moved.append(Moved(*line[1:]))
                case "s":
                    self.answers[line[3]] = line[6]
        self.entries = [Entry(*row) for row in store.rows(
            "SELECT ride_identifier, transaction_number, reason, account, minor_units FROM ledger")]
        self.owing = {row[0] for row in store.rows(
            "SELECT ride_identifier FROM rides WHERE obligation = 'payment'")}
        self.shown = {row[0]: (json.loads(row[1]).get("completionStatus") or {}).get("payment") for row in store.rows(
            "SELECT s.ride_identifier, s.status FROM status_changes AS s JOIN rides AS r "
            "ON r.ride_identifier = s.ride_identifier AND r.sequence = s.sequence WHERE r.phase = 'completed'")}


@dataclass
class Evidence:
    """All of it, to be judged by the checker."""

    requests: dict[str, Request] = field(default_factory=dict)
    confirmed: dict[str, float] = field(default_factory=dict)
    destroyed: set[str] = field(default_factory=set)
    refused: int = 0
    returned: int = 0
    responses: list[Response] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)
    dead_letters: list[DeadLetter] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    rides: list[StoredRide] = field(default_factory=list)
    changes: list[StatusChange] = field(default_factory=list)
    outcomes: list[tuple[str, str, str]] = field(default_factory=list)
    ledger: list[tuple[str, int, int]] = field(default_factory=list)
    store_faults: list[str] = field(default_factory=list)
    depths: dict[str, int] = field(default_factory=dict)
    counters: dict[str, int] = field(default_factory=dict)
    exits: list[Exit] = field(default_factory=list)
    histories: list[tuple[str, list[Sample]]] = field(default_factory=list)
    claims: set[tuple[str, str]] = field(default_factory=set)
    audits: list[str] = field(default_factory=list)
    looks: int = 0
    readiness: list[tuple[str, float]] = field(default_factory=list)
    payments: Payments | None = None
    """Nothing where the fleet has no payment system of its own."""

    def load_journals(self, folder: Path) -> None:
        """Reads the journals of a folder; one that is not there is empty."""
        for path in (folder / PRODUCER, *folder.glob(f"{OBSERVER}*"), folder / COLLECTOR, folder / NEMESIS):
            for line in journal.read(path):
                self._take(line)

    def load_payments(self, folder: Path, store: Store) -> None:
        """Reads what there is about money, where the folder has the journal of a payment system."""
        if (folder / PAYMENTS).exists():
            self.payments = Payments()
            self.payments.load(folder / PAYMENTS, store)

    def load_store(self, store: Store) -> None:
        """Reads the store."""
        rows = store.rows
        self.rides = [StoredRide(*row) for row in rows(
            "SELECT ride_identifier, rider_identifier, sequence, phase, vehicle_identifier, "
            "CASE WHEN slot IS NULL THEN 0 ELSE 1 END, "
            "CASE WHEN document LIKE '%\"heldReason\"%' THEN 1 ELSE 0 END FROM rides")]
        self.changes = [StatusChange(*row) for row in rows(
            f"SELECT ride_identifier, sequence, phase, {store.microseconds('occurred_at')} FROM status_changes "
            "ORDER BY ride_identifier, sequence")]
        self.claims = {(row[0], row[1]) for row in rows(
            "SELECT vehicle_identifier, ride_identifier FROM vehicles WHERE ride_identifier IS NOT NULL")}
        self.outcomes = [(row[0], row[1], row[2]) for row in rows(
            "SELECT operation, scope, message_identifier FROM outcomes")]
        self.ledger = [(row[0], row[1], row[2]) for row in rows(
            "SELECT ride_identifier, transaction_number, SUM(minor_units) FROM ledger "
            "GROUP BY ride_identifier, transaction_number ORDER BY ride_identifier, transaction_number")]

    def _take(self, line: list[Any]) -> None:
        match line[0]:
            case "s":
                self.requests.setdefault(line[2], Request(line[3], line[4], line[5], line[6], line[1]))
            case "c":
                self.confirmed.setdefault(line[2], line[1])
            case "k":
                self.destroyed.add(line[2])
            case "n":
                self.refused += 1
            case "u":
                self.returned += 1
            case "r":
                self.responses.append(Response(*line[1:]))
            case "e":
                self.events.append(Event(*line[1:]))
            case "x":
                self.unreadable.append(f"{line[2]}: {line[3]}")
            case "d":
                self.dead_letters.append(DeadLetter(*line[1:]))
            case "f":
                self.faults.append(Fault(*line[1:]))

    def answers(self) -> dict[str, float]:
        """When each sending was answered first, by its correlation."""
        first: dict[str, float] = {}
        for response in self.responses:
            first.setdefault(response.correlation, response.time)
        return first

    def responses_by_request(self) -> dict[str, list[Response]]:
        """The responses by the identifier of their request."""
        grouped: dict[str, list[Response]] = defaultdict(list)
        for response in self.responses:
            grouped[response.identifier].append(response)
        return grouped
