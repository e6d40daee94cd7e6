"""The table of the runbook: which panel shows a metric, which alert reads it, and which scenario raises that alert."""

from __future__ import annotations

from collections import defaultdict

from faults.scenarios import ALL

from . import files

BEGIN, END = "<!-- table: made by deploy/observe --write -->", "<!-- end of the table -->"
HEAD = "| metric | panel | alert | runbook section | scenario |\n|---|---|---|---|---|"


def rows() -> list[str]:
    """A line for each metric and alert, metrics without an alert last."""
    titles: dict[str, list[str]] = defaultdict(list)
    for title, expression in files.panels():
        for metric in files.resolved(expression) - files.OWN:
            if title not in titles[metric]:
                titles[metric].append(title)
    causes = {alert.name: ", ".join(f"`{scenario.name}`" for scenario in ALL if alert.name in scenario.alerts)
              for alert in files.alerts()}
    lines: list[str] = []
    seen: set[str] = set()
    for alert in files.alerts():
        for metric in sorted(alert.metrics - files.OWN) or ["up"]:
            seen.add(metric)
            lines.append(line(metric, titles[metric], alert.name, causes[alert.name]))
    return lines + [line(metric, titles[metric], None, "") for metric in sorted(titles.keys() - seen)]


def line(metric: str, titles: list[str], alert: str | None, scenarios: str) -> str:
    """A line of the table."""
    section = f"[{alert}](#{alert.lower()})" if alert else ""
    return f"| `{metric}` | {', '.join(titles)} | {alert or ''} | {section} | {scenarios} |"


def text() -> str:
    """The table between its marks."""
    return "\n".join([BEGIN, HEAD, *rows(), END])


def of_page() -> str:
    """The table as the page has it; empty when it has none."""
    page = files.ALERTS.read_text(encoding="utf-8")
    begin, end = page.find(BEGIN), page.find(END)
    return page[begin:end + len(END)] if 0 <= begin < end else ""


def write() -> None:
    """Puts the table into the page."""
    page = files.ALERTS.read_text(encoding="utf-8")
    files.ALERTS.write_text(page.replace(of_page() or "<!-- table -->", text()), encoding="utf-8")
