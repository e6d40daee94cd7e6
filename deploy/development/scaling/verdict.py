"""What a day has to show beyond what the checker of the fault suite demands of every run."""

from __future__ import annotations

from collections.abc import Iterator

from faulting.report import Row

from .day import ScaledDay
from .measures import work

# At the peak there have to be so many workers more than at night, or nothing was scaled.
MORE_AT_PEAK = 4
# Whatever was lost, every queue is served again so soon.
LONGEST_STALL_SECONDS = 45.0


def verdict(day: ScaledDay, row: Row) -> list[str]:
    """What is missing, in words."""
    return [*followed(day), *mixed(day), *resumed(row)]


def followed(day: ScaledDay) -> Iterator[str]:
    """The number of workers follows the load, up and down."""
    least = sum(policy.least for policy in day.given.size.policies.values())
    totals = [sum(look.running.values()) for look in day.timeline.looks]
    if max(totals) < least + MORE_AT_PEAK:
        yield f"scaling: {least} workers at night, and never more than {max(totals)}"
    if totals[-1] > least + MORE_AT_PEAK // 2:
        yield f"scaling: {totals[-1]} workers are left at the end of the day, expected {least}"
    left = {queue: count for queue, count in work(day.timeline.looks[-1].messages).items() if count > 100}
    if left:
        yield f"scaling: the day ends with a backlog: {left}"


def mixed(day: ScaledDay) -> Iterator[str]:
    """Both builds have handled messages, also of the same rides, in either order."""
    found, names = day.handled, (day.given.before.name, day.given.after.name)
    for name in names:
        if found.messages[name] == 0:
            yield f"builds: the build {name} has handled nothing"
    for one, other in (names, names[::-1]):
        if found.passed[f"{one} → {other}"] == 0:
            yield f"builds: no ride went on with the build {other} that the build {one} had handled"
    for version in found.unknown:
        yield f"builds: a worker of another build, {version}"


def resumed(row: Row) -> Iterator[str]:
    """No queue waits for longer than a loss takes."""
    if row.longest_stall > LONGEST_STALL_SECONDS:
        yield f"stall: {row.stalled_queue} was not answered for {row.longest_stall:.1f} s"
