"""The time of a worker from its start to its first answer."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Sequence

from fleets.broker import depths_at
from fleets.processes import SuiteError, end, wait_until

from . import bodies
from .bench import Bench
from .load import BOOK, LIST, QUERY, VEHICLE, Extent, Kind, Measured, checked
from .report import Row
from .run import Run
from .stage import Stage
from .tables import number, table
from .workers import LISTED_VEHICLES

DEADLINE = 30


class Starts(Run):
    """A message waits in the queue when the process is started; the time ends when its answer has been read."""

    name, title = "starts", "from the start of a process until its first message is answered"

    def measure(self, bench: Bench) -> None:
        """Starts each worker several times."""
        for store in ("sqlite", "postgres"):
            stage = bench.stage("quorum", store, "starts")
            stage.bring_vehicles(LISTED_VEHICLES)
            asked: dict[str, tuple[Kind, bodies.Bodies]] = {
                "list-options-worker": (LIST, bodies.lists(stage.trips)),
                "request-ride-worker": (BOOK, stage.bookings()),
                "status-query-worker": (QUERY, bodies.queries(1)),
                "dispatch-worker": (VEHICLE, bodies.positions(1, LISTED_VEHICLES, bench.seed))}
            for worker, (kind, lines) in asked.items():
                times = [time_start(stage, worker, kind, lines) for _ in range(2 if bench.quick else 9)]
                bench.report.add(self.name, worker, {"store": store}, {
                    "start_median": statistics.median(times) * 1e6, "start_minimum": min(times) * 1e6,
                    "start_maximum": max(times) * 1e6, "rounds": len(times)})

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "store", "median ms", "least ms", "most ms", "starts"], [
            [row.subject, row.setting["store"], *(number(row.figures[f"start_{name}"], 1, 1e3)
             for name in ("median", "minimum", "maximum")), str(row.figures["rounds"])] for row in rows])


def time_start(stage: Stage, worker: str, kind: Kind, lines: bodies.Bodies) -> float:
    """The seconds from just before a process is started until the answer to a message that waited for it."""
    queue = kind.queue
    stage.purge([queue])
    load = stage.loader.begin(kind, lines, Extent(1, DEADLINE, 1))
    wait_until(lambda: depths_at(stage.url, [queue])[queue] == 1, DEADLINE, f"a message waits in {queue}")
    begun = time.monotonic()
    member = stage.launch(worker)
    try:
        told, _ = load.communicate(timeout=DEADLINE + 5)
    finally:
        end(member.process)
    if load.returncode != 0:
        raise SuiteError(f"expected an answer of {worker} within {DEADLINE} s; {member.last_lines()}")
    return checked(kind, Measured(json.loads(told))).raw["first_answer"] - begun
