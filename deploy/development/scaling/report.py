"""What a day comes to: tables for people, and a file for machines."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any

from faulting.evidence import Evidence
from faulting.measures import percentile
from faulting.report import Row, aligned, versions

from .curve import clock
from .day import ScaledDay
from .measures import Step, directions, steps

SHOWN = 20
EVERY_HOURS = 2


def document(day: ScaledDay, evidence: Evidence, row: Row, complaints: list[str], seed: int) -> dict[str, Any]:
    """All of it."""
    found = steps(day, evidence)
    violations = [*row.violations, *complaints]
    size = day.given.size
    return {
        "ok": not violations, "seed": seed, "violations": violations, "versions": versions(),
        "builds": {build.name: build.version for build in (day.given.before, day.given.after)},
        "day": {"seconds": size.day.seconds, "peak": size.day.peak, "speed": size.speed},
        "row": {name: value for name, value in asdict(row).items() if name != "violations"},
        "handled": dict(vars(day.handled)), "latency": latency(found), "scaled": scaled(day, found),
        "exits": Counter(f"{ended.signal or 'itself'}:{ended.code}" for ended in evidence.exits),
        "marks": marks(day, evidence),
        "steps": [{name: value for name, value in asdict(step).items() if name != "times"} for step in found]}


def latency(found: list[Step]) -> dict[str, float]:
    """The seconds from due to answered, of all and in the worst quarter of an hour."""
    times = [time for step in found for time in step.times]
    return {"p50": percentile(times, 0.5), "p99": percentile(times, 0.99),
            "worst_p99": max(step.p99 for step in found), "median_p99": statistics.median(step.p99 for step in found)}


def scaled(day: ScaledDay, found: list[Step]) -> dict[str, Any]:
    """What the autoscaler has done, and what the workers have used, by their kinds."""
    turns = directions(day.scaler.changes)
    used = day.timeline.looks[-1].used
    return {"changes": len(day.scaler.changes), "blind": day.scaler.blind, "kinds": {kind: {
        "share": replicas.share, "value": day.given.size.policies[kind].value,
        "least": min(step.running.get(kind, 0) for step in found),
        "most": max(step.running.get(kind, 0) for step in found), "turns": turns.get(kind, 0),
        "messages": day.handled.kinds[kind],
        # With all that a worker does beside messages.
        "processor_ms": round(1000 * used[kind] / max(day.handled.kinds[kind], 1), 3),
        "throttled": throttled(day, kind)} for kind, replicas in day.replicas.items()}}


def throttled(day: ScaledDay, kind: str) -> float:
    """The median share of periods in which workers of a kind had used up their share of a core."""
    return round(statistics.median([share for name, share in day.throttled.items() if name.startswith(kind)]), 3)


def marks(day: ScaledDay, evidence: Evidence) -> list[dict[str, Any]]:
    """What was done, and when."""
    hour = day.given.size.day.hour
    return [{"action": fault.action, "target": fault.target, "hour": hour(fault.start - day.begins_at),
             "until": hour(fault.end - day.begins_at), "seconds": fault.end - fault.start}
            for fault in evidence.faults]


def text(found: dict[str, Any]) -> str:
    """The tables."""
    events = [["hour", "what", "which", "took"], *([clock(mark["hour"]), mark["action"], mark["target"],
                                                    f"{mark['seconds']:.1f} s"] for mark in found["marks"])]
    return "\n\n".join([aligned(hours(found), 1), aligned(events, 3), aligned(kinds(found), 1),
                         aligned(totals(found), 0), "\n".join(remarks(found))])


def hours(found: dict[str, Any]) -> list[list[str]]:
    """The day by the hour."""
    names = list(found["scaled"]["kinds"])
    length, per = found["day"]["seconds"] / len(found["steps"]), len(found["steps"]) * EVERY_HOURS // 24
    rows = [["hour", "due/s", "riders/s", "answers/s", "waiting", *map(short, names), "p50", "p99"]]
    for index in range(0, len(found["steps"]), per):
        part = found["steps"][index:index + per]
        rows.append([
            clock(part[0]["hour"]),
            *(f"{sum(step[name] for step in part) / length / per:.0f}" for name in ("due", "riders", "answered")),
            str(max(step["messages"] for step in part)),
            *(str(max(step["running"].get(kind, 0) for step in part)) for kind in names),
            f"{statistics.median(step['p50'] for step in part):.2f} s", f"{max(step['p99'] for step in part):.2f} s"])
    return rows


def kinds(found: dict[str, Any]) -> list[list[str]]:
    """What each kind of worker was like."""
    columns = ("share", "value", "least", "most", "turns", "messages", "processor_ms", "throttled")
    rows = [["workers", "of a core", "value", "least", "most", "turns", "messages", "ms each", "used up"]]
    return rows + [[kind, *(str(figures[name]) for name in columns)] for kind, figures in
                   found["scaled"]["kinds"].items()]


def totals(found: dict[str, Any]) -> list[list[str]]:
    """What the checker has counted."""
    names = ("requests", "confirmed", "answered", "rides", "redeliveries", "dead_letters", "lost", "booked_twice",
             "gaps", "forks")
    seconds = (found["row"]["longest_stall"], found["latency"]["p50"], found["latency"]["p99"])
    return [["requests", "confirmed", "answered", "rides", "redelivered", "dead", "lost", "twice", "gaps", "forks",
             "stall", "p50", "p99"],
            [*(str(found["row"][name]) for name in names), *(f"{value:.2f} s" for value in seconds)]]


def remarks(found: dict[str, Any]) -> list[str]:
    """What fits into no table."""
    handled, exits = found["handled"], found["exits"]
    return [
        ", ".join(f"handled by the build {name}: {count}" for name, count in sorted(handled["messages"].items()))
        + f"; in {handled['shared_seconds']} s by both; "
        + ", ".join(f"rides {change}: {count}" for change, count in sorted(handled["passed"].items())),
        "ends of workers by signal and code: " + ", ".join(f"{name} {count}" for name, count in sorted(exits.items())),
        "good" if found["ok"] else f"{len(found['violations'])} violations"]


def short(kind: str) -> str:
    """A kind of worker as a column has it."""
    return kind.removesuffix("-worker")


def write(path: Path, found: dict[str, Any]) -> None:
    """Writes the file for machines."""
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> dict[str, Any]:
    """Reads such a file."""
    return json.loads(path.read_text(encoding="utf-8"))
