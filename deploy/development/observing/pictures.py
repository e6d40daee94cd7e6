"""Draws the dashboard of a busy fleet: the series are Prometheus', the pictures in deploy/monitoring Chromium's."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path

from fleets.processes import SuiteError, run

from . import dashboard, drawing, files, scaling
from .drawing import Line
from .panels import ROWS, Panel
from .prometheus import Prometheus
from .queries import VALUES, Queries

FIGURES = files.FOLDER / "figures"
SHOWN_SECONDS, STEP_SECONDS = 90.0, 1.5
RANGE = "10s"
WIDTH = 1216


class Pictures(Queries):
    """The same fleet as for the queries, for some time longer."""

    def _check(self, began: float) -> bool:
        time.sleep(max(0.0, SHOWN_SECONDS + 15 - (time.monotonic() - self.busy_since)))
        FIGURES.mkdir(exist_ok=True)
        finish = time.time() - 1
        for title, members in ROWS:
            shown = [picture(self.stage.prometheus, member, finish) for member in members]
            self._draw(title, drawing.page(title, shown), drawing.page_height(members))
        return True

    def _draw(self, title: str, page: str, height: int) -> None:
        source, target = self.stage.folder / f"{title}.html", FIGURES / f"{title.lower()}.png"
        source.write_text(page, encoding="utf-8")
        run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage",
             f"--user-data-dir={self.stage.folder}/chromium", f"--window-size={WIDTH},{height}",
             f"--screenshot={target}", source.as_uri()])
        if not target.exists():
            raise SuiteError(f"expected that Chromium draws {target}")
        print(f"{target.relative_to(FIGURES.parent)}: {target.stat().st_size // 1000} kB", flush=True)


def picture(prometheus: Prometheus, member: Panel, finish: float) -> str:
    """One panel, with what Prometheus has for it."""
    queries = [(scaling.expression(dashboard.plain(query.expression, RANGE, VALUES)).replace("[4s]", f"[{RANGE}]"),
                query.legend) for query in member.queries]
    if member.kind == "stat":
        found = prometheus.query(queries[0][0])
        return drawing.number(member, float(found[0]["value"][1]) if found else math.nan)
    begin = finish - SHOWN_SECONDS
    lines = [Line(named(legend, series["metric"]), tuple(points(series["values"])))
             for query, legend in queries for series in prometheus.series(query, begin, finish, STEP_SECONDS)]
    # A fleet without trouble has many that are always 0; they would hide the names of the others.
    busy = [line for line in lines if any(value for _, value in line.points)]
    idle = [line for line in lines if line.points and line not in busy]
    return drawing.chart(member, busy + idle[:max(0, 4 - len(busy))], begin, finish)


def points(values: list[tuple[float, str]]) -> list[tuple[float, float]]:
    """Times and numbers; what is no number is left out."""
    return [(float(moment), float(text)) for moment, text in values if math.isfinite(float(text))]


def named(legend: str, labels: dict[str, str]) -> str:
    """The name of a series, by its labels."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: labels.get(match.group(1), ""), legend)
