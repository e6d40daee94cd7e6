"""One, two and four lanes, and processes."""

from __future__ import annotations

from . import bodies
from .bench import Bench
from .comparing import compare
from .load import BOOK, LIST, QUERY, Extent, Kind
from .publications import echo_of
from .run import Run
from .stage import Stage
from .workers import LISTED_VEHICLES, QUOTED_VEHICLES, booked_riders, both

# Lanes and processes.
CREWS = ((1, 1), (2, 1), (4, 1), (1, 2), (1, 4))


class Scaling(Run):
    """More lanes or more processes of one worker, beside as many processes of the floor, at the largest window."""

    name, title = "scaling", "one, two and four lanes and processes, at window 1000"

    def measure(self, bench: Bench) -> None:
        """Lists, status queries and bookings."""
        stage = bench.stage("quorum", "sqlite", "scaling")
        stage.bring_vehicles(LISTED_VEHICLES)
        self.measure_worker(stage, "list-options-worker", LIST, bodies.lists(stage.trips))
        stage = bench.stage("quorum", "postgres", "scaling")
        self.measure_worker(stage, "status-query-worker", QUERY, booked_riders(stage))
        stage.bring_vehicles(QUOTED_VEHICLES)
        self.measure_worker(stage, "request-ride-worker", BOOK, stage.bookings())

    def measure_worker(self, stage: Stage, worker: str, kind: Kind, lines: bodies.Bodies) -> None:
        """Measures a worker with each number of lanes and processes."""
        bench = stage.bench
        extent = Extent(4000, 2, 1000) if bench.quick else Extent(60_000, 3, 1000)
        for lanes, processes in CREWS[:2] if bench.quick else CREWS:
            setting = {"queue": "quorum", "store": stage.store.name, "lanes": lanes, "processes": processes}
            with stage.workers(worker, processes, lanes) as group:
                if kind is LIST:
                    stage.wait_for_options()
                echo = echo_of(stage, kind, group, lines)
                with stage.floor(echo, max(lanes, processes)) as floor:
                    subjects = both(stage, group, floor, echo, (kind, lines))
                    compare(bench, self.name, setting, subjects, {extent.window: extent}, rounds=2)
