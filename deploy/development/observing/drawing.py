"""Draws panels with their series as a page of SVG, as Grafana would show them."""

from __future__ import annotations

import html
from dataclasses import dataclass

from .panels import Panel

COLORS = ("#3274d9", "#56a64b", "#e0752d", "#a352cc", "#e02f44", "#ccb400", "#37872d", "#8ab8ff", "#c15c17", "#705da0")
WIDTH, HEIGHT, LEFT, TOP, PLOT_WIDTH, PLOT_HEIGHT = 392, 246, 48, 30, 330, 130
LEGENDS, LEGEND_LINES, LEGEND_LETTERS = 10, 5, 27
COLUMNS = 3
STEPS = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
STYLE = """
body { margin: 8px; width: 1200px; background: #f4f5f5; color: #24292e; font: 11px 'DejaVu Sans', sans-serif }
h2 { font-size: 14px; margin: 4px 0 6px } main { display: flex; flex-wrap: wrap; gap: 8px }
svg { background: #fff; border: 1px solid #dcdfe3 } .axis { fill: #6e7681; font-size: 9px } .title { font-weight: bold }
.stat { width: 228px; height: 96px; color: #fff; padding: 8px; box-sizing: border-box }
.stat b { display: block; font-size: 34px; padding-top: 10px }"""


@dataclass(frozen=True)
class Line:
    """A series with its name, as times and values."""

    name: str
    points: tuple[tuple[float, float], ...]


def page(title: str, drawn: list[str]) -> str:
    """A page with a row of the dashboard."""
    return (f"<!DOCTYPE html><meta charset=utf-8><style>{STYLE}</style><h2>{html.escape(title)}</h2>"
            f"<main>{''.join(drawn)}</main>")


def page_height(panels: tuple[Panel, ...]) -> int:
    """How high the page is with those panels."""
    if panels[0].kind == "stat":
        return 150
    return 44 + -(-len(panels) // COLUMNS) * (HEIGHT + 10)


def number(panel: Panel, value: float) -> str:
    """A panel that is a number, in the color of its limits."""
    color = COLORS[0]
    if panel.limits is not None:
        warning, bad = panel.limits
        falls = bad < warning
        is_bad = value < bad if falls else value >= bad
        is_doubtful = value < warning if falls else value >= warning
        color = "#e02f44" if is_bad else "#d9a514" if is_doubtful else "#37872d"
    shown = f"{html.escape(panel.title)}<b>{short(value, panel.unit)}</b>"
    return f'<div class=stat style="background:{color}">{shown}</div>'


def chart(panel: Panel, lines: list[Line], begin: float, finish: float) -> str:
    """A panel with its lines, its scale and its legend."""
    values = [value for line in lines for _, value in line.points]
    low, high = min([0.0, *values]), max([*values, 0.0])
    high = high if high > low else low + 1
    parts = [f'<svg width={WIDTH} height={HEIGHT}><text class=title x=8 y=17>{html.escape(panel.title)}</text>']
    for step in range(5):
        value = low + (high - low) * step / 4
        y = TOP + PLOT_HEIGHT * (1 - step / 4)
        parts.append(f'<line x1={LEFT} x2={LEFT + PLOT_WIDTH} y1={y} y2={y} stroke="#e7e9eb"/>'
                     f'<text class=axis text-anchor=end x={LEFT - 4} y={y + 3}>{short(value, panel.unit)}</text>')
    for index, line in enumerate(lines):
        path = " ".join(f"{LEFT + PLOT_WIDTH * (time - begin) / (finish - begin):.1f},"
                        f"{TOP + PLOT_HEIGHT * (1 - (value - low) / (high - low)):.1f}" for time, value in line.points)
        parts.append(f'<polyline points="{path}" fill=none stroke="{COLORS[index % len(COLORS)]}" stroke-width=1.5 />')
    parts += [f'<text class=axis x={LEFT} y={TOP + PLOT_HEIGHT + 13}>{begin - finish:.0f} s</text>'
              f'<text class=axis text-anchor=end x={LEFT + PLOT_WIDTH} y={TOP + PLOT_HEIGHT + 13}>now</text>']
    if not lines:
        parts.append(f'<text class=axis x={LEFT + PLOT_WIDTH / 2} y={TOP + PLOT_HEIGHT / 2}>no data</text>')
    return "".join([*parts, *legend(lines), "</svg>"])


def legend(lines: list[Line]) -> list[str]:
    """The names of the first lines, in two columns."""
    parts: list[str] = []
    for index, line in enumerate(lines[:LEGENDS]):
        x, y = 10 + index // LEGEND_LINES * 192, TOP + PLOT_HEIGHT + 28 + index % LEGEND_LINES * 12
        name = line.name if len(line.name) <= LEGEND_LETTERS else f"{line.name[:LEGEND_LETTERS - 1]}…"
        if index == LEGENDS - 1 and len(lines) > LEGENDS:
            name = f"and {len(lines) - index} more"
        parts.append(f'<rect x={x} y={y - 7} width=10 height=4 fill="{COLORS[index % len(COLORS)]}" />'
                     f'<text class=axis x={x + 14} y={y}>{html.escape(name)}</text>')
    return parts


def short(value: float, unit: str) -> str:
    """A value as an axis shows it."""
    if unit == "percentunit":
        return f"{value * 100:.3g} %"
    if unit == "bytes":
        return f"{value / 1e6:.3g} MB"
    suffix = {"s": " s", "reqps": "/s"}.get(unit, "")
    if unit == "s" and abs(value) >= 172_800:
        return f"{value / 86400:.3g} d"
    if unit == "s" and 0 < abs(value) < 0.1:
        return f"{value * 1000:.3g} ms"
    for size, letter in STEPS:
        if abs(value) >= size:
            return f"{value / size:.3g}{letter}{suffix}"
    return f"{value:.3g}{suffix}"
