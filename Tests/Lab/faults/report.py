"""What a run comes to: a table for people, and a file for machines."""

from __future__ import annotations

import json
import platform
import subprocess
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fleets.processes import REPOSITORY

from .checker import LIMIT, Checker, repeated
from .evidence import Evidence
from .measures import longest_stall, percentile, recoveries, slowest_answer

SHOWN_VIOLATIONS = 12


@dataclass
class Row:
    """One scenario on one store."""

    scenario: str
    store: str
    faults: int
    kills: int
    starts: int
    requests: int
    confirmed: int
    unknown: int
    answered: int
    rides: int
    completed: int
    duplicates: int
    repeated_events: int
    redeliveries: int
    dead_letters: int
    dead_letters_of_limit: int
    lost: int
    booked_twice: int
    gaps: int
    forks: int
    phantoms: int
    longest_stall: float
    stalled_queue: str
    slowest_answer: float
    recovery_median: float
    recovery_p99: float
    seconds: float
    actions: dict[str, dict[str, float]]
    codes: dict[str, int]
    violations: list[str]
    alerts: list[str] = field(default_factory=list)
    """The alerts that fired, with --alerts."""

    @classmethod
    def of(
        cls, scenario: str, store: str, checker: Checker, extra: list[str], starts: int, seconds: float
    ) -> Row:
        """The row of a run that was checked."""
        evidence = checker.evidence
        first = evidence.answers()
        stall, queue = longest_stall(evidence)
        found = recoveries(evidence)
        codes = Counter(response.reason or response.code for response in evidence.responses)
        return cls(
            scenario, store, faults=len(evidence.faults),
            kills=sum(ended.signal == 9 for ended in evidence.exits), starts=starts,
            requests=len(evidence.requests), confirmed=len(evidence.confirmed),
            unknown=len(evidence.requests) - len(evidence.confirmed),
            answered=sum(correlation in first for correlation in evidence.confirmed),
            rides=len(evidence.rides), completed=sum(ride.phase == "completed" for ride in evidence.rides),
            duplicates=repeated(evidence.responses),
            repeated_events=len(evidence.events) - len({(e.ride, e.sequence) for e in evidence.events}),
            redeliveries=evidence.counters.get("messages_redelivered_total", 0),
            dead_letters=len(evidence.dead_letters),
            dead_letters_of_limit=sum(letter.reason == LIMIT for letter in evidence.dead_letters),
            lost=checker.count("lost", "ride missing", "left", "not kept"),
            booked_twice=checker.count("booked twice", "disagreement"),
            gaps=checker.count("gap"), forks=checker.count("fork"), phantoms=checker.count("phantom"),
            longest_stall=round(stall, 3), stalled_queue=queue,
            slowest_answer=round(slowest_answer(evidence), 3),
            recovery_median=round(percentile(found, 0.5), 3), recovery_p99=round(percentile(found, 0.99), 3),
            seconds=round(seconds, 1), actions=by_action(evidence), codes=dict(codes.most_common()),
            violations=[f"{violation.kind}: {violation.text}" for violation in checker.violations] + extra)


def by_action(evidence: Evidence) -> dict[str, dict[str, float]]:
    """For each kind of fault how often it was done, and how long it took from its end until all workers were ready,
    where that was looked at, and until all that was outstanding then was answered."""
    ready: dict[str, list[float]] = defaultdict(list)
    answered: dict[str, list[float]] = defaultdict(list)
    for action, seconds in evidence.readiness:
        ready[action].append(seconds)
    for fault, seconds in zip(sorted(evidence.faults, key=lambda fault: fault.end), recoveries(evidence)):
        answered[fault.action].append(seconds)
    return {action: {"count": len(found), "answered_median": round(percentile(found, 0.5), 3),
                     "answered_longest": round(max(found), 3)}
            | ({"ready_median": round(percentile(ready[action], 0.5), 3), "ready_longest": round(max(ready[action]), 3)}
               if action in ready else {})
            for action, found in answered.items()}


COUNT, SECONDS = "{}", "{:.1f} s"
COLUMNS = (
    ("scenario", "scenario", COUNT), ("store", "store", COUNT), ("faults", "faults", COUNT), ("kills", "kills", COUNT),
    ("requests", "requests", COUNT), ("confirmed", "confirmed", COUNT), ("unknown", "unknown", COUNT),
    ("answered", "answered", COUNT), ("rides", "rides", COUNT), ("duplicates", "duplicates", COUNT),
    ("redelivered", "redeliveries", COUNT), ("dead", "dead_letters", COUNT), ("limit", "dead_letters_of_limit", COUNT),
    ("lost", "lost", COUNT), ("twice", "booked_twice", COUNT), ("gaps", "gaps", COUNT),
    ("stall", "longest_stall", SECONDS), ("slowest", "slowest_answer", SECONDS), ("p99 rec.", "recovery_p99", SECONDS),
    ("seconds", "seconds", "{:.0f}"))


def table(rows: list[Row]) -> str:
    """The rows as text."""
    cells = [[title for title, _, _ in COLUMNS]]
    cells += [[form.format(getattr(row, name)) for _, name, form in COLUMNS] for row in rows]
    return aligned(cells, 2)


def actions(rows: list[Row]) -> str:
    """What was done to the fleet and how soon it was itself again, as text."""
    names = ("count", "ready_median", "ready_longest", "answered_median", "answered_longest")
    cells = [["scenario", "store", "fault", "count", "ready", "longest", "answered", "longest"]]
    for row in rows:
        for action, found in row.actions.items():
            figures = [(COUNT if name == "count" else SECONDS).format(found[name]) if name in found else ""
                       for name in names]
            cells.append([row.scenario, row.store, action, *figures])
    return aligned(cells, 3)


def aligned(cells: list[list[str]], texts: int) -> str:
    """A table whose first columns are texts and whose others are numbers."""
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    return "\n".join("  ".join(
        cell.ljust(width) if column < texts else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in cells)


def alerts(rows: list[Row]) -> str:
    """The alerts that fired in each run, as text."""
    return aligned([["scenario", "store", "alerts that fired"],
                    *([row.scenario, row.store, ", ".join(row.alerts) or "none"] for row in rows)], 3)


def complaints(row: Row) -> list[str]:
    """What is wrong with a run, the first of each kind."""
    kinds = Counter(text.split(":")[0] for text in row.violations)
    shown = row.violations[:SHOWN_VIOLATIONS]
    more = len(row.violations) - len(shown)
    counts = ", ".join(f"{count} × {kind}" for kind, count in kinds.items())
    return [f"{row.scenario} on {row.store}: {counts}", *(f"  {text}" for text in shown),
            *([f"  and {more} more"] if more else [])]


def write(path: Path, rows: list[Row], failures: list[str], seed: int) -> None:
    """Writes the file for machines."""
    good = not failures and not any(row.violations for row in rows)
    document = {"seed": seed, "versions": versions(), "ok": good, "not_carried_out": failures,
                "scenarios": [asdict(row) for row in rows]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def versions() -> dict[str, str]:
    """What was run."""
    packages = {"RabbitMQ": "rabbitmq-server", "librabbitmq": "librabbitmq4", "PostgreSQL": "postgresql",
                "SQLite": "libsqlite3-0", "pika": "python3-pika"}
    found = {name: printed("dpkg-query", "-W", "-f", "${Version}", package) for name, package in packages.items()}
    commit = printed("git", "-C", str(REPOSITORY), "rev-parse", "--short", "HEAD")
    changed = printed("git", "-C", str(REPOSITORY), "status", "--porcelain")
    return found | {"Livery": commit + (" with changes" if changed else ""), "Linux": platform.release(),
                    "Python": platform.python_version()}


def printed(*command: str) -> str:
    """What a command prints; nothing when it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""
