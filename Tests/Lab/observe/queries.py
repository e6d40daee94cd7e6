"""Runs every query of dashboard, rules and page against a Prometheus that watches a fleet at work."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from fleets.processes import SuiteError, comes_true, wait_until

from . import dashboard, files, promql, scaling
from .cashier import Cashier
from .control import NAME, Control
from .prometheus import Prometheus
from .senders import Sender, Stream, booking, position
from .stage import Stage

# What may have no data in a fleet without trouble, by a part of the query, and why.
MAY_BE_EMPTY = {"livery_drain_seconds": "no worker is stopping"}
# Of a rate: long enough that something has come, and short beside the run.
RANGE = "15s"
START_SECONDS, DATA_SECONDS = 60.0, 300.0
MONEY, LATE = "money", "late"
VALUES = {"$fleet": f"livery-({NAME}|{MONEY}|{LATE})"}


class Queries:
    """One run."""

    def __init__(self, binaries: Path) -> None:
        self.stage = Stage(binaries)
        self._streams: list[Stream | Cashier] = []
        self.is_good = False

    def run(self) -> int:
        """0 when each query returns what it should."""
        began = time.monotonic()
        try:
            self._begin()
            self.is_good = self._check(began)
            return 0 if self.is_good else 1
        finally:
            self.stage.stop(keep=not self.is_good)

    def _begin(self) -> None:
        stage = self.stage
        stage.start()
        control = Control(stage)
        # Only commands that wait for a payment system are charges under way.
        settings = {"LIVERY_PAYMENTS": "amqp"}
        money = stage.site(MONEY, {"request-ride-worker": settings, "dispatch-worker": settings})
        late = stage.site(LATE, {"request-ride-worker": {}, "dispatch-worker": {}})
        # Nothing listens there: spans are dropped, and counted.
        late.worker("dispatch-worker").environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"
        for site in stage.sites.values():
            site.fleet.start()
        stage.watch()
        count = sum(len(site.fleet.workers) for site in stage.sites.values())
        wait_until(lambda: len(stage.prometheus.query("livery_ready == 1")) == count, START_SECONDS,
                   f"Prometheus sees {count} ready workers", 0.5)
        control.start()
        self.busy_since = time.monotonic()
        self._streams.append(Stream(money.host.url, 5, self._pay))
        self._streams.append(Stream(control.site.host.url, 0.5, self._disturb))
        self._streams.append(Stream(late.host.url, 1.5, self._come_late))

    @staticmethod
    def _disturb(sender: Sender, number: int) -> None:
        """A little of what goes wrong every day."""
        sender.send("list-ride-options.handle", b"{")
        sender.send("request-ride.handle", booking(f"rider-{uuid.uuid4()}", "Zeppelin"))
        if number == 0:
            sender.send("get-ride-status.start-updates", {"riderIdentifier": "rider-0"})

    @staticmethod
    def _pay(sender: Sender, number: int) -> None:
        """Charges that no payment system answers; a first booking may be refused while a busy fleet starts."""
        sender.send("request-ride.handle", booking(f"rider-pays-{number}"))

    @staticmethod
    def _come_late(sender: Sender, number: int) -> None:
        """Rides that wait for their vehicles."""
        if number % 2:
            sender.send("vehicle.update", position(f"veh-{number}", 1))
        else:
            sender.send("request-ride.handle", booking(f"rider-{number}"))

    def _check(self, began: float) -> bool:
        prometheus = self.stage.prometheus
        waiting = list(queries())
        empty: list[tuple[str, str]] = waiting

        def has_all() -> bool:
            nonlocal empty
            empty = [(title, query) for title, query in empty if not has_data(prometheus, query)]
            return all(reason(query) for _, query in empty)

        comes_true(has_all, DATA_SECONDS, 1)
        for title, query in empty:
            print(f"empty: {title}: {reason(query) or 'unexpected'}: {query}", flush=True)
        unexpected = [query for _, query in empty if not reason(query)]
        print(f"{len(waiting) - len(empty)} of {len(waiting)} queries returned data, {len(empty) - len(unexpected)} "
              f"had none for a known reason, {len(unexpected)} had none, in {time.monotonic() - began:.0f} s")
        return not unexpected


def queries() -> Iterator[tuple[str, str]]:
    """What is asked: each panel, each recorded series, what each alert reads, and the page's queries."""
    for title, expression in dashboard.expressions(dashboard.dashboard()):
        query = scaling.expression(dashboard.plain(expression, RANGE, VALUES))
        yield f"dashboard, {title}", query.replace("[4s]", f"[{RANGE}]")
    for name in files.recorded():
        yield "rules.yml", name
    for group in files.groups():
        for rule in group["rules"]:
            for selector in sorted(promql.selectors(rule["expr"])):
                yield f"rules.yml, {rule.get('alert', rule.get('record'))}", selector
    for query in files.broker_queries():
        yield "RabbitMQ.md", scaling.expression(query).replace("[5s]", "[15s]")


def has_data(prometheus: Prometheus, query: str) -> bool:
    """Whether a query returns a number; a quantile of nothing is none."""
    try:
        return any(series["value"][1] != "NaN" for series in prometheus.query(query))
    except SuiteError as error:
        print(error, flush=True)
        return False


def reason(query: str) -> str:
    """Why a query may have no data; empty when it may not."""
    return next((why for part, why in MAY_BE_EMPTY.items() if part in query), "")
