"""The budgets, and whether they are met. They are for 2 cores with broker and load on the same machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .comparing import FLOOR
from .report import Report
from .tables import number, table

# The window at which a worker is busy, and that of one request on an idle fleet.
BUSY, IDLE = 1000, 1
LIST, BOOK, QUERY, DISPATCH = "list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker"
WORKERS = (LIST, BOOK, QUERY, DISPATCH)
STORES = ("sqlite", "postgres")
FLAT_BYTES = 1_000_000


@dataclass(frozen=True)
class Budget:
    """What a figure may be at most, or has to be at least."""

    name: str
    limit: float
    unit: str
    figure: float | None
    at_least: bool = False
    digits: int = 0
    # What the version before had, as its page says.
    before: str = ""

    @property
    def met(self) -> bool | None:
        """Whether it is met; None when there is no figure."""
        if self.figure is None:
            return None
        return self.figure >= self.limit if self.at_least else self.figure <= self.limit

    @property
    def cells(self) -> list[str]:
        """A row of the table."""
        verdict = {None: "not measured", True: "met", False: "missed"}[self.met]
        bound = "at least" if self.at_least else "at most"
        return [self.name, f"{bound} {self.limit:g} {self.unit}".rstrip(), number(self.figure, self.digits), verdict]

    @property
    def member(self) -> dict[str, Any]:
        """A member of the report."""
        return {"name": self.name, "limit": self.limit, "unit": self.unit, "at_least": self.at_least,
                "figure": self.figure, "before": self.before, "met": self.met}


def judge(report: Report) -> list[Budget]:
    """All budgets with what has been measured; also kept in the report."""
    found = [*of_lists(report), *of_stores(report), *of_processes(report), *of_replays(report),
             *of_growth(report)]
    report.budgets = [budget.member for budget in found]
    return found


def of_lists(report: Report) -> Iterator[Budget]:
    """What listing may cost."""
    yield Budget("CPU of a list request", 13, "µs", report.figure("worker_cpu", "lists", LIST, window=BUSY), digits=1,
                 before="25")
    yield Budget("list requests answered, of the floor's rate", 0.90, "",
                 report.figure("requests_per_second_to_floor", "lists", LIST, window=BUSY), True, 2, "0.80–0.85")
    yield Budget("median latency on an idle fleet, of the floor's", 1.5, "",
                 report.figure("latency_median_to_floor", "lists", LIST, window=IDLE), digits=2)


def of_stores(report: Report) -> Iterator[Budget]:
    """What bookings and queries have to reach."""
    for vehicles, text, least, before in (("none", "that wait for a vehicle", 6000, "2,821"),
                                          ("free", "that find a vehicle", 5000, "2,083")):
        yield Budget(f"bookings {text}, PostgreSQL", least, "a second", best_bookings(report, vehicles), True,
                     before=before)
    yield Budget("bookings that wait for a vehicle, PostgreSQL, of the floor's rate", 0.7, "",
                 report.figure("requests_per_second_to_floor", "bookings-postgres", BOOK, window=BUSY, vehicles="none"),
                 True, 2)
    # Without whole pages: how many there are depends on the time since a checkpoint, not on the booking.
    wal = report.figure("wal_plain_bytes", "bookings-postgres", BOOK, window=BUSY, vehicles="none")
    yield Budget("WAL of a booking that waits, without whole pages", 3.8, "kB", None if wal is None else wal / 1e3, digits=1,
                 before="7.2")
    yield from of_single_bookings(report)
    for store in STORES:
        rate = report.figure("requests_per_second", f"queries-{store}", QUERY, window=BUSY)
        yield Budget(f"status queries, {store}", 10_000, "a second", rate, True)


def of_single_bookings(report: Report) -> Iterator[Budget]:
    """What one booking at a time may cost, on a fleet with nothing else to do."""
    single = {"window": IDLE, "vehicles": "none"}
    yield Budget("CPU of a single booking on an idle fleet", 450, "µs",
                 report.figure("worker_cpu", "bookings-postgres", BOOK, **single), before="937")
    median = report.figure("latency_median", "bookings-postgres", BOOK, **single)
    yield Budget("median of a single booking on an idle fleet", 2.0, "ms", None if median is None else median / 1e3,
                 digits=2, before="3.75")


def of_growth(report: Report) -> Iterator[Budget]:
    """What a booking costs when there are a thousand times as many rides."""
    series = report.growth.get("curves", {}).get("rides", {}).get("series", {})
    ratios = []
    for subject, points in series.items():
        # With a server the time until the answer counts, since the work is the server's.
        measure = "wall" if "PostgreSQL" in subject else "cpu"
        by_rides = {point["x"]: point[measure] for point in points}
        if "book" in subject and {1_000, 1_000_000} <= by_rides.keys():
            ratios.append(by_rides[1_000_000] / by_rides[1_000])
    yield Budget("growth of a booking from 1,000 to 1,000,000 rides", 1.1, "times", max(ratios, default=None), digits=2,
                 before="1.06")


def best_bookings(report: Report, vehicles: str) -> float | None:
    """The rate of the group that books most on PostgreSQL; of those that shall find a vehicle only who found one."""
    rows = list(report.rows("bookings-postgres", BOOK, window=BUSY, vehicles=vehicles))
    if vehicles == "none":
        rows = [*rows, *report.rows("scaling", BOOK, window=BUSY, store="postgres")]
    rates = [row.figures["requests_per_second"] * (row.figures["success_share"] if vehicles == "free" else 1)
             for row in rows]
    return max(rates, default=None)


def of_processes(report: Report) -> Iterator[Budget]:
    """What a process may hold, and how fast it has to start."""
    for worker in WORKERS:
        peaks = [row.figures["worker_peak"] / 1e6 for row in report.results
                 if row.subject == worker and row.setting.get("lanes", 1) == 1 and "worker_peak" in row.figures]
        yield Budget(f"resident memory, {worker}", 32, "MB", max(peaks, default=None), digits=1,
                     before="39.5" if worker == BOOK else "")
    for worker in WORKERS:
        starts = [row.figures["start_median"] / 1e3 for row in report.rows("starts", worker)]
        yield Budget(f"start, {worker}", 150, "ms", max(starts, default=None))
    grown = report.figure("growth", "soak", LIST)
    yield Budget("growth over 800,000 of a million messages", FLAT_BYTES / 1e6, "MB",
                 None if grown is None else grown / 1e6, digits=2)


def of_replays(report: Report) -> Iterator[Budget]:
    """How fast recordings are replayed, and what recording may cost."""
    for name in ("lists", "city"):
        rates = [row.figures["messages_per_second"] for row in report.results
                 if row.run == "replays" and row.setting["recording"] == name]
        yield Budget(f"messages replayed in one process, {name}", 20_000, "a second", min(rates, default=None), True)
    shares = [row.figures["share"] for row in report.results if row.run == "recorder"]
    yield Budget("list requests answered beside a recorder, of the rate without", 0.95, "", min(shares, default=None),
                 True, 2)


def budget_table(budgets: list[Budget]) -> str:
    """The budgets, for a person."""
    return table(["budget", "", "measured", ""], [budget.cells for budget in budgets])


def floor_lines(report: Report) -> list[str]:
    """The cost of the floor itself, and the broker's share of the processors."""
    lines = []
    for row in report.rows("lists", FLOOR, window=BUSY):
        figures = row.figures
        rate, own = figures["requests_per_second"], figures["worker_cpu"]
        lines.append(f"the floor answers {rate:.0f} a second for {own:.1f} µs each; the broker takes "
                     f"{figures['broker_cpu']:.0f} µs, the load {figures['load_cpu']:.1f} µs")
    return lines
