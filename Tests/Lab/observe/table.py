"""The table of the runbook: what each alert reads, which panels show it, and which scenarios raise the alert."""

from __future__ import annotations

from collections.abc import Iterable

from faults.scenarios import ALL

from . import files

BEGIN, END = "<!-- table: made by deploy/observe --write -->", "<!-- end of the table -->"
HEAD = "| alert | metrics | panels | scenarios |\n|---|---|---|---|"


def rows() -> list[str]:
    """A line for each alert."""
    lines: list[str] = []
    for alert in files.alerts():
        metrics = sorted(alert.metrics - files.OWN) or ["up"]
        panels = dict.fromkeys(title for title, query in files.panels() if files.resolved(query) & set(metrics))
        scenarios = (scenario.name for scenario in ALL if alert.name in scenario.alerts)
        cells = [f"[{alert.name}](#{alert.name.lower()})", coded(metrics), ", ".join(panels), coded(scenarios)]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def coded(names: Iterable[str]) -> str:
    """Names as code."""
    return ", ".join(f"`{name}`" for name in names)


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
