"""The picture of a trace: a row for each span, under its parent, as long as it took."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import escape

Span = dict[str, Any]
COLORS = {"gateway": "#7a5195", "request-ride-worker": "#2f6db3", "payment-system": "#a0711c",
          "dispatch-worker": "#c2571a", "dashboard": "#3f8f4f"}
BATCH_COLOR = "#8a8f98"
KINDS = {1: "internal", 3: "client", 4: "producer", 5: "consumer"}
WIDTH, NAMES, ROW, TOP, MARGIN = 1080, 470, 24, 76, 14


def rows(spans: list[Span], parent: str, depth: int) -> list[tuple[Span, int]]:
    """The spans below a parent in the order of their starts, each with its depth."""
    below = sorted((span for span in spans if span["parent"] == parent), key=lambda span: span["start"])
    return [row for span in below for row in [(span, depth), *rows(spans, span["span"], depth + 1)]]


def batches(spans: list[Span], trace: str) -> list[tuple[Span, int]]:
    """The receipts and acknowledgements of the batches, which the trace links to and which are no part of it."""
    linked = {link["trace"] for span in spans if span["trace"] == trace for link in span["links"]}
    return rows([span for span in spans if span["trace"] in linked], "", 0)


def text(x: float, y: float, content: str, more: str = "") -> str:
    """A text at a place."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{" " + more if more else ""}>{escape(content)}</text>'


def axis(first: int, last: int, height: int) -> list[str]:
    """Lines of whole steps of time, with their milliseconds."""
    total = (last - first) / 1e6
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000) if total / step <= 8)
    parts = []
    for mark in range(0, int(total) + 1, step):
        x = place(first + int(mark * 1e6), first, last)
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - MARGIN}" stroke="#dfe3e8"/>')
        parts.append(text(x, TOP - 12, f"{mark} ms", 'fill="#5b6470" text-anchor="middle"'))
    return parts


def place(moment: int, first: int, last: int) -> float:
    """The x of a moment."""
    return NAMES + (WIDTH - NAMES - 90) * min(1.0, max(0.0, (moment - first) / (last - first)))


def legend() -> list[str]:
    """The color of each service."""
    parts, x = [], float(MARGIN)
    for name, color in [*COLORS.items(), ("a batch, in a trace of its own", BATCH_COLOR)]:
        parts.append(f'<rect x="{x}" y="32" width="11" height="11" rx="2" fill="{color}"/>')
        parts.append(text(x + 16, 42, name))
        x += 30 + 7 * len(name)
    return parts


def bar(span: Span, depth: int, y: float, first: int, last: int, is_batch: bool) -> list[str]:
    """The row of a span: its name, its bar and its duration."""
    left, right = place(span["start"], first, last), place(span["end"], first, last)
    color = BATCH_COLOR if is_batch else COLORS.get(span["resource"]["service.name"], "#444")
    more = ' stroke-dasharray="3 2" fill-opacity="0.35"' if is_batch else ""
    duration = (span["end"] - span["start"]) / 1e6
    return [
        text(MARGIN + 15 * depth, y + 15, span["name"]),
        f'<rect x="{left:.1f}" y="{y + 4}" width="{max(2.0, right - left):.1f}" height="{ROW - 8}" rx="2" '
        f'fill="{color}" stroke="{color}"{more}><title>{escape(span["name"])}, {KINDS[span["kind"]]}, '
        f'{duration:.2f} ms</title></rect>',
        text(max(left + 2.0, right) + 5, y + 15, f"{duration:.1f} ms", 'fill="#5b6470"'),
    ]


def draw(trace: str, spans: list[Span]) -> str:
    """The picture."""
    tree = rows([span for span in spans if span["trace"] == trace], "", 0)
    linked = batches(spans, trace)
    first = min(span["start"] for span, _ in tree)
    last = max(span["end"] for span, _ in tree)
    height = TOP + ROW * (len(tree) + len(linked) + 1) + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        'font-family="ui-sans-serif, system-ui, sans-serif" font-size="12.5" fill="#1c2128" role="img">',
        "<title>One booking as a trace, from the producer to an observer across two workers</title>",
        f'<rect width="{WIDTH}" height="{height}" rx="6" fill="#ffffff"/>',
        text(MARGIN, 21, "One booking: each row is a span, indented below the one that caused it",
             'font-weight="600"'),
        *legend(), *axis(first, last, height),
    ]
    y = float(TOP)
    for span, depth in tree:
        parts += bar(span, depth, y, first, last, False)
        y += ROW
    y += ROW / 2
    parts.append(text(MARGIN, y + 10, "Linked, not below: receipt and acknowledgement of the batches",
                      'fill="#5b6470" font-style="italic"'))
    y += ROW / 2 + 4
    for span, depth in linked:
        parts += bar(span, depth, y, first, last, True)
        y += ROW
    return "\n".join([*parts, "</svg>", ""])
