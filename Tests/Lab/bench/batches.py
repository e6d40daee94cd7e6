"""How large the batches are, by a pass of its own: workers tell each batch at the log level `debug`, which costs."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from .bodies import Bodies
from .comparing import FLOOR, extents
from .load import Kind
from .publications import Echo

if TYPE_CHECKING:
    from .report import Row
    from .stage import Stage

DEBUG = {"LIVERY_LOG_LEVEL": "debug"}


def note_batches(
    stage: Stage, rows: list[Row], kind: Kind, lines: Bodies, echo: Echo, prepare: Callable[[], None] | None = None
) -> None:
    """Adds to the rows of a comparison how large batches are at their windows."""
    for row in rows:
        extent = extents(True)[row.setting["window"]]
        if row.subject == FLOOR:
            with stage.floor(echo) as group:
                stage.emptied(echo.kind, extent, group, echo.lines)
            row.figures["batch_mean"] = floor_mean(group.members[0].log)
            continue
        with stage.workers(row.subject, more=DEBUG) as group:
            if prepare is not None:
                prepare()
            stage.load(kind, extent, group, lines)
        sizes = [size for member in group.members for size in logged(member.log)]
        if sizes:
            row.figures.update({"batch_mean": statistics.mean(sizes), "batch_median": statistics.median(sizes),
                            "batch_maximum": max(sizes)})


def floor_mean(log: Path) -> float:
    """The mean size of the batches of the floor that ended last."""
    told = json.loads(log.read_text(encoding="utf-8").splitlines()[-1])
    return told["messages"] / max(1, told["batches"])


def logged(log: Path) -> list[int]:
    """The sizes of the batches that a worker has logged."""
    lines = (json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("{"))
    return [line["batch"] for line in lines if line.get("event") == "batch_handled"]
