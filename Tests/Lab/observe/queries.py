"""Runs every query of dashboard, rules and page against a Prometheus that watches a fleet at work."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from faults.plan import Options, Plan
from faults.report import complaints
from faults.run import Run
from faults.scenarios.payments import Payments
from faults.scenarios.rotations import SecureBroker
from fleets.broker import Broker
from fleets.processes import SuiteError, comes_true

from . import dashboard, files, promql, scaling
from .prometheus import Prometheus

# The queries that may have no data in a fleet without trouble, by a part of the query, and why.
MAY_BE_EMPTY = {"livery_drain_seconds": "no worker is stopping", "livery_console_requests_total": "no console runs"}
# The range of a rate: long enough that something has come, and short beside the run.
RANGE = "15s"
DATA_SECONDS = 300.0


class Queries(Payments):
    """Rides are paid late and some requests are malformed, so that every metric has a value; no fault is raised."""

    name, title = "queries", "every query returns data"
    alerts = ()

    def plan(self, options: Options) -> Plan:
        """One worker of each kind."""
        plan = super().plan(options)
        plan.workers = dict.fromkeys(plan.workers, 1)
        plan.malformed = 0.05
        return plan

    def broker(self, folder: Path) -> Broker:
        """A node with TLS: the expiry of certificates is known of such connections alone."""
        return SecureBroker(folder / "broker")

    def workers(self, run: Run) -> None:
        """One worker connects with TLS, and one exports its spans to a port where nothing listens."""
        super().workers(run)
        secure, traced = run.workers("list-options-worker")[0], run.workers("dispatch-worker")[0]
        if isinstance(run.broker, SecureBroker):
            secure.environment["LIVERY_AMQP_URL"] = run.broker.secure_url
        traced.environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = "http://127.0.0.1:9"

    def disturb(self, run: Run) -> None:
        """Runs each query until it has returned data, and lets enough be paid for the checks at the end."""
        prometheus = run.prometheus
        if prometheus is None:
            raise SuiteError("expected a Prometheus, which runs with the option alerts")
        empty = waiting = list(queries())

        def has_all() -> bool:
            nonlocal empty
            empty = [(title, query) for title, query in empty if not has_data(prometheus, query)]
            return all(reason(query) for _, query in empty)

        comes_true(lambda: has_all() and not self._missing(run), DATA_SECONDS, 1)
        self._system.settle()
        for title, query in empty:
            print(f"empty: {title}: {reason(query) or 'unexpected'}: {query}", flush=True)
        unexpected = [query for _, query in empty if not reason(query)]
        self.found += [f"query without data: {query}" for query in unexpected]
        print(f"{len(waiting) - len(empty)} of {len(waiting)} queries returned data, {len(empty) - len(unexpected)} "
              f"had none for a known reason, {len(unexpected)} had none", flush=True)


def run(binaries: Path) -> int:
    """0 when each query returns what it should, and the fleet has done its work."""
    options = Options(binaries, None, True, 1, None, None, False, True)
    row = Run(Queries(), options, "postgres").execute()
    for line in complaints(row) if row.violations else []:
        print(line, flush=True)
    return 1 if row.violations else 0


def queries() -> Iterator[tuple[str, str]]:
    """Title and query: each panel, each recorded series, what each alert reads, and the page's queries."""
    for title, expression in dashboard.expressions(dashboard.dashboard()):
        query = scaling.expression(dashboard.plain(expression, RANGE))
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
