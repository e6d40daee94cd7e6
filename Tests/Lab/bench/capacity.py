"""Works out from a report what a city, a country and the world need. Nothing here is measured, and nothing is guessed
but what stands in `PLACES` and `SHARES`."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fleets.processes import REPOSITORY

PAGE = REPOSITORY / "Sources" / "Rides" / "Rides.docc" / "Capacity.md"
BEGIN, END = "<!-- figures: deploy/bench --draw -->", "<!-- end of figures -->"
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

    def per_second(self) -> dict[str, float]:
        """The messages of each worker; a ride has five reports and commands beside its booking."""
        return {"list-options-worker": self.lists, "request-ride-worker": self.bookings,
                "status-query-worker": self.queries, "dispatch-worker": self.positions + 5 * self.bookings}


PLACES = (
    Place("a city", 1_000, 50, 200, 2_000), Place("a country (20 cities)", 20_000, 1_000, 4_000, 40_000),
    Place("the world (500 cities)", 500_000, 25_000, 100_000, 1_000_000),
)
RUNS = {"list-options-worker": "lists", "request-ride-worker": "bookings-postgres",
        "status-query-worker": "queries-postgres", "dispatch-worker": "vehicles-postgres"}


@dataclass(frozen=True)
class Cost:
    """What one message of a worker costs, in microseconds of a core, and how many one lane was measured to take."""

    worker: float
    broker: float
    store: float
    rate: float


def costs(results: list[dict[str, Any]]) -> dict[str, Cost]:
    """The costs of each worker at the window that is planned with."""
    found = {}
    for worker, run in RUNS.items():
        rows = [row for row in results if row["run"] == run and row["subject"] == worker
                and row["setting"].get("window") == WINDOW and row["setting"].get("vehicles") != "none"]
        if not rows:
            rows = [row for row in results if row["run"] == run and row["subject"] == worker]
        if not rows:
            raise ValueError(f"expected rows of the run {run} in the report")
        figures = rows[0]["figures"]
        found[worker] = Cost(*(figures.get(name) or 0.0
                               for name in ("worker_cpu", "broker_cpu", "store_cpu", "requests_per_second")))
    return found


def snapshot(report: dict[str, Any]) -> float:
    """The microseconds of a core that reading the snapshot costs for each vehicle, once a second in each process."""
    series = report["growth"].get("curves", {}).get("vehicles-stored", {}).get("series", {})
    points = series.get("snapshot read and made, PostgreSQL") or series.get("snapshot read and made, SQLite")
    if not points:
        raise ValueError("expected the curve of the snapshot in the report; the run `growth` measures it")
    return points[-1]["cpu"] / points[-1]["x"]


def cores(place: Place, cost: dict[str, Cost], kind: str) -> float:
    """The cores of the workers, the broker or the store that a place keeps busy, planned at `USE`."""
    spent = sum(rate * getattr(cost[worker], kind) for worker, rate in place.per_second().items()) / 1e6
    return spent / USE


def lines(report: dict[str, Any]) -> list[str]:
    """The tables of the page."""
    cost, vehicle = costs(report["results"]), snapshot(report)
    facts = report["facts"]
    said = [f"Measured on {facts['cores']} cores ({facts['processor']}), which broker, database server and load share"
            + (", by a quick cut, which is no measurement" if facts.get("quick") else "") + ":", "",
            "| one message | worker, µs | broker, µs | PostgreSQL, µs | one lane, a second |", "|---|---|---|---|---|"]
    said += [f"| {worker} | {each.worker:.0f} | {each.broker:.0f} | {each.store:.0f} | {each.rate:,.0f} |"
             for worker, each in cost.items()]
    said += [f"| snapshot, for each vehicle and second in each process | {vehicle:.2f} | | | |", "",
             f"So at {USE:.0%} use of a core, in cores:", "",
             "| | list / book / ask / positions a second | lists | bookings | queries | dispatch "
             "| broker | PostgreSQL |", "|---|---|---|---|---|---|---|---|"]
    for place in PLACES:
        said.append(row(place, cost, vehicle))
    return [*said, "", *(bottleneck(place, cost) for place in PLACES)]


def bottleneck(place: Place, cost: dict[str, Cost]) -> str:
    """What is full first: of the queues, whose messages pass one process of the broker, and of the store's cores."""
    queues = {f"the queue of {worker}": rate / each.rate for (worker, rate), each in
              zip(place.per_second().items(), cost.values(), strict=True) if each.rate > 0}
    worker, share = max(queues.items(), key=lambda item: item[1])
    name, store = place.name[0].upper() + place.name[1:], cores(place, cost, "store") * USE
    return (f"- {name}: {worker} is asked for {share:,.2f} times what one lane beside broker and load was measured to "
            f"take; PostgreSQL for {store:,.1f} cores' work, the broker for "
            f"{cores(place, cost, 'broker') * USE:,.1f}.")


def row(place: Place, cost: dict[str, Cost], vehicle: float) -> str:
    """A line of the table of places."""
    rates = place.per_second()
    # Processes read the snapshot, not lanes; a city has two of each worker, so that one can fail.
    reading = place.vehicles * vehicle / 1e6 * 2
    each = [rates[worker] * cost[worker].worker / 1e6 / USE + reading for worker in RUNS]
    cells = [f"{amount:.1f}" if amount < 10 else f"{math.ceil(amount):,}"
             for amount in [*each, cores(place, cost, "broker"), cores(place, cost, "store")]]
    asked = " / ".join(f"{rate:,.0f}" for rate in (place.lists, place.bookings, place.queries, place.positions))
    return f"| {place.name} | {asked} | " + " | ".join(cells) + " |"


def write_page(report: Path) -> str:
    """Puts the tables into the page, in place of those that are there; returns its name, or what it lacks."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not rest or not after:
        raise ValueError(f"expected {BEGIN} and {END} in {PAGE}")
    try:
        tables = "\n".join(lines(json.loads(report.read_text(encoding="utf-8"))))
    except ValueError as error:
        return f"{PAGE.name} is left as it is: {error}"
    PAGE.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}", encoding="utf-8")
    return str(PAGE)
