"""What the files of deploy/monitoring say: rules, dashboard, pages, and the names of the metrics."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from . import dashboard, promql

REPOSITORY = Path(__file__).resolve().parents[3]
FOLDER = dashboard.FILE.parent
RULES, RULE_TESTS, CONFIGURATION = FOLDER / "rules.yml", FOLDER / "rules_test.yml", FOLDER / "prometheus.yml"
ALERTS, RABBITMQ, METRICS = FOLDER / "Alerts.md", FOLDER / "RabbitMQ.md", FOLDER / "Metrics.md"
QUERY = re.compile(r"^```promql\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
# What Prometheus itself makes.
OWN = {"up", "ALERTS"}


@dataclass(frozen=True)
class Alert:
    """An alert of the rules; `metrics` are also those of the recorded series that it reads."""

    name: str
    severity: str
    annotations: dict[str, str]
    metrics: frozenset[str]


@cache
def groups() -> list[dict[str, Any]]:
    """The groups of the rules."""
    return yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]


@cache
def alerts() -> list[Alert]:
    """The alerts, in the order of the file."""
    return [Alert(rule["alert"], rule["labels"]["severity"], rule["annotations"], frozenset(resolved(rule["expr"])))
            for group in groups() for rule in group["rules"] if "alert" in rule]


@cache
def recorded() -> dict[str, str]:
    """The recorded series with their queries."""
    return {rule["record"]: rule["expr"] for group in groups() for rule in group["rules"] if "record" in rule}


def resolved(expression: str) -> set[str]:
    """The metrics that a query reads, where it reads recorded series also what these read."""
    names, known = promql.metrics(expression), recorded()
    while hidden := names & known.keys():
        names = (names - hidden).union(*(promql.metrics(known[name]) for name in hidden))
    return names


@cache
def panels() -> list[tuple[str, str]]:
    """Title and query of each panel of the dashboard's file, as it would be asked."""
    content = json.loads(dashboard.FILE.read_text(encoding="utf-8"))
    return [(title, dashboard.plain(expression)) for title, expression in dashboard.expressions(content)]


def broker_queries() -> list[str]:
    """The queries of the page on RabbitMQ."""
    return QUERY.findall(RABBITMQ.read_text(encoding="utf-8"))


def metric_names(page: Path) -> set[str]:
    """The names in the first column of the tables of a page; a cell may have several."""
    names: set[str] = set()
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("|"):
            names.update(re.findall(r"(?<![\w.])(?:livery|messaging|process|target)_[a-z_]+", line.split("|")[1]))
    return names
