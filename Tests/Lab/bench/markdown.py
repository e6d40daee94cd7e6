"""Tables of a report for a page: the budgets, and each worker beside the floor."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .calibration import calibration_line
from .comparing import FLOOR
from .tables import number

HEADS = ("", "in flight", "a second", "× floor", "median, ms", "p99, ms", "maximum, ms", "CPU, µs", "× floor", "batch")
# What tells one row of a worker from another.
TOLD = ("queue", "store", "vehicles", "observer", "payments", "lanes", "processes")
USUAL: dict[str, Any] = {"queue": "quorum", "lanes": 1, "processes": 1, "observer": "usual",
                         "payments": "built-in"}


def pages(path: Path) -> str:
    """Both tables of a report, with the machine that they are from."""
    report = json.loads(path.read_text(encoding="utf-8"))
    facts = report["facts"]
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    rates = [row for row in report["results"] if "requests_per_second" in row["figures"] and row["run"] != "soak"]
    shown = [rate_cells(row) for row in rates if row["subject"] != FLOOR or row["run"].startswith(("lists", "bookings"))]
    return "\n\n".join([
        f"{facts['cores']} cores ({facts['processor']}), Linux {facts['kernel']}, {versions}.",
        *(f"{line}." for line in calibration_line(facts)),
        rows(("budget", "limit", "measured", "before", ""), [budget_cells(budget) for budget in report["budgets"]]),
        rows(HEADS, shown)])


def rows(heads: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *cells))


def budget_cells(budget: dict[str, Any]) -> list[str]:
    """A budget as a row."""
    bound = f"at {'least' if budget['at_least'] else 'most'} {budget['limit']:g} {budget['unit']}".rstrip()
    figure = budget["figure"]
    digits = 0 if figure is None or abs(figure) >= 100 else 1 if abs(figure) >= 10 else 2
    verdict = {None: "not measured", True: "met", False: "missed"}[budget["met"]]
    return [budget["name"], bound, number(figure, digits), budget.get("before") or "-", verdict]


def rate_cells(row: dict[str, Any]) -> list[str]:
    """A worker's or the floor's row."""
    figures, setting = row["figures"], row["setting"]
    told = [f"{setting[name]} {name}" if isinstance(setting[name], int) else str(setting[name])
            for name in TOLD if name in setting and setting[name] != USUAL.get(name)]
    named = {"free": "vehicles free", "none": "no vehicle free"}
    return [", ".join([row["subject"], *(named.get(text, text) for text in told)]), str(setting.get("window", "-")),
            number(figures["requests_per_second"], 0), number(figures.get("requests_per_second_to_floor"), 2),
            number(figures["latency_median"], 2, 1e3), number(figures["latency_p99"], 1, 1e3),
            number(figures["latency_maximum"], 1, 1e3), number(figures.get("worker_cpu"), 1),
            number(figures.get("handling_cpu_to_floor"), 2), number(figures.get("batch_mean"), 0)]
