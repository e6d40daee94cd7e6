"""Tries the arithmetic, the reading of figures and of logs, and the drawing, each on values that are known."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from .arithmetic import Policy, Scaler, desired
from .builds import handled
from .curve import Day
from .gauges import messages_in

FIGURES = '''# TYPE rabbitmq_detailed_queue_messages gauge
rabbitmq_detailed_queue_messages{vhost="/",queue="livery.dispatch"} 41
rabbitmq_detailed_queue_messages_ready{vhost="/",queue="livery.dispatch"} 7
rabbitmq_detailed_queue_messages{vhost="/",queue="livery.request-ride"} 3.0
'''
# What a scaler with the policy below does: the seconds of the look, the messages, the workers before and after it.
POLICY = Policy(value=10, least=2, most=12)
COURSE = (
    ("empty", 0, 0, 2, 2), ("within the tolerance", 15, 21, 2, 2), ("beyond it", 30, 23, 2, 3),
    ("ten times as many", 45, 300, 3, 7), ("up to the bound", 60, 300, 7, 12), ("empty again, too soon", 75, 0, 12, 12),
    ("the last look that asked for twelve is a window old", 360, 0, 12, 12), ("past the window", 361, 0, 12, 11),
    ("one step a minute", 376, 0, 11, 11), ("the next step", 421, 0, 11, 10), ("up at once", 436, 115, 10, 12))
LOG = ((1, "m1", "ride-1", "old"), (2, "m2", "ride-1", "new"), (3, "m3", "ride-1", "old"), (3, "m4", "ride-2", "new"))


def check_the_arithmetic() -> int:
    """Tries everything; returns the exit code."""
    checks: tuple[Callable[[], object], ...] = (rounding, course, figures, logs, load)
    failures = [f"{check.__name__}: {wrong}" for check in checks if (wrong := check())]
    for text in failures:
        print(f"deploy/scale-test: {text}")
    print(f"{len(checks) - len(failures)} of {len(checks)} checks of the arithmetic passed")
    return 1 if failures else 0


def rounding() -> object:
    """ceil(messages / value), and the tolerance about it."""
    cases = ((0, 1, 0), (1, 1, 1), (10, 1, 1), (21, 2, 2), (19, 2, 2), (12, 1, 2), (100, 0, 10), (101, 0, 11))
    return [case for case in cases if desired(case[0], 10, case[1]) != case[2]]


def course() -> object:
    """A load that comes and goes."""
    scaler = Scaler(POLICY)
    return [name for name, time, messages, current, expected in COURSE
            if scaler.decide(time, messages, current) != expected]


def figures() -> object:
    """All messages count, those that wait and those that a worker has."""
    found = messages_in([FIGURES, FIGURES.replace(" 41", " 40")])
    return found if found != {"livery.dispatch": 41, "livery.request-ride": 3} else None


def logs() -> object:
    """A ride that went there and back, and one of a single build."""
    with tempfile.TemporaryDirectory(prefix="livery-scale-") as folder:
        for build in ("old", "new"):
            lines = [{"event": "worker_started", "version": build}]
            lines += [{"time": f"2026-01-01T00:00:0{second}.5Z", "event": "message_handled", "message_id": name,
                       "ride_id": ride} for second, name, ride, by in LOG if by == build]
            text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
            (Path(folder) / f"x-worker-{build}.log").write_text(text, encoding="utf-8")
        found = handled(Path(folder), {"old": "before", "new": "after"})
    expected = ({"before": 2, "after": 2}, {"before → after": 1, "after → before": 1}, 1, [])
    return found if (found.messages, found.passed, found.shared_seconds, found.unknown) != expected else None


def load() -> object:
    """A day of 24 s has a load of a second an hour."""
    day = Day(24.0, 100.0)
    rates = [day.rate(second) for second in (-1.0, 3.0, 18.0, 24.0, 99.0)]
    return rates if [round(rate, 6) for rate in rates] != [0.0, 10.0, 100.0, 10.0, 10.0] else None
