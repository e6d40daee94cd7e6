"""Several subjects measured in turn, so that what the machine does meanwhile meets all of them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .processgroup import ProcessGroup
from .load import Extent, Measured, medians

if TYPE_CHECKING:
    from .bench import Bench

FLOOR = "floor"
# Figures that are also printed as a ratio to the floor's.
COMPARED = ("requests_per_second", "latency_median", "latency_p99", "handling_cpu")


@dataclass
class Subject:
    """What is measured: a group, and the load that it is given."""

    name: str
    group: ProcessGroup
    measure: Callable[[Extent], Measured]
    # Further columns of the setting.
    setting: dict[str, Any] = field(default_factory=dict)


def extents(quick: bool) -> dict[int, Extent]:
    """How long a load is at each window."""
    if quick:
        return {1: Extent(300, 1, 1), 100: Extent(3000, 1, 100), 1000: Extent(6000, 2, 1000)}
    return {1: Extent(20_000, 3, 1), 100: Extent(60_000, 3, 100), 1000: Extent(100_000, 5, 1000)}


# More than five parameters: the last two have a value that is right for most.
def compare(
    bench: Bench, run: str, setting: Mapping[str, Any], subjects: Sequence[Subject],
    lengths: Mapping[int, Extent] | None = None, rounds: int = 3
) -> None:
    """Measures the subjects in turn, A B A B …, and adds a row for each and each window, with ratios to the floor."""
    for window, extent in (lengths or extents(bench.quick)).items():
        measured: dict[int, list[Measured]] = {index: [] for index in range(len(subjects))}
        for _ in range(1 if bench.quick else rounds):
            for index, subject in enumerate(subjects):
                measured[index].append(subject.measure(extent))
        figures = [medians(measured[index]) for index in range(len(subjects))]
        floor = next((found for found, subject in zip(figures, subjects, strict=True) if subject.name == FLOOR), None)
        for found, subject in zip(figures, subjects, strict=True):
            found["worker_peak"] = subject.group.peak_bytes()
            if floor is not None and subject.name != FLOOR:
                found |= {f"{name}_to_floor": found[name] / floor[name] for name in COMPARED if floor[name] > 0}
            bench.report.add(run, subject.name, {**setting, **subject.setting, "window": window}, found)
