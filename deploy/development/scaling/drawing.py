"""Draws a day as SVG: load, workers and the time to answers, one above the other, with marks for what was done."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from .curve import HOURS, clock

WIDTH, LEFT, RIGHT, TOP = 860, 64, 24, 116
PANEL_HEIGHT, PANEL_GAP = 150, 54
# The names of marks are in so many lines, and a letter is about so wide.
MARK_LINES, LETTER_WIDTH = 4, 7.0
# Visible on white and on black, and told apart by brightness too.
COLORS = ("#2f7fd6", "#d9730d", "#2a9d57", "#b0489e")
STYLE = """text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}
.grid{stroke:#8884;stroke-width:1}.line{fill:none;stroke-width:1.8}.mark{stroke:#888;stroke-dasharray:3 3}
.span{fill:#8882}@media(prefers-color-scheme:dark){text{fill:#ddd}}"""
Series = dict[str, list[float]]


def draw(document: dict[str, Any], path: Path) -> None:
    """Draws the figure of a report."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(figure(document), encoding="utf-8")


def figure(document: dict[str, Any]) -> str:
    """The figure."""
    steps, day = document["steps"], document["day"]
    length = day["seconds"] / len(steps)
    load: Series = {"messages due": [step["due"] / length for step in steps],
                    "of riders": [step["riders"] / length for step in steps],
                    "answers": [step["answered"] / length for step in steps]}
    workers: Series = {kind: [float(step["running"].get(kind, 0)) for step in steps]
                       for kind in document["scaled"]["kinds"]}
    times: Series = {name: [max(step[name], 0.001) for step in steps] for name in ("p50", "p99")}
    panels = [Panel(0, "Messages a second", load), Panel(1, "Workers", workers, is_stepped=True),
              Panel(2, "Seconds from due to answered", times, is_logarithmic=True)]
    height = Panel.top(3) - 8
    title = (f"A day in {day['seconds'] / 60:.0f} minutes: {document['row']['confirmed']} messages, "
             f"{document['row']['lost']} lost, {document['row']['booked_twice']} twice, {document['row']['gaps']} gaps")
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
             f"<title>{escape(title)}</title><style>{STYLE}</style>",
             f'<text class="title" x="{LEFT}" y="18">{escape(title)}</text>', *marks(document["marks"], height)]
    for panel in panels:
        parts += panel.drawn()
    return "\n".join([*parts, "</svg>\n"])


class Panel:
    """One of the three, with an axis of its own."""

    def __init__(self, number: int, title: str, series: Series, *, is_stepped: bool = False,
                 is_logarithmic: bool = False) -> None:
        self._title, self._series = title, series
        self._is_stepped, self._is_logarithmic = is_stepped, is_logarithmic
        self._top = Panel.top(number)
        values = [value for points in series.values() for value in points]
        if is_logarithmic:
            self._ticks = [10.0**power for power in range(math.floor(math.log10(min(values))),
                                                          math.ceil(math.log10(max(values))) + 1)]
        else:
            self._ticks = ticks(max(values))

    @staticmethod
    def top(number: int) -> int:
        """Where a panel begins."""
        return TOP + number * (PANEL_HEIGHT + PANEL_GAP)

    def drawn(self) -> list[str]:
        """Its grid, its lines and its legend."""
        bottom = self._top + PANEL_HEIGHT
        parts = [f'<text class="title" x="{LEFT}" y="{self._top - 10}">{escape(self._title)}</text>']
        for value in self._ticks:
            y = self._height(value)
            parts += [f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>',
                      f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>']
        parts += [f'<text x="{across(hour):.1f}" y="{bottom + 18}" text-anchor="middle">{clock(hour)}</text>'
                  for hour in range(0, 25, 3)]
        for number, (name, points) in enumerate(self._series.items()):
            color = COLORS[number % len(COLORS)]
            parts += [f'<path class="line" stroke="{color}" d="{self._path(points)}"/>',
                      f'<text x="{WIDTH - RIGHT - 140 * (len(self._series) - number)}" y="{self._top - 10}" '
                      f'style="fill:{color}">— {escape(name)}</text>']
        return parts

    def _path(self, points: list[float]) -> str:
        hours = [index * HOURS / len(points) for index in range(len(points))]
        places = [f"{across(hour):.1f} {self._height(value):.1f}" for hour, value in zip(hours, points)]
        if not self._is_stepped:
            return "M" + "L".join(places)
        return f"M{places[0]}" + "".join(f"H{place.split()[0]}V{place.split()[1]}" for place in places[1:])

    def _height(self, value: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        share = math.log(value / low) / math.log(high / low) if self._is_logarithmic else value / high
        return self._top + PANEL_HEIGHT * (1 - share)


def marks(found: list[dict[str, Any]], height: int) -> list[str]:
    """Lines through all panels at what was done, and its names above them; what was done several times at once has one
    line."""
    parts: list[str] = []
    ends: list[float] = [0.0] * MARK_LINES
    named: set[str] = set()
    for mark in found:
        name = f"{clock(mark['hour'])} {mark['action']}"
        if name in named:
            continue
        named.add(name)
        x, wide = across(mark["hour"]), across(mark["until"]) - across(mark["hour"])
        # In the first line that has room.
        row = next((row for row, end in enumerate(ends) if end < x), ends.index(min(ends)))
        ends[row] = x + LETTER_WIDTH * len(name)
        parts += [f'<rect class="span" x="{x:.1f}" y="{TOP}" width="{max(wide, 1):.1f}" height="{height - TOP - 40}"/>',
                  f'<path class="mark" d="M{x:.1f} {30 + 14 * row}V{height - 40}"/>',
                  f'<text x="{x + 3:.1f}" y="{40 + 14 * row}">{escape(name)}</text>']
    return parts


def across(hour: float) -> float:
    """Where an hour is."""
    return LEFT + (WIDTH - LEFT - RIGHT) * hour / HOURS


def ticks(highest: float) -> list[float]:
    """From 0, four or five round values that reach the highest."""
    rough = max(highest, 1) / 4
    size = 10 ** math.floor(math.log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    return [step * number for number in range(math.ceil(max(highest, 1) / step) + 1)]
