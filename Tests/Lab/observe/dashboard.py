"""Writes the dashboard for Grafana from the table of its panels."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fleets.layout import laid_out

from .panels import ROWS, Panel

FILE = Path(__file__).resolve().parents[3] / "deploy" / "monitoring" / "dashboard.json"
UID = "livery-fleet"
SOURCE = {"type": "prometheus", "uid": "${datasource}"}
# Grafana's grid has 24 columns.
COLUMNS, STAT_HEIGHT, HEIGHT, WIDTH = 24, 4, 8, 8
# The values of the choices when queries are checked or run without Grafana.
EVERYTHING = {"$fleet": "livery", "$worker": ".+", "$queue": "livery\\\\..+"}


def text() -> str:
    """The file."""
    return laid_out(dashboard()) + "\n"


def dashboard() -> dict[str, Any]:
    """The dashboard as Grafana reads it."""
    return {
        "uid": UID, "title": "Livery", "tags": ["livery"], "timezone": "browser", "schemaVersion": 39, "version": 1,
        "editable": True, "refresh": "10s", "time": {"from": "now-1h", "to": "now"},
        "templating": {"list": [
            {"name": "datasource", "type": "datasource", "query": "prometheus", "label": "Prometheus"},
            choice("fleet", 'label_values(up{job=~"livery.*"}, job)', "Fleet"),
            choice("worker", 'label_values(up{job=~"$fleet"}, worker)', "Worker"),
            choice("queue", "label_values(rabbitmq_detailed_queue_messages, queue)", "Queue", "/^livery\\..*/")]},
        "annotations": {"list": []}, "panels": panels()}


def choice(name: str, query: str, label: str, pattern: str = "") -> dict[str, Any]:
    """A variable of which several values may be chosen."""
    return {"name": name, "type": "query", "label": label, "datasource": SOURCE,
            "query": {"query": query, "refId": name}, "definition": query, "regex": pattern, "refresh": 2,
            "includeAll": True, "multi": True, "sort": 1,
            "current": {"text": "All", "value": "$__all"}}


def panels() -> list[dict[str, Any]]:
    """All panels with their places."""
    result: list[dict[str, Any]] = []
    y = 0
    for title, members in ROWS:
        result.append({"id": len(result) + 1, "type": "row", "title": title, "collapsed": False, "panels": [],
                       "gridPos": {"x": 0, "y": y, "w": COLUMNS, "h": 1}})
        y += 1
        x = 0
        for index, member in enumerate(members):
            width, height = size(member, index, len(members))
            if x + width > COLUMNS:
                x, y = 0, y + height
            result.append(drawn(member, len(result) + 1) | {"gridPos": {"x": x, "y": y, "w": width, "h": height}})
            x += width
        y += size(members[0], 0, len(members))[1]
    return result


def size(member: Panel, index: int, count: int) -> tuple[int, int]:
    """Width and height; numbers share one line."""
    if member.kind == "stat":
        return COLUMNS // count + (index < COLUMNS % count), STAT_HEIGHT
    return WIDTH, HEIGHT


def drawn(member: Panel, number: int) -> dict[str, Any]:
    """A panel without its place."""
    targets = [{"refId": chr(ord("A") + index), "expr": query.expression, "legendFormat": query.legend,
                "datasource": SOURCE, "instant": member.kind == "stat", "range": member.kind != "stat"}
               for index, query in enumerate(member.queries)]
    result: dict[str, Any] = {
        "id": number, "type": member.kind, "title": member.title, "description": member.note, "datasource": SOURCE,
        "targets": targets, "fieldConfig": {"defaults": defaults(member), "overrides": []}}
    if member.kind == "stat":
        result["options"] = {"colorMode": "background", "graphMode": "none",
                             "reduceOptions": {"calcs": ["lastNotNull"]}}
    else:
        result["options"] = {"legend": {"displayMode": "list", "placement": "bottom"}, "tooltip": {"mode": "multi"}}
    return result


def defaults(member: Panel) -> dict[str, Any]:
    """Unit, and where a number turns yellow and red."""
    if member.limits is None:
        return {"unit": member.unit, "thresholds": {"mode": "absolute", "steps": [{"color": "blue", "value": None}]}}
    warning, bad = member.limits
    colors = ("green", "yellow", "red") if warning < bad else ("red", "yellow", "green")
    low, high = min(warning, bad), max(warning, bad)
    steps = [{"color": color, "value": value} for color, value in zip(colors, (None, low, high))]
    return {"unit": member.unit, "thresholds": {"mode": "absolute", "steps": steps}}


def expressions(content: dict[str, Any]) -> list[tuple[str, str]]:
    """Title and query of every panel in a dashboard's file."""
    return [(shown["title"], target["expr"]) for shown in content["panels"] for target in shown.get("targets", [])]


def plain(expression: str, seconds: str = "5m", values: dict[str, str] | None = None) -> str:
    """A query with its variables replaced, and the range of its rates."""
    for name, value in (EVERYTHING | (values or {})).items():
        expression = expression.replace(name, value)
    expression = expression.replace("$__rate_interval", seconds)
    if left := re.search(r"\$\w+", expression):
        raise ValueError(f"expected no variable but those of the dashboard, got {left.group(0)} in {expression}")
    return expression
