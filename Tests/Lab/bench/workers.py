"""Each worker beside the floor: rates, latencies and costs at three windows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import bodies
from .bench import Bench
from .comparing import FLOOR, Subject, compare
from .processgroup import ProcessGroup
from .load import BOOK, LIST, QUERY, VEHICLE, Extent, Kind, Measured
from .publications import Echo, echo_of
from .run import Run
from .stage import Stage

# Vehicles of which a list has its options, and those that tell where they are.
LISTED_VEHICLES, MOVING_VEHICLES = 100, 2000
# Of each product one, so that it can be quoted.
QUOTED_VEHICLES = 3
# The vehicles that are free before a load of bookings that shall find one, and how many of them it may use up.
FREE_VEHICLES, FREE_BOOKINGS = 20_000, 10_000
QUICK_FREE_VEHICLES, QUICK_FREE_BOOKINGS = 3000, 2500
# The lanes of a process whose bookings find a vehicle.
LANES = (1, 2)
# So many of the vehicles that a trial of bookings finds.
TRIAL_VEHICLES = 400


class Lists(Run):
    """list-options-worker."""

    def __init__(self, queue_type: str) -> None:
        self.queue_type = queue_type
        self.name = "lists" if queue_type == "quorum" else f"lists-{queue_type}"
        self.title = f"list requests, {queue_type} queues"

    def measure(self, bench: Bench) -> None:
        """Measures both in turn."""
        stage = bench.stage(self.queue_type, "sqlite")
        stage.bring_vehicles(LISTED_VEHICLES)
        beside_floor(self, stage, "list-options-worker", LIST, bodies.lists(stage.trips), {},
                     prepare=stage.wait_for_options)


class Queries(Run):
    """status-query-worker."""

    def __init__(self, store: str) -> None:
        self.store, self.name = store, f"queries-{store}"
        self.title = f"status queries of {bodies.RIDERS} riders with a ride, {store}"

    def measure(self, bench: Bench) -> None:
        """Books the rides, then asks for them."""
        stage = bench.stage("quorum", self.store, "queries")
        beside_floor(self, stage, "status-query-worker", QUERY, booked_riders(stage), {"store": self.store})


class Bookings(Run):
    """request-ride-worker, for rides that have to wait for a vehicle and for rides that find one at once."""

    def __init__(self, store: str) -> None:
        self.store, self.name = store, f"bookings-{store}"
        self.title = f"bookings with quotes, payment and events, {store}"

    def measure(self, bench: Bench) -> None:
        """Measures both, each in a place of its own."""
        waiting = bench.stage("quorum", self.store, "waiting")
        waiting.bring_vehicles(QUOTED_VEHICLES)
        beside_floor(self, waiting, "request-ride-worker", BOOK, waiting.bookings(),
                     {"store": self.store, "vehicles": "none"})
        for lanes in LANES:
            self.measure_free(bench, lanes)

    def measure_free(self, bench: Bench, lanes: int) -> None:
        """Bookings beside free vehicles: for each that found one another comes on duty, of a product that is booked.

        The vehicles that were taken leave duty, so that there are as many all the time.

        Some find none, as others have been faster; the dispatch-worker that brings the next vehicles serves them first,
        and so many more are brought.
        """
        stage = bench.stage("quorum", self.store, f"free-{lanes}")
        stage.bring_vehicles(QUOTED_VEHICLES)
        lines = stage.bookings()
        coming = QUICK_FREE_VEHICLES if bench.quick else FREE_VEHICLES
        most = QUICK_FREE_BOOKINGS if bench.quick else FREE_BOOKINGS
        with stage.workers("request-ride-worker", lanes=lanes) as group:

            def measure(extent: Extent) -> Measured:
                nonlocal coming
                stage.retire_taken()
                stage.bring_vehicles(coming, tuple(bodies.BOOKED))
                stage.wait_for_supply()
                requests = min(extent.requests, most)
                measured = stage.load(BOOK, Extent(requests, extent.seconds, extent.window), group, lines)
                coming = measured.raw["answered"]
                stage.purge()
                return measured

            stage.bring_vehicles(TRIAL_VEHICLES, tuple(bodies.BOOKED))
            stage.wait_for_supply()
            echo = echo_of(stage, BOOK, group, lines)
            with stage.floor(echo, lanes) as floor:
                first, _ = both(stage, group, floor, echo, (BOOK, lines))
                compare(bench, self.name, {"queue": "quorum", "store": self.store, "vehicles": "free", "lanes": lanes},
                        [first, Subject(group.kind, group, measure)])


class Vehicles(Run):
    """dispatch-worker."""

    def __init__(self, store: str) -> None:
        self.store, self.name = store, f"vehicles-{store}"
        self.title = f"positions of {MOVING_VEHICLES} vehicles, {store}"

    def measure(self, bench: Bench) -> None:
        """Brings the vehicles, then has them tell where they are."""
        stage = bench.stage("quorum", self.store, "vehicles")
        generation = stage.bring_vehicles(MOVING_VEHICLES)
        lines = bodies.positions(generation, MOVING_VEHICLES, bench.seed)
        beside_floor(self, stage, "dispatch-worker", VEHICLE, lines, {"store": self.store})


def booked_riders(stage: Stage) -> list[str]:
    """Books a ride for each of some riders, most with a vehicle, and returns the queries for them."""
    stage.bring_vehicles(QUOTED_VEHICLES)
    stage.bring_vehicles(bodies.RIDERS, tuple(bodies.BOOKED))
    lines = stage.bookings()
    first = stage.loader.next_number
    with stage.workers("request-ride-worker") as group:
        stage.load(BOOK, Extent(bodies.RIDERS, 120, 100), group, lines)
    stage.purge()
    return bodies.queries(first)


def both(stage: Stage, group: ProcessGroup, floor: ProcessGroup, echo: Echo,
         asked: tuple[Kind, bodies.Bodies]) -> list[Subject]:
    """The floor and a worker, to be measured in turn."""
    kind, lines = asked
    return [Subject(FLOOR, floor, lambda extent: stage.emptied(echo.kind, extent, floor, echo.lines)),
            Subject(group.kind, group, lambda extent: stage.emptied(kind, extent, group, lines))]


# More than five parameters: they are what tells one worker's run from another's.
def beside_floor(
    run: Run, stage: Stage, worker: str, kind: Kind, lines: bodies.Bodies, setting: Mapping[str, Any],
    prepare: Callable[[], None] | None = None
) -> None:
    """Measures one process of a worker and one of the floor in turn."""
    with stage.workers(worker) as group:
        if prepare is not None:
            prepare()
        echo = echo_of(stage, kind, group, lines)
        with stage.floor(echo) as floor:
            subjects = both(stage, group, floor, echo, (kind, lines))
            compare(stage.bench, run.name, {"queue": stage.queue_type, **setting}, subjects)
    stage.purge()
