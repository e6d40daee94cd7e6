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
from .measures import directions, steps

SHOWN = 20
EVERY_HOURS = 2


def document(day: ScaledDay, evidence: Evidence, row: Row, complaints: list[str], seed: int) -> dict[str, Any]:
    """All of it."""
    found = steps(day, evidence)
    violations = [*row.violations, *complaints]
    hour = day.given.size.day.hour
    times = [time for step in found for time in step.times]
    kinds = {kind: [step.running.get(kind, 0) for step in found] for kind in day.replicas}
    return {
        "ok": not violations, "seed": seed, "violations": violations, "versions": versions(),
        "builds": {build.name: build.version for build in (day.given.before, day.given.after)},
        "day": {"seconds": day.given.size.day.seconds, "peak": day.given.size.day.peak, "speed": day.given.size.speed},
        "row": {name: value for name, value in asdict(row).items() if name != "violations"},
        "handled": {"messages": day.handled.messages, "redelivered": day.handled.redelivered,
                    "passed": day.handled.passed, "shared_seconds": day.handled.shared_seconds},
        "latency": {"p50": percentile(times, 0.5), "p99": percentile(times, 0.99),
                    "worst_step_p99": max(step.p99 for step in found)},
        "replicas": {kind: {"least": min(counts), "most": max(counts)} for kind, counts in kinds.items()},
        "changes": len(day.scaler.changes), "directions": directions(day.scaler.changes), "blind": day.scaler.blind,
        "throttled": throttled(day),
        "exits": Counter(f"{ended.signal or 'itself'}:{ended.code}" for ended in evidence.exits),
        "marks": [{"action": fault.action, "target": fault.target, "hour": hour(fault.start - day.begins_at),
                   "until": hour(fault.end - day.begins_at), "seconds": fault.end - fault.start}
                  for fault in evidence.faults],
        "steps": [{name: value for name, value in asdict(step).items() if name != "times"} for step in found]}


def throttled(day: ScaledDay) -> dict[str, float]:
    """The median share of periods in which workers of a kind had used up their share of a core."""
    return {kind: round(statistics.median([share for name, share in day.throttled.items() if name.startswith(kind)]), 3)
            for kind in day.replicas}


def text(found: dict[str, Any]) -> str:
    """The tables."""
    row, handled = found["row"], found["handled"]
    seconds = found["day"]["seconds"]
    hours = [["hour", "due/s", "riders/s", "answers/s", "waiting", *(kind.removesuffix("-worker")
              for kind in found["replicas"]), "p50", "p99"]]
    length = seconds / len(found["steps"])
    per = len(found["steps"]) * EVERY_HOURS // 24
    for index in range(0, len(found["steps"]), per):
        part = found["steps"][index:index + per]
        hours.append([clock(part[0]["hour"]),
                      *(f"{sum(step[name] for step in part) / length / per:.0f}" for name in ("due", "riders", "answered")),
                      str(max(step["messages"] for step in part)),
                      *(str(max(step["running"].get(kind, 0) for step in part)) for kind in found["replicas"]),
                      f"{statistics.median(step['p50'] for step in part):.2f} s", f"{max(step['p99'] for step in part):.2f} s"])
    events = [["hour", "what", "which", "took"], *([clock(mark["hour"]), mark["action"], mark["target"],
                                                    f"{mark['seconds']:.1f} s"] for mark in found["marks"])]
    totals = [["requests", "confirmed", "answered", "rides", "redelivered", "dead", "lost", "twice", "gaps", "forks",
               "stall", "p50", "p99"],
              [str(row[name]) for name in ("requests", "confirmed", "answered", "rides", "redeliveries", "dead_letters",
                                           "lost", "booked_twice", "gaps", "forks")]
              + [f"{row['longest_stall']:.1f} s", f"{found['latency']['p50']:.2f} s", f"{found['latency']['p99']:.2f} s"]]
    lines = [f"handled by build: {dict(handled['messages'])}, in {handled['shared_seconds']} s by both; "
             f"rides that changed builds: {dict(handled['passed'])}",
             f"exits of workers by signal and code: {dict(found['exits'])}; "
             f"changes of the number of workers: {found['changes']}, of direction: {found['directions']}",
             f"share of periods with a used-up processor: {found['throttled']}",
             "good" if found["ok"] else f"{len(found['violations'])} violations"]
    return "\n\n".join([aligned(hours, 1), aligned(events, 3), aligned(totals, 0), "\n".join(lines)])


def write(path: Path, found: dict[str, Any]) -> None:
    """Writes the file for machines."""
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> dict[str, Any]:
    """Reads such a file."""
    return json.loads(path.read_text(encoding="utf-8"))
