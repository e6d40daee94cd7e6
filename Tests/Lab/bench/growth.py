"""How the cost of one request grows: `MeasureCosts` runs the handlers in a process without a broker."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from fleets.processes import SuiteError, run

from .bench import Bench
from .report import Row
from .run import Run
from .tables import number, table

PROGRAM = "MeasureCosts"
# What needs no store, and what is asked of each of the two.
CATALOGUE_CURVES = ("products", "zones", "vertices", "areas", "vehicles")
STORE_CURVES = ("batch", "subscribers", "history", "vehicles", "waiting", "rides")
STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
LIMIT_SECONDS = 240


class Growth(Run):
    """The handlers of all workers."""

    name, title = "growth", "time and allocations for one request, as what is around it grows"

    def measure(self, bench: Bench) -> None:
        """Measures the curves without a store, then those of each store; the failures are raised at the end."""
        asked = [(name, "", "") for name in CATALOGUE_CURVES]
        asked += [(name, store, f", {said}") for store, said in STORES.items() for name in STORE_CURVES]
        failures = []
        for name, store, suffix in asked:
            try:
                self.measure_curve(bench, name, store, suffix)
            except SuiteError as error:
                failures.append(f"{name}{suffix}: {error}")
        if failures:
            raise SuiteError("; ".join(failures))

    def measure_curve(self, bench: Bench, name: str, store: str, suffix: str) -> None:
        """Adds a row for each subject of a curve. Each curve has a store of its own."""
        program = bench.binaries / PROGRAM
        if not program.exists():
            raise SuiteError(f"expected the program {program}")
        urls = [bench.stage("quorum", store, f"growth {name}").store.url] if store else []
        said = run([program, bench.catalogue, "curve", name, *urls, *["--quick"] * bench.quick], seconds=LIMIT_SECONDS)
        subjects: dict[tuple[str, str], list[dict[str, float]]] = {}
        for point in map(json.loads, said.splitlines()):
            subjects.setdefault((point["series"] + suffix, point["axis"]), []).append(
                {"x": point["x"], "cpu": point["microseconds"], "wall": point["wallMicroseconds"],
                 "allocations": point["allocations"]})
        for (subject, axis), points in subjects.items():
            bench.report.add(self.name, subject, {"curve": name, "axis": axis}, {"points": points})

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "against", "from", "to", "µs", "µs then", "exponent", "allocations", "then"],
                     [[row.subject, row.setting["axis"], *ends(row.figures["points"], "x", 0),
                       *ends(row.figures["points"], measure(row), 1), number(exponent(row), 2),
                       *ends(row.figures["points"], "allocations", 1)] for row in rows])


def ends(points: Sequence[dict[str, float]], name: str, digits: int) -> list[str]:
    """The first and the last figure of a curve."""
    return [number(points[place][name], digits) for place in (0, -1)]


def measure(row: Row) -> str:
    """What counts: with a server the time until the answer, since the work is the server's; else processor time."""
    return "wall" if STORES["postgres"] in row.subject else "cpu"


def exponent(row: Row) -> float | None:
    """The power with which the time grows from the first point to the last: 0 is constant, 1 in proportion."""
    first, last = (row.figures["points"][place] for place in (0, -1))
    if last["x"] <= first["x"] or min(first["x"], first[measure(row)], last[measure(row)]) <= 0:
        return None
    return math.log(last[measure(row)] / first[measure(row)]) / math.log(last["x"] / first["x"])


def grown(row: Row, first: float, last: float) -> float | None:
    """How many times as much the last of two points takes; None where one was not measured."""
    times: dict[Any, float] = {point["x"]: point[measure(row)] for point in row.figures["points"]}
    return times[last] / times[first] if {first, last} <= times.keys() else None
