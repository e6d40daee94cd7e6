"""Judges two cells as one fleet, by the checker of deploy/faults, and looks for what only a move can do wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from faulting import journal
from faulting.checker import Checker, Rules
from faulting.collector import collect
from faulting.evidence import COLLECTOR, OBSERVER, PRODUCER, Evidence

from . import routes
from .areas import MOVING
from .cell import Cell
from .witness import TWICE

LEAST_CROSSING = 8


class Both:
    """Two stores as one: the rows of the one, then those of the other."""

    def __init__(self, old: Cell, new: Cell) -> None:
        self._stores = [old.store, new.store]

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query."""
        return [row for store in self._stores for row in store.rows(sql)]

    def microseconds(self, column: str) -> str:
        """A column with an instant, in SQL, as microseconds since 1970."""
        return self._stores[0].microseconds(column)


def judge(folder: Path, old: Cell, new: Cell) -> list[str]:
    """What went wrong, in words; prints what was at stake."""
    evidence = gather(folder, old, new)
    # That nothing is unconfirmed is asked of the gateway: the witness waits for answers instead.
    checker = Checker(evidence, Rules(unconfirmed=True))
    # One rider is meant to have two rides; every other one books once.
    found = [f"{violation.kind}: {violation.text}" for violation in checker.check()
             if not violation.text.startswith(f"{TWICE} booked once")]
    crossing = crossed(folder)
    late = old_payments(new, routes.changed_at(folder, "hold-area"))
    print(f"{len(evidence.requests)} requests, {len(evidence.rides)} rides, {len(evidence.events)} events; "
          f"{len(crossing)} rides went on in the new cell, {late} were paid there that had ended in the old one")
    if len(crossing) < LEAST_CROSSING:
        found.append(f"expected {LEAST_CROSSING} rides or more to continue in the new cell, {len(crossing)} did")
    if not late:
        found.append("expected payments that were under way during the move, there was none")
    print(size(new, evidence))
    return found + leftovers(old, new)


def size(cell: Cell, evidence: Evidence) -> str:
    """The space of a ride in a database, with indexes and dead tuples of updates."""
    rides, outcomes, kept, repeats = (int(text) for text in cell.store.rows(
        "SELECT (SELECT COUNT(*) FROM rides), (SELECT COUNT(*) FROM outcomes), pg_total_relation_size('rides') "
        "+ pg_total_relation_size('status_changes') + pg_total_relation_size('ledger'), "
        "pg_total_relation_size('outcomes')")[0])
    each = len(set(evidence.outcomes)) / len(evidence.rides)
    return (f"a ride takes {kept / rides / 1e3:.1f} kB of the database, and its {each:.1f} outcomes "
            f"{repeats / outcomes * each / 1e3:.1f} kB for a week")


def gather(folder: Path, old: Cell, new: Cell) -> Evidence:
    """The evidence of both cells."""
    evidence = Evidence()
    collected = [folder / f"collector-{cell.name}.jsonl" for cell in (old, new)]
    for cell, path in zip((old, new), collected, strict=True):
        collect(cell.broker.url, path)
        evidence.depths |= {f"{cell.name}/{queue}": depth for queue, depth in cell.broker.depths().items()}
        evidence.exits += cell.fleet.exits
    observed = [folder / f"observer-{cell.name}.jsonl" for cell in (old, new)]
    sent = [folder / name for name in ("producer.jsonl", "witness.jsonl", "witness.updates")]
    merged = folder / "merged"
    merged.mkdir()
    for name, paths in ((PRODUCER, sent), (OBSERVER, observed), (COLLECTOR, collected)):
        (merged / name).write_bytes(b"".join(path.read_bytes() for path in paths))
    evidence.load_journals(merged)
    evidence.load_store(Both(old, new))  # type: ignore[arg-type]  # it has what is used of a store
    # A booking stores beside its own outcome that its quote is used, under a name that the quote has.
    evidence.outcomes = [outcome for outcome in evidence.outcomes if outcome[0] != "quote"]
    evidence.looks = 1
    return evidence


def crossed(folder: Path) -> set[str]:
    """The rides with events from both cells, of which none from the old one is newer than one from the new one."""
    first, last = events(folder / "observer-cell-1.jsonl", max), events(folder / "observer-cell-2.jsonl", min)
    return {ride for ride in first.keys() & last.keys() if first[ride] < last[ride]}


def events(path: Path, choose: Any) -> dict[str, int]:
    """A number of the events of each ride of a journal: the least or the greatest."""
    numbers: dict[str, int] = {}
    for line in journal.read(path):
        if line[0] == "e":
            numbers[line[2]] = choose(numbers.get(line[2], line[3]), line[3])
    return numbers


def old_payments(new: Cell, frozen_at: str) -> int:
    """How many rides had ended before they were removed from the old cell and were paid after that."""
    rows = new.store.rows(
        "SELECT COUNT(DISTINCT l.ride_identifier) FROM ledger AS l JOIN rides AS r USING (ride_identifier) "
        f"JOIN status_changes AS s USING (ride_identifier) WHERE r.area = '{MOVING}' AND l.account = 'gatewayClearing' "
        f"AND s.phase = 'completed' AND s.occurred_at < '{frozen_at}' "
        f"AND l.occurred_at > '{frozen_at}'")
    return int(rows[0][0])


def leftovers(old: Cell, new: Cell) -> list[str]:
    """What the old cell should not have any more, and the new one should have."""
    counts = {
        "rides of the area": f"SELECT COUNT(*) FROM rides WHERE area = '{MOVING}'",
        "vehicles of the area": f"SELECT COUNT(*) FROM vehicles WHERE vehicle_identifier LIKE '{MOVING}-%'",
        "responses whose status is gone": "SELECT COUNT(*) FROM outcomes WHERE status_at IS NOT NULL AND NOT EXISTS ("
                                          "SELECT FROM status_changes AS s "
                                          "WHERE s.ride_identifier = changed_rides[cardinality(changed_rides)] "
                                          "AND s.sequence = changed_sequences[cardinality(changed_sequences)])",
        "histories without a ride": "SELECT COUNT(*) FROM status_changes WHERE ride_identifier NOT IN "
                                    "(SELECT ride_identifier FROM rides)",
        "books without a ride": "SELECT COUNT(*) FROM ledger WHERE ride_identifier NOT IN "
                                "(SELECT ride_identifier FROM rides)",
        "schemas of a move": "SELECT COUNT(*) FROM pg_namespace WHERE nspname = 'livery_move'"}
    found = [f"{count} {what} are left in the old cell" for what, sql in counts.items()
             if (count := old.store.rows(sql)[0][0])]
    slots = sorted(row[0] for row in new.store.rows(f"SELECT slot FROM rides WHERE rider_identifier = '{TWICE}'"))
    if slots != [0, 450]:
        found.append(f"expected the slots 0 and 450 for the rider with rides in both cells, found {slots}")
    return found
