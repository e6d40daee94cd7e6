"""Tables that are read in a terminal and put into a page as they are: Markdown, with columns of equal width."""

from __future__ import annotations

from collections.abc import Sequence

from .report import Row

SETTINGS = ("queue", "store", "vehicles", "observer", "payments", "lanes", "processes", "window")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; columns of numbers are aligned to the right."""
    widths = [max(3, len(head), *(len(row[index]) for row in rows)) for index, head in enumerate(heads)]
    numeric = [all(is_number(row[index]) for row in rows) for index in range(len(heads))]

    def shown(cells: Sequence[str]) -> str:
        aligned = (cell.rjust(width) if right else cell.ljust(width)
                   for cell, width, right in zip(cells, widths, numeric, strict=True))
        return f"| {' | '.join(aligned)} |"

    rules = ["-" * (width - 1) + (":" if right else "-") for width, right in zip(widths, numeric, strict=True)]
    return "\n".join(shown(cells) for cells in (heads, rules, *rows))


def is_number(text: str) -> bool:
    """Whether a cell belongs to the right: a number, or none."""
    return text.strip("-") == "" or text[0].isdigit()


# What a row of rates shows: a figure's head, name, digits and unit.
COLUMNS = (
    ("a second", "requests_per_second", 0, 1.0), ("× floor", "requests_per_second_to_floor", 2, 1.0),
    ("median ms", "latency_median", 2, 1e3), ("× floor", "latency_median_to_floor", 2, 1.0),
    ("p99 ms", "latency_p99", 1, 1e3), ("max ms", "latency_maximum", 1, 1e3), ("worker µs", "worker_cpu", 1, 1.0),
    ("store µs", "store_cpu", 0, 1.0), ("both × floor", "handling_cpu_to_floor", 2, 1.0),
    ("broker µs", "broker_cpu", 0, 1.0), ("load µs", "load_cpu", 1, 1.0), ("WAL B", "wal_bytes", 0, 1.0),
    ("no pages", "wal_plain_bytes", 0, 1.0), ("success %", "success_share", 0, 0.01),
    ("events", "events_per_request", 2, 1.0), ("peak MB", "worker_peak", 1, 1e6), ("answer B", "answer_bytes", 0, 1.0))


def rate_table(rows: Sequence[Row]) -> str:
    """Rates, latencies and costs; settings that are the same in all rows and columns with nothing are left out."""
    settings = [name for name in SETTINGS if len({row.setting.get(name) for row in rows}) > 1]
    columns = [column for column in COLUMNS if any(column[1] in row.figures for row in rows)]
    heads = ["", *settings, *(column[0] for column in columns)]
    return table(heads, [[row.subject, *(str(row.setting.get(name, "-")) for name in settings),
                          *(number(row.figures.get(name), digits, unit) for _, name, digits, unit in columns)]
                         for row in rows])


def number(value: float | None, digits: int, unit: float = 1) -> str:
    """A figure in a unit, with so many digits; a dash where there is none."""
    return "-" if value is None else f"{value / unit:.{digits}f}"
