"""Several subjects measured in turn, so that what the machine does meanwhile meets all of them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .crew import Crew
from .load import Extent, Measured, medians
from .report import Report

FLOOR = "floor"
# Figures that are told as a ratio to the floor's, too.
COMPARED = ("requests_per_second", "latency_median", "latency_p99", "worker_cpu")


@dataclass
class Subject:
    """What is measured: a crew, and the load that it is given."""

    name: str
    crew: Crew
    measure: Callable[[Extent], Measured]
    # What else its rows tell of the setting.
    setting: dict[str, Any] = field(default_factory=dict)


def extents(quick: bool) -> dict[int, Extent]:
    """How long a load is at each window."""
    if quick:
        return {1: Extent(300, 1, 1), 100: Extent(3000, 1, 100), 1000: Extent(6000, 2, 1000)}
    return {1: Extent(20_000, 3, 1), 100: Extent(60_000, 3, 100), 1000: Extent(100_000, 5, 1000)}


def compare(
    report: Report, run: str, setting: Mapping[str, Any], subjects: Sequence[Subject],
    lengths: Mapping[int, Extent], rounds: int
) -> None:
    """Measures the subjects in turn, A B A B …, and adds a row for each and each window, with ratios to the floor."""
    for window, extent in lengths.items():
        measured: dict[int, list[Measured]] = {index: [] for index in range(len(subjects))}
        for _ in range(rounds):
            for index, subject in enumerate(subjects):
                measured[index].append(subject.measure(extent))
        figures = [medians(measured[index]) for index in range(len(subjects))]
        floor = next((found for found, subject in zip(figures, subjects) if subject.name == FLOOR), None)
        for found, subject in zip(figures, subjects):
            found["worker_peak"] = subject.crew.peak_bytes()
            if floor is not None and subject.name != FLOOR:
                found |= {f"{name}_to_floor": found[name] / floor[name] for name in COMPARED if floor[name] > 0}
            report.add(run, subject.name, {**setting, **subject.setting, "window": window}, found)
