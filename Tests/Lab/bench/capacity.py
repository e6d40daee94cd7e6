"""Works out from a report what a city, a country and the world need: the tables of the page Capacity.

Nothing here is measured, and nothing is guessed but what stands in `PLACES` and `USE`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .report import Report, Row
from .tables import table

# How much of a core is planned to be used, so that a burst and the loss of one of two machines are borne.
USE = 0.5
# The window at which a worker is busy and no request waits long.
WINDOW = 100


@dataclass(frozen=True)
class Place:
    """What comes in, a second."""

    name: str
    lists: float
    bookings: float
    queries: float
    positions: float

    @property
    def vehicles(self) -> float:
        """Those that report their place every five seconds."""
        return self.positions * 5

    @property
    def rates(self) -> tuple[float, ...]:
        """The messages of each worker; a ride has five reports and commands beside its booking."""
        return self.lists, self.bookings, self.queries, self.positions + 5 * self.bookings


PLACES = (
    Place("a city", 1_000, 50, 200, 2_000), Place("a country (20 cities)", 20_000, 1_000, 4_000, 40_000),
    Place("the world (500 cities)", 500_000, 25_000, 100_000, 1_000_000),
)
RUNS = {"list-options-worker": "lists", "request-ride-worker": "bookings-postgres",
        "status-query-worker": "queries-postgres", "dispatch-worker": "vehicles-postgres"}


def capacity(report: Report) -> str | None:
    """The tables of the page; None where a run that they need is missing."""
    costs = [cost for worker, run in RUNS.items() if (cost := cost_of(report, worker, run)) is not None]
    vehicle = snapshot(report)
    if len(costs) < len(RUNS) or vehicle is None:
        return None
    cells = [[row.subject, *(f"{row.figures.get(name, 0):,.0f}" for name in
              ("worker_cpu", "broker_cpu", "store_cpu", "requests_per_second"))] for row in costs]
    reading = f"snapshot, for each vehicle and second in each process: {vehicle:.2f} µs of a worker"
    return "\n\n".join([
        table(["one message", "worker, µs", "broker, µs", "PostgreSQL, µs", "one lane, a second"], cells), reading,
        table([f"cores at {USE:.0%} use", "list / book / ask / positions a second", "lists", "bookings", "queries",
               "dispatch", "broker", "PostgreSQL"], [needs(place, costs, vehicle) for place in PLACES]),
        "\n".join(bottleneck(place, costs) for place in PLACES)])


def cost_of(report: Report, worker: str, run: str) -> Row | None:
    """The row of a worker at the window that is planned with; bookings find a vehicle."""
    return next((row for row in report.rows(run, worker, window=WINDOW) if row.setting.get("vehicles") != "none"), None)


def snapshot(report: Report) -> float | None:
    """The microseconds of a core that reading the snapshot costs for each vehicle, once a second in each process."""
    row = next(report.rows("growth", "snapshot read and made, PostgreSQL"), None)
    return row.figures["points"][-1]["cpu"] / row.figures["points"][-1]["x"] if row is not None else None


def busy(place: Place, costs: list[Row], name: str) -> float:
    """The cores that a place keeps busy."""
    return sum(rate * row.figures.get(name, 0) for rate, row in zip(place.rates, costs, strict=True)) / 1e6


def needs(place: Place, costs: list[Row], vehicle: float) -> list[str]:
    """A line of the table of places."""
    # Processes read the snapshot, not lanes; a city has two of each worker, so that one can fail.
    reading = place.vehicles * vehicle / 1e6 * 2
    workers = [rate * row.figures["worker_cpu"] / 1e6 / USE + reading
               for rate, row in zip(place.rates, costs, strict=True)]
    servers = [busy(place, costs, name) / USE for name in ("broker_cpu", "store_cpu")]
    asked = " / ".join(f"{rate:,.0f}" for rate in (place.lists, place.bookings, place.queries, place.positions))
    return [place.name, asked, *(f"{amount:.1f}" if amount < 10 else f"{math.ceil(amount):,}"
                                 for amount in [*workers, *servers])]


def bottleneck(place: Place, costs: list[Row]) -> str:
    """What is full first: of the queues, whose messages pass one process of the broker, and of the store's cores."""
    share, worker = max((rate / row.figures["requests_per_second"], row.subject)
                        for rate, row in zip(place.rates, costs, strict=True))
    return (f"- {place.name}: the queue of {worker} is asked for {share:,.2f} times what one lane beside broker and "
            f"load was measured to take; PostgreSQL for {busy(place, costs, 'store_cpu'):,.1f} cores' work, "
            f"the broker for {busy(place, costs, 'broker_cpu'):,.1f}")
