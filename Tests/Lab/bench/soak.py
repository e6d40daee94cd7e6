"""A million messages, and the memory meanwhile."""

from __future__ import annotations

from collections.abc import Sequence

from .bench import Bench
from .load import LIST, Extent
from .report import Row
from .run import Run
from .tables import number, table
from .workers import LISTED_VEHICLES

POINTS = 10
MESSAGES, QUICK_MESSAGES = 1_000_000, 20_000
# Far more than it takes; a soak that is cut short has fewer points, and says so.
LIMIT_SECONDS = 420
WINDOW = 500


class Soak(Run):
    """list-options-worker, with its resident memory at ten points."""

    name, title = "soak", "a million list requests, and the resident memory at ten points"

    def measure(self, bench: Bench) -> None:
        """Measures."""
        stage = bench.stage("quorum", "sqlite")
        stage.bring_vehicles(LISTED_VEHICLES)
        messages = QUICK_MESSAGES if bench.quick else MESSAGES
        with stage.workers("list-options-worker") as group:
            stage.wait_for_options()
            measured = stage.load(LIST, Extent(messages, LIMIT_SECONDS, WINDOW, POINTS), group)
            points = [{"answered": point["answered"], "resident": point["worker"]} for point in measured.raw["points"]]
            figures = measured.figures() | {"points": points, "worker_peak": group.peak_bytes()}
        if len(points) == POINTS:
            # The first point has what is allocated once.
            figures["growth"] = points[-1]["resident"] - points[1]["resident"]
        bench.report.add(self.name, group.kind, {"queue": "quorum", "window": WINDOW, "messages": messages}, figures)

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        row = rows[0]
        lines = [[str(point["answered"]), number(point["resident"], 2, 1e6)] for point in row.figures["points"]]
        grown = row.figures.get("growth")
        said = f"from the second point to the last it grew by {number(grown, 0, 1e3)} kB; " if grown is not None else ""
        peak, rate = number(row.figures["worker_peak"], 1, 1e6), number(row.figures["requests_per_second"], 0)
        return f"{table(['answered', 'resident MB'], lines)}\n{said}at most {peak} MB, {rate} a second"
