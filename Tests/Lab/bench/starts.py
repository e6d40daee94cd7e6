"""The time of a worker from its start to its first answer, beside that of the floor."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial

from fleets.broker import depths_at
from fleets.processes import SuiteError, end, wait_until

from . import bodies
from .bench import Bench
from .comparing import FLOOR
from .load import BOOK, LIST, QUERY, VEHICLE, Extent, Kind, Measured, checked
from .processgroup import Member
from .publications import echo_of
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
        """Starts the floor and each worker in turn, several times."""
        for store in ("sqlite", "postgres"):
            stage = bench.stage("quorum", store, "starts")
            stage.bring_vehicles(LISTED_VEHICLES)
            lists = bodies.lists(stage.trips)
            with stage.workers("list-options-worker") as group:
                stage.wait_for_options()
                echo = echo_of(stage, LIST, group, lists)
            asked: dict[str, tuple[Kind, bodies.Bodies]] = {
                FLOOR: (echo.kind, lists),
                "list-options-worker": (LIST, lists),
                "request-ride-worker": (BOOK, stage.bookings()),
                "status-query-worker": (QUERY, bodies.queries(1)),
                "dispatch-worker": (VEHICLE, bodies.positions(1, LISTED_VEHICLES, bench.seed))}
            times: dict[str, list[float]] = {subject: [] for subject in asked}
            for _ in range(2 if bench.quick else 9):
                for subject, (kind, lines) in asked.items():
                    launch = partial(stage.launch_floor, echo) if subject == FLOOR else partial(stage.launch, subject)
                    times[subject].append(time_start(stage, launch, kind, lines))
            floor = statistics.median(times[FLOOR])
            for subject, seconds in times.items():
                median = statistics.median(seconds)
                bench.report.add(self.name, subject, {"store": store}, {
                    "start_median": median * 1e6, "start_minimum": min(seconds) * 1e6,
                    "start_maximum": max(seconds) * 1e6, "start_to_floor": median / floor, "rounds": len(seconds)})

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "store", "median ms", "× floor", "least ms", "most ms", "starts"], [
            [row.subject, row.setting["store"], number(row.figures["start_median"], 1, 1e3),
             number(row.figures["start_to_floor"], 2), number(row.figures["start_minimum"], 1, 1e3),
             number(row.figures["start_maximum"], 1, 1e3), str(row.figures["rounds"])] for row in rows])


def time_start(stage: Stage, launch: Callable[[], Member], kind: Kind, lines: bodies.Bodies) -> float:
    """The seconds from just before a process is started until the answer to a message that waited for it."""
    queue = kind.queue
    stage.purge([queue])
    load = stage.loader.begin(kind, lines, Extent(1, DEADLINE, 1))
    wait_until(lambda: depths_at(stage.url, [queue])[queue] == 1, DEADLINE, f"a message waits in {queue}")
    begun = time.monotonic()
    member = launch()
    try:
        told, _ = load.communicate(timeout=DEADLINE + 5)
    finally:
        end(member.process)
    if load.returncode != 0:
        raise SuiteError(f"expected an answer to {kind.type} within {DEADLINE} s; {member.last_lines()}")
    return checked(kind, Measured(json.loads(told))).raw["first_answer"] - begun
