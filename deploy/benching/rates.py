"""Lists beside the floor: rates, latencies and costs."""

from __future__ import annotations

from .bench import Bench
from .comparing import FLOOR, Subject, compare, extents
from .load import ECHO, LIST, Extent
from .run import Run

VEHICLES = 100


class Lists(Run):
    """list-options-worker and the floor, one process each, on one type of queue."""

    def __init__(self, queue_type: str) -> None:
        self.queue_type = queue_type
        self.name = "lists" if queue_type == "quorum" else f"lists-{queue_type}"
        self.title = f"list requests beside the floor, {queue_type} queues: rates, latencies, costs at three windows"

    def measure(self, bench: Bench) -> None:
        """Measures both in turn."""
        stage = bench.stage(self.queue_type, "sqlite")
        stage.bring_vehicles(VEHICLES)
        with stage.workers("list-options-worker") as crew:
            stage.wait_for_options()
            size = stage.load(LIST, Extent(100, 10, 10)).figures()["answer_bytes"]
            with stage.floor(size) as floor:
                subjects = [Subject(FLOOR, floor, lambda extent: stage.load(ECHO, extent, floor)),
                            Subject(crew.kind, crew, lambda extent: stage.load(LIST, extent, crew))]
                rounds = 1 if bench.quick else 3
                compare(bench.report, self.name, {"queue": self.queue_type}, subjects, extents(bench.quick), rounds)
