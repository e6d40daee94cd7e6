"""Puts the figure and the tables of a report into the page of the runbook."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from fleets.processes import REPOSITORY, SuiteError

from .drawing import draw
from .report import text

PAGE = REPOSITORY / "deploy" / "runbook" / "Scaling.md"
FIGURE = PAGE.parent / "figures" / "day.svg"
PLACE = re.compile(r"(<!-- the day[^\n]*-->\n).*(<!-- end of the day -->)", re.DOTALL)


def write(document: dict[str, Any], page: Path = PAGE, figure: Path = FIGURE) -> None:
    """Writes both; a page without the place for the tables is a mistake."""
    found = page.read_text(encoding="utf-8")
    if PLACE.search(found) is None:
        raise SuiteError(f"expected the place of the day in {page}")
    draw(document, figure)
    versions = document["versions"]
    tables = (f"\n{summary(document)}\n\n```\n{text(document)}\n```\n\n"
              f"RabbitMQ {versions['RabbitMQ']}, PostgreSQL {versions['PostgreSQL']}, Linux {versions['Linux']}.\n\n")
    page.write_text(PLACE.sub(lambda match: match[1] + tables + match[2], found), encoding="utf-8")


def summary(document: dict[str, Any]) -> str:
    """What the day comes to, in two sentences."""
    row, latency, builds = document["row"], document["latency"], document["builds"]
    return (f"{row['confirmed']} messages were confirmed and {row['answered']} answered, {row['lost']} lost, "
            f"{row['booked_twice']} booked twice, {row['gaps']} gaps in events.\n"
            f"The longest stall of a queue was {row['longest_stall']:.1f} s; over the day half of all answers came "
            f"within {latency['p50']:.2f} s,\n99 of 100 within {latency['p99']:.2f} s. The builds were "
            f"{builds['before']} and {builds['after']}.")
