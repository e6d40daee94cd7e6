"""Tables for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .report import Row

SETTINGS = ("queue", "store", "vehicles", "lanes", "processes", "window")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as they have to be; the first ones to the left, numbers to the right."""
    widths = [max(len(head), *(len(row[index]) for row in rows)) for index, head in enumerate(heads)]
    numeric = [all(is_number(row[index]) for row in rows) for index in range(len(heads))]

    def shown(cells: Sequence[str]) -> str:
        aligned = (cell.rjust(width) if right else cell.ljust(width)
                   for cell, width, right in zip(cells, widths, numeric))
        return "  ".join(aligned).rstrip()

    return "\n".join([shown(heads), *(shown(row) for row in rows)])


def is_number(text: str) -> bool:
    """Whether a cell belongs to the right: a number, or none."""
    return text.strip("-") == "" or text[0].isdigit()


def rate_table(rows: Sequence[Row]) -> str:
    """Rates, latencies and costs; beside some figures, in brackets, how many times the floor's they are."""
    settings = [name for name in SETTINGS if any(name in row.setting for row in rows)]
    heads = ["", *settings, "a second", "× floor", "median ms", "× floor", "p99 ms", "max ms", "CPU µs", "× floor",
             "broker", "store", "load", "peak MB", "answer B"]
    return table(heads, [[row.subject, *(str(row.setting.get(name, "-")) for name in settings), *cells(row.figures)]
                         for row in rows])


def cells(figures: dict[str, Any]) -> list[str]:
    """The cells of a row of rates."""
    return [number(figures.get("requests_per_second"), 0), number(figures.get("requests_per_second_to_floor"), 2),
            number(figures.get("latency_median"), 2, 1e3), number(figures.get("latency_median_to_floor"), 2),
            number(figures.get("latency_p99"), 1, 1e3), number(figures.get("latency_maximum"), 1, 1e3),
            number(figures.get("worker_cpu"), 1), number(figures.get("worker_cpu_to_floor"), 2),
            number(figures.get("broker_cpu"), 0), number(figures.get("store_cpu"), 0),
            number(figures.get("load_cpu"), 1), number(figures.get("worker_peak"), 1, 1e6),
            number(figures.get("answer_bytes"), 0)]


def number(value: float | None, digits: int, unit: float = 1) -> str:
    """A figure in a unit, with so many digits; a dash where there is none."""
    return "-" if value is None else f"{value / unit:.{digits}f}"
