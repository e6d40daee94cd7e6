"""Shows that the checker can fail: it finds nothing in a correct run, and each error that is planted in it.

The errors are planted in journals and in a database, so that reading the evidence is tested as well.
"""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fleets.fleet import Exit
from fleets.processes import Sample

from .checker import Checker, Rules
from .evidence import COLLECTOR, NEMESIS, OBSERVER, PRODUCER
from .sample_evidence import RIDES, Case, PlantedError, is_answer
from .measures import longest_stall, recoveries
from .planted_payment_errors import PAYMENT_ERRORS

def is_event(ride: str, sequence: int) -> Callable[[list[Any]], bool]:
    """Matches an event."""
    return lambda line: line[0] == "e" and line[2:4] == [ride, sequence]


def dead_letter(case: Case, reason: str | None) -> None:
    """Makes the list of looker-1 a dead letter."""
    case.drop(OBSERVER, is_answer("l1/0"))
    case.lines[COLLECTOR].append(
        ["d", 30.0, "livery.list-options.dead-letters", "l1", "list-ride-options.handle", reason, 21, "l1/0"])


def shared(case: Case) -> None:
    """Has one vehicle in two rides by the times of their events, which the store does not say."""
    for line in case.lines[OBSERVER]:
        if line[0] == "e" and line[2] in ("ride-1", "ride-2"):
            line[6], line[7] = "veh-1", 77 + line[3] + (1 if line[2] == "ride-2" else 0)


def grown(case: Case) -> None:
    """Makes a worker that leaks descriptors."""
    case.extra.histories.append(("w", [Sample(float(second), 20 + second, 1 << 25) for second in range(90)]))


ERRORS = (
    PlantedError("a lost answer", "lost", lambda case: case.drop(OBSERVER, is_answer("l1/0"))),
    PlantedError("a repeat that was never answered", "lost", lambda case: case.drop(OBSERVER, is_answer("b1/9"))),
    PlantedError("a dead letter without a reason", "lost", lambda case: dead_letter(case, None)),
    PlantedError("a dead letter of a valid request", "dead letter", lambda case: dead_letter(case, "delivery_limit")),
    PlantedError("a malformed request that was not kept", "not kept", lambda case: case.send(
        "broken-1/0", "broken-1", "ride.update", "dispatch", "no rider", 22.0)),
    PlantedError("messages left in a queue", "left", lambda case: case.extra.depths.update({"livery.dispatch": 3})),
    PlantedError("a second ride of one booking in the store", "booked twice", lambda case: case.sql(
        "INSERT INTO rides VALUES ('ride-9', 'rider-1', 0, 'received', NULL, 1, NULL, '{}')")),
    PlantedError("a booking answered with two rides", "booked twice", lambda case: case.receive(
        "b1/9", "b1", "request-ride.handle", "success", "ride-2", 22.0)),
    PlantedError("a booking answered with a ride that is not stored", "ride missing", lambda case: case.sql(
        "DELETE FROM rides WHERE ride_identifier = 'ride-2'")),
    PlantedError("two answers that differ in their bytes", "disagreement", lambda case: case.receive(
        "b1/9", "b1", "request-ride.handle", "success", "ride-1", 22.0, "another")),
    PlantedError("two answers with one id that differ in their bytes", "disagreement", lambda case: [
        case.lines[OBSERVER].append(["r", 9.0, "b1/0", "b1", "ride.settle", "failure", None, None, "", False, "b1/a", body])
        for body in ("one", "another")]),
    PlantedError("a success that becomes a refusal", "disagreement", lambda case: case.receive(
        "b1/9", "b1", "request-ride.handle", "failure", None, 22.0)),
    PlantedError("a gap in the events", "gap", lambda case: case.drop(OBSERVER, is_event("ride-3", 2))),
    PlantedError("a last event that never came", "gap", lambda case: case.drop(OBSERVER, is_event("ride-3", 3))),
    PlantedError("a gap in the stored history", "gap", lambda case: case.sql(
        "DELETE FROM status_changes WHERE ride_identifier = 'ride-3' AND sequence = 2")),
    PlantedError("a ride that begins on its way", "beginning", lambda case: case.sql(
        "UPDATE status_changes SET phase = 'pickup' WHERE ride_identifier = 'ride-2' AND sequence = 1")),
    PlantedError("a fork: one number with two contents", "fork", lambda case: case.event(
        "ride-3", 2, "confirmed", "rider-3", "another")),
    PlantedError("an event that differs from the store", "fork", lambda case: case.sql(
        "UPDATE status_changes SET phase = 'pickup' WHERE ride_identifier = 'ride-3' AND sequence = 2")),
    PlantedError("a response without a request", "phantom", lambda case: case.receive(
        "b7/0", "b7", "request-ride.handle", "failure", None, 22.0)),
    PlantedError("a response to another request", "phantom", lambda case: case.receive(
        "l1/0", "l2", "list-ride-options.handle", "success", None, 22.0)),
    PlantedError("a ride without a booking", "phantom", lambda case: case.sql(
        "INSERT INTO rides VALUES ('ride-9', 'rider-9', 0, 'received', NULL, 1, NULL, '{}')")),
    PlantedError("an event of no ride", "phantom", lambda case: case.event("ride-9", 1, "received", "rider-1")),
    PlantedError("an event past the end of a ride", "phantom", lambda case: case.event("ride-1", 4, "completed", "rider-1")),
    PlantedError("an outcome without a request", "phantom", lambda case: case.sql(
        "INSERT INTO outcomes VALUES ('cancel-ride.handle', 'rider-1', 'x7')")),
    PlantedError("a vehicle with two rides", "vehicle twice", lambda case: case.sql(
        "UPDATE rides SET slot = 1, vehicle_identifier = 'veh-1' WHERE ride_identifier IN ('ride-1', 'ride-2')")),
    PlantedError("a vehicle that is in two rides by their times", "vehicle twice", shared),
    PlantedError("a vehicle that stays claimed", "claim", lambda case: case.sql(
        "INSERT INTO vehicles VALUES ('veh-1', 'ride-1')")),
    PlantedError("a ride whose vehicle is free", "claim", lambda case: case.sql(
        "UPDATE rides SET slot = 0 WHERE ride_identifier = 'ride-1'")),
    PlantedError("a vehicle that had two rides for a while", "vehicle twice", lambda case: case.extra.audits.append("veh-1: 2")),
    PlantedError("a ledger that does not add up", "ledger", lambda case: case.sql(
        "INSERT INTO ledger VALUES ('ride-4', 3, 'fare', 'fareRevenue', 5)")),
    PlantedError("a movement that is missing", "ledger", lambda case: case.book(
        "ride-4", 4, "fare", "riderReceivable", "fareRevenue", 5)),
    *PAYMENT_ERRORS,
    PlantedError("a database that is damaged", "store", lambda case: case.extra.store_faults.append("row 3 missing from index")),
    PlantedError("a worker that crashed", "crash", lambda case: case.extra.exits.append(Exit(9.0, "w", 1, -11, None, 3.0))),
    PlantedError("a worker that did not drain", "exit", lambda case: case.extra.exits.append(
        Exit(9.0, "w", 1, 75, signal.SIGTERM, 3.0))),
    PlantedError("a worker that leaks", "growth", grown),
    PlantedError("a request that was misread", "misread", lambda case: case.lines[OBSERVER].append(
        ["r", 9.0, "l1/0", "l1", "list-ride-options.handle", "failure", "missingField", None, "", False])),
    PlantedError("a response that is no JSON", "unreadable", lambda case: case.lines[OBSERVER].append(["x", 9.0, "q", "?"])),
    PlantedError("a booking that was refused", "not booked", lambda case: case.lines[OBSERVER].append(
        ["r", 9.0, "b2/0", "b2", "request-ride.handle", "failure", "previousRideNeedsCompletion", None, "", False])),
    PlantedError("a store that was not audited", "vacuous", lambda case: setattr(case.extra, "looks", 0)),
    PlantedError("requests of which nothing is demanded", "vacuous", lambda case: case.drop(
        PRODUCER, lambda line: line[0] == "c" and line[2] == "l1/0")),
    PlantedError("a run without rides", "vacuous", lambda case: case.sql("UPDATE rides SET phase = 'received'")),
)


def check_the_checker() -> int:
    """Plants every error in turn; returns the exit code."""
    judged = [judge(PlantedError("a correct run", "", lambda _: None)), *map(judge, ERRORS), measured()]
    failures = [text for text in judged if text is not None]
    for text in failures:
        print(f"the checker fails: {text}")
    print(f"the checker finds nothing in a correct run, and {len(ERRORS)} of {len(ERRORS)} planted errors"
          if not failures else f"{len(failures)} failures")
    return 1 if failures else 0


def judge(error: PlantedError) -> str | None:
    """How the checker fails on an error; None when it finds the error, and by its kind."""
    with tempfile.TemporaryDirectory(prefix="livery-faults-") as folder:
        case = Case(Path(folder))
        case.fill()
        error.plant(case)
        found = {violation.kind for violation in Checker(case.evidence(), Rules(least_rides=RIDES - 1)).check()}
        case.database.close()
    if not error.kind:
        return f"{error.what}: expected no violation, found {sorted(found)}" if found else None
    return None if error.kind in found else f"{error.what}: expected '{error.kind}', found {sorted(found) or 'nothing'}"


def measured() -> str | None:
    """What is wrong with the measures of a run whose numbers are known."""
    with tempfile.TemporaryDirectory(prefix="livery-faults-") as folder:
        case = Case(Path(folder))
        case.fill()
        # Two lists wait for 7 s and 8 s together, and the fault ends a second after the first was confirmed.
        for name, asked, answered in (("l2", 100.0, 107.1), ("l3", 100.4, 108.0)):
            case.send(f"{name}/0", name, "list-ride-options.handle", "list-options", "looker-2", asked)
            case.receive(f"{name}/0", name, "list-ride-options.handle", "success", None, answered)
        case.lines[NEMESIS].append(["f", 100.8, 101.0, "kill", "list-options-worker-1", ""])
        evidence = case.evidence()
        case.database.close()
    stall, queue = longest_stall(evidence)
    recovery = max(recoveries(evidence))
    if abs(stall - 7.0) > 1e-6 or queue != "list-options" or abs(recovery - 7.0) > 1e-6:
        return f"expected a stall of list-options of 7 s and a recovery of 7 s, found {queue} {stall} s, {recovery} s"
    return None
