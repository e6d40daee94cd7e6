"""Draws the curves of a report as SVG: small files that are readable on light and on dark pages."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

FOLDER = Path(__file__).resolve().parent / "figures"
WIDTH, HEIGHT = 760, 360
LEFT, RIGHT, TOP, BOTTOM = 64, 290, 44, 52
TITLES = {
    "products": "Products of the catalogue", "zones": "Zones with a charge", "vertices": "Corners of a boundary",
    "areas": "Service areas", "vehicles": "Vehicles on duty, in the snapshot",
    "vehicles-stored": "Vehicles on duty, in the store", "rides": "Rides in the store",
    "history": "Old rides of the rider who asks", "subscribers": "Observers of a ride", "batch": "Messages in a batch",
    "waiting": "Rides that wait in another city",
}
# Told apart by brightness too, and visible on white and on black.
COLOURS = ("#2f7fd6", "#d9730d", "#2a9d57", "#b0489e", "#c04a3a", "#7a7f87", "#8a6fd1", "#a08a00", "#00938f", "#d65a8a")
STYLE = """text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}
.grid{stroke:#8884;stroke-width:1}.line{fill:none;stroke-width:2}
@media(prefers-color-scheme:dark){text{fill:#ddd}}"""


class Scale:
    """A logarithmic axis from one power of ten to another."""

    def __init__(self, values: list[float], first: float, last: float) -> None:
        self.low = math.floor(math.log10(min(values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(values)) - 1e-9), self.low + 1)
        self.first, self.last = first, last

    def place(self, value: float) -> float:
        """Where a value is."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return self.first + share * (self.last - self.first)

    def ticks(self) -> list[float]:
        """The powers of ten."""
        return [10.0**power for power in range(self.low, self.high + 1)]


def draw(report: Path, folder: Path = FOLDER) -> list[Path]:
    """Draws each curve of a report into a file of the folder; returns the files."""
    curves: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["growth"].get("curves", {})
    if not curves:
        raise ValueError(f"expected curves in {report}; the run `growth` measures them")
    folder.mkdir(exist_ok=True)
    files = []
    for name, curve in curves.items():
        file = folder / f"{name}.svg"
        file.write_text(figure(TITLES.get(name, name), curve), encoding="utf-8")
        files.append(file)
    return files


def cost(subject: str, point: dict[str, float]) -> float:
    """The time of a point: of a server it counts too, which works while the worker waits."""
    return max(point["wall" if "PostgreSQL" in subject else "cpu"], 0.1)


def figure(title: str, curve: dict[str, Any]) -> str:
    """One figure."""
    series = {subject: [(point["x"], cost(subject, point)) for point in points]
              for subject, points in curve["series"].items()}
    across = Scale([x for points in series.values() for x, _ in points], LEFT, WIDTH - RIGHT)
    up = Scale([y for points in series.values() for _, y in points], HEIGHT - BOTTOM, TOP)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             f"<title>{escape(title)}: time for one request</title><style>{STYLE}</style>",
             f'<text class="title" x="{LEFT}" y="18">{escape(title)}</text>',
             f'<text x="{LEFT}" y="34">µs for one request</text>',
             f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 12}" text-anchor="end">{escape(curve["axis"])}</text>']
    parts += grid(across, up)
    ends = spread([(up.place(points[-1][1]), subject) for subject, points in series.items()])
    for number, (subject, points) in enumerate(series.items()):
        parts += line(subject, [(across.place(x), up.place(y)) for x, y in points],
                      COLOURS[number % len(COLOURS)], ends[subject])
    return "\n".join([*parts, "</svg>\n"])


def grid(across: Scale, up: Scale) -> list[str]:
    """The lines at the powers of ten and what they stand for."""
    parts = []
    for value in across.ticks():
        x = across.place(value)
        parts.append(f'<path class="grid" d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{shown(value)}</text>')
    for value in up.ticks():
        y = up.place(value)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{shown(value)}</text>')
    return parts


def line(subject: str, points: list[tuple[float, float]], colour: str, label: float) -> list[str]:
    """A curve, its points, and its name beside its end."""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
    x, y = points[-1]
    leader = f'<path d="M{x + 5:.1f} {y:.1f}L{WIDTH - RIGHT + 14} {label:.1f}" stroke="{colour}" stroke-width=".7"/>'
    name = (f'<text x="{WIDTH - RIGHT + 18}" y="{label + 4:.1f}" style="fill:{colour}">{escape(subject)}</text>')
    return [f'<path class="line" stroke="{colour}" d="M{path}"/>', *dots, leader, name]


def spread(labels: list[tuple[float, str]], apart: float = 15) -> dict[str, float]:
    """Places for labels beside their curves, so far apart that each can be read."""
    places: dict[str, float] = {}
    last = -math.inf
    for y, subject in sorted(labels):
        last = max(y, last + apart)
        places[subject] = last
    over = max(0.0, last - (HEIGHT - BOTTOM))
    return {subject: y - over for subject, y in places.items()}


def shown(value: float) -> str:
    """A power of ten, short."""
    for size, sign in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.0f}{sign}"
    return f"{value:g}"
