"""The figures of a day in steps of time: what was due, how long answers took, and how many workers there were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from faulting.evidence import Evidence
from faulting.measures import percentile

from .day import ScaledDay

# So many steps make a day; requests of a quarter of an hour are enough for a percentile.
STEPS = 96


@dataclass
class Step:
    """A quarter of an hour."""

    hour: float
    due: int = 0
    """Messages that were due, of riders, drivers and vehicles."""
    riders: int = 0
    answered: int = 0
    """Answers that came in this step."""
    times: list[float] = field(default_factory=list)
    """The seconds from due to the first answer, of what was due in this step."""
    running: dict[str, int] = field(default_factory=dict)
    messages: int = 0
    p50: float = 0.0
    p99: float = 0.0


def steps(day: ScaledDay, evidence: Evidence) -> list[Step]:
    """The day, step by step."""
    length = day.given.size.day.seconds / STEPS
    found = [Step(index * 24 / STEPS) for index in range(STEPS)]
    answers = evidence.answers()

    def at(time: float) -> Step | None:
        index = int((time - day.begins_at) // length)
        return found[index] if 0 <= index < STEPS else None

    for correlation, time in day.due.items():
        if (step := at(time)) is None:
            continue
        step.due += 1
        request = evidence.requests.get(correlation)
        step.riders += request is not None and request.queue != "dispatch"
        if correlation in answers:
            step.times.append(answers[correlation] - time)
    for time in answers.values():
        if (step := at(time)) is not None:
            step.answered += 1
    for look in day.timeline.looks:
        if (step := at(look.time)) is not None:
            step.running = {kind: max(count, step.running.get(kind, 0)) for kind, count in look.running.items()}
            step.messages = max(step.messages, sum(work(look.messages).values()))
    for step in found:
        step.p50, step.p99 = percentile(step.times, 0.5), percentile(step.times, 0.99)
    return found


def work(messages: Mapping[str, int]) -> dict[str, int]:
    """The messages of the queues that are scaled by."""
    return {queue: count for queue, count in messages.items()
            if queue.startswith("livery.") and not queue.endswith(".dead-letters")}


def directions(changes: list[tuple[float, str, int, int]]) -> dict[str, int]:
    """How often each kind went from growing to shrinking or back."""
    turns: dict[str, int] = defaultdict(int)
    last: dict[str, bool] = {}
    for _, kind, before, after in changes:
        grows = after > before
        turns[kind] += last.get(kind, grows) != grows
        last[kind] = grows
    return dict(turns)
