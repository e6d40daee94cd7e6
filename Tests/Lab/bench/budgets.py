"""The budgets, and whether they are met.

None is a time or a rate, so that each holds on a slow machine as on a fast one: it is a ratio to a floor that the same
run has measured in turn with the subject, or a number of bytes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from .growth import grown
from .report import Report
from .tables import number, table

# The window at which a worker is busy, and that of one request on an idle fleet.
BUSY, IDLE = 1000, 1
LIST, BOOK, QUERY, DISPATCH = "list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker"
WORKERS = (LIST, BOOK, QUERY, DISPATCH)
STORES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
# How many floors the processor time may be, that of the database included. Each is the highest median of one or two
# runs of three to five turns on a busy machine, and a tenth of it: on PostgreSQL such medians moved by less between
# runs. On SQLite the ratio falls from 3 to 2 as both files grow. Rates of bookings depend on the number of processors
# for one lane, so that only the one that had such a limit before keeps it.
WAITING, FINDING = {"sqlite": 1.9, "postgres": 2.4}, {"sqlite": 2.1, "postgres": 3.0}
SINGLE, POSITIONS = {"sqlite": 2.2, "postgres": 2.1}, {"sqlite": 4.1, "postgres": 3.0}
# The higher one of both stores, and a tenth.
SINGLE_MEDIAN = 1.9
# The rates that the floor without a database was found beside, 0.81 and 0.66, less a tenth.
QUERIES = {"sqlite": 0.73, "postgres": 0.59}
# The highest median of two starts, and a tenth.
STARTS = 6.4
# Turns of the loop in calibrate.c: 50 µs where it takes 0.75 s for 500 million.
TURNS = 33_000
RATE, CPU, MEDIAN = "requests_per_second_to_floor", "handling_cpu_to_floor", "latency_median_to_floor"


@dataclass(frozen=True)
class Budget:
    """What a figure may be at most, or has to be at least."""

    name: str
    limit: float
    unit: str
    figure: float | None
    at_least: bool = False

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
        digits = 0 if self.limit >= 1000 else 1 if self.limit >= 10 else 2
        return [self.name, f"{bound} {self.limit:,.10g} {self.unit}".rstrip(), number(self.figure, digits), verdict]


def judge(report: Report) -> list[Budget]:
    """All budgets with what has been measured; also kept in the report."""
    found = [*of_lists(report), *of_client(report), *of_bookings(report), *of_other_workers(report),
             *of_processes(report), *of_replays(report), *of_growth(report)]
    report.budgets = [asdict(budget) | {"met": budget.met} for budget in found]
    return found


def of_lists(report: Report) -> Iterator[Budget]:
    """What listing may cost. The floor took 2.1 µs of a processor where 13 µs were the limit."""
    yield Budget("lists: rate, of the floor's", 0.90, "", report.figure(RATE, "lists", LIST, window=BUSY), True)
    yield Budget("lists: processor time, of the floor's", 6.2, "times", report.figure(CPU, "lists", LIST, window=BUSY))
    yield Budget("a single list: median, of the floor's", 1.5, "times",
                 report.figure(MEDIAN, "lists", LIST, window=IDLE))


def of_client(report: Report) -> Iterator[Budget]:
    """What a list may cost the client in Swift, and what it may come to hold."""
    yield Budget("LiveryClient: lists a second of a core", 10_000, "",
                 report.figure("lists_per_core", "client", "LiveryClient"), True)
    yield Budget("LiveryClient: growth over 100,000 lists", 1_000_000, "bytes",
                 report.figure("growth", "client", "LiveryClient"))


def of_bookings(report: Report) -> Iterator[Budget]:
    """What booking may cost beyond the rows and the messages of a booking."""
    for store, said in STORES.items():
        for vehicles, text, limits in (("none", "that wait", WAITING), ("free", "that find a vehicle", FINDING)):
            yield Budget(f"bookings {text}, {said}: processor time, of the floor's", limits[store], "times",
                         report.figure(CPU, f"bookings-{store}", BOOK, window=BUSY, vehicles=vehicles))
        for name, text, limit in ((CPU, "processor time", SINGLE[store]), (MEDIAN, "median", SINGLE_MEDIAN)):
            yield Budget(f"a single booking, {said}: {text}, of the floor's", limit, "times",
                         report.figure(name, f"bookings-{store}", BOOK, window=IDLE, vehicles="none"))
    waiting = {"run": "bookings-postgres", "subject": BOOK, "window": BUSY, "vehicles": "none"}
    yield Budget("bookings that wait, PostgreSQL: rate, of the floor's", 0.7, "", report.figure(RATE, **waiting), True)
    # Without whole pages: how many there are depends on the time since a checkpoint, not on the booking.
    yield Budget("WAL of a booking that waits, without whole pages", 3800, "bytes",
                 report.figure("wal_plain_bytes", **waiting))


def of_other_workers(report: Report) -> Iterator[Budget]:
    """What status queries and positions may cost; the floor of positions writes them."""
    for store, said in STORES.items():
        yield Budget(f"status queries, {said}: rate, of the floor's", QUERIES[store], "",
                     report.figure(RATE, f"queries-{store}", QUERY, window=BUSY), True)
        yield Budget(f"positions, {said}: processor time, of the floor's", POSITIONS[store], "times",
                     report.figure(CPU, f"vehicles-{store}", DISPATCH, window=BUSY))


def of_processes(report: Report) -> Iterator[Budget]:
    """What a process may hold, and how fast it has to start."""
    for worker in WORKERS:
        peaks = [row.figures["worker_peak"] / 1e6 for row in report.results
                 if row.subject == worker and row.setting.get("lanes", 1) == 1 and "worker_peak" in row.figures]
        yield Budget(f"resident memory, {worker}", 32, "MB", max(peaks, default=None))
    for worker in WORKERS:
        starts = [row.figures["start_to_floor"] for row in report.rows("starts", worker)]
        yield Budget(f"start, {worker}, of the floor's", STARTS, "times", max(starts, default=None))
    growth = report.figure("growth", "soak", LIST)
    yield Budget("growth over 800,000 of a million messages", 1_000_000, "bytes", growth)


def of_replays(report: Report) -> Iterator[Budget]:
    """What a replayed message may cost, and what recording may cost the fleet."""
    for name in ("lists", "city"):
        turns = [row.figures["turns"] for row in report.results
                 if row.run == "replays" and row.setting["recording"] == name]
        yield Budget(f"a message replayed in one process, {name}", TURNS, "turns of the loop", max(turns, default=None))
    shares = [row.figures["share"] for row in report.results if row.run == "recorder"]
    yield Budget("lists: rate beside a recorder, of that without", 0.95, "", min(shares, default=None), True)


def of_growth(report: Report) -> Iterator[Budget]:
    """What a booking costs when there are a thousand times as many rides."""
    times = [grown(row, 1_000, 1_000_000) for row in report.results
             if row.run == "growth" and row.setting["curve"] == "rides" and "book" in row.subject]
    yield Budget("growth of a booking from 1,000 to 1,000,000 rides", 1.1, "times",
                 max((ratio for ratio in times if ratio is not None), default=None))


def budget_table(budgets: list[Budget]) -> str:
    """The budgets, for a person."""
    return table(["budget", "limit", "measured", ""], [budget.cells for budget in budgets])
