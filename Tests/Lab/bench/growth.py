"""How the cost of one request grows: `MeasureCosts` runs the handlers in a process without a broker."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
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
# Ten million rides take a quarter of an hour to generate.
LIMIT_SECONDS, WHOLE_SECONDS = 240, 3600


class Growth(Run):
    """The handlers of all workers."""

    name, title = "growth", "processor time and allocations for one request, as what is around it grows"

    def measure(self, bench: Bench) -> None:
        """Measures the curves without a store, then those of each store; one that fails keeps none from the report."""
        self.failures: list[str] = []
        for name in CATALOGUE_CURVES:
            self._try(bench, name, "", lambda name=name: self._ask(bench, "curve", name))
        for store, said in STORES.items():
            for name in STORE_CURVES:
                self._try(bench, f"{name}-stored" if name == "vehicles" else name, f", {said}",
                          lambda name=name, store=store: self._ask(bench, "curve", name, self._url(bench, store, name)))
        for store in STORES:
            url = self._url(bench, store, "allocations")
            bench.report.growth.setdefault("allocations", []).extend(self._ask(bench, "allocations", url))
        if self.failures:
            raise SuiteError("; ".join(self.failures))

    def _url(self, bench: Bench, store: str, name: str) -> str:
        """A store for one curve alone."""
        return bench.stage("quorum", store, f"growth {name}").store.url

    def _try(self, bench: Bench, name: str, suffix: str, ask: Callable[[], list[dict[str, Any]]]) -> None:
        """Adds a curve to the report, or its failure to those that are told at the end."""
        try:
            self._note(bench, name, suffix, ask())
        except SuiteError as error:
            self.failures.append(f"{name}{suffix}: {error}")

    def _ask(self, bench: Bench, *arguments: str) -> list[dict[str, Any]]:
        """What the program says, a row a line."""
        options = ["--quick"] if bench.quick else ["--whole"] if bench.options.whole else []
        program: Path = bench.binaries / PROGRAM
        if not program.exists():
            raise SuiteError(f"expected the program {program}")
        said = run([program, bench.catalogue, *arguments, *options],
                   seconds=WHOLE_SECONDS if bench.options.whole else LIMIT_SECONDS)
        return [json.loads(line) for line in said.splitlines()]

    def _note(self, bench: Bench, name: str, suffix: str, points: Sequence[dict[str, Any]]) -> None:
        """Adds the points of a curve to the report."""
        curves = bench.report.growth.setdefault("curves", {})
        for point in points:
            curve = curves.setdefault(name, {"axis": point["axis"], "series": {}})
            subject = point["series"] + suffix
            figures = {"x": point["x"], "cpu": point["microseconds"], "wall": point["wallMicroseconds"],
                       "allocations": point["allocations"]}
            curve["series"].setdefault(subject, []).append(figures)
            bench.report.add(self.name, subject, {"curve": name, "axis": point["axis"]}, figures)

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "against", "", "CPU µs", "wall µs", "allocations"],
                     [[row.subject, row.setting["axis"], number(row.figures["x"], 0), number(row.figures["cpu"], 1),
                       number(row.figures["wall"], 1), number(row.figures["allocations"], 1)] for row in rows])
