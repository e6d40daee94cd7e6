"""The load of a day: requests of riders a second, by the hour, on a clock that runs faster than the wall's."""

from __future__ import annotations

from dataclasses import dataclass

HOURS = 24.0
# The share of the highest load by the hour: a quiet night, commuters in the morning and in the evening.
SHAPE = ((0.0, 0.20), (2.0, 0.10), (4.0, 0.10), (5.5, 0.30), (7.5, 0.90), (8.5, 0.90), (10.0, 0.45), (12.0, 0.40),
         (14.0, 0.40), (16.0, 0.55), (17.5, 1.00), (18.5, 1.00), (20.0, 0.45), (21.5, 0.15), (24.0, 0.10))


@dataclass(frozen=True)
class Day:
    """A day that takes `seconds` and has its highest load at `peak` requests a second."""

    seconds: float
    peak: float

    def hour(self, elapsed: float) -> float:
        """The hour of the day after so many seconds; past its end it stays at 24."""
        return min(max(elapsed, 0.0) / self.seconds * HOURS, HOURS)

    def elapsed(self, hour: float) -> float:
        """How many seconds after the day's begin an hour comes."""
        return hour / HOURS * self.seconds

    def rate(self, elapsed: float) -> float:
        """Requests of riders a second, after so many seconds; before the day there are none."""
        if elapsed < 0:
            return 0.0
        hour = self.hour(elapsed)
        for (before, low), (after, high) in zip(SHAPE, SHAPE[1:]):
            if hour <= after:
                return self.peak * (low + (high - low) * (hour - before) / (after - before))
        return self.peak * SHAPE[-1][1]


def clock(hour: float) -> str:
    """An hour as a clock shows it, such as 17:30."""
    minutes = round(hour * 60)
    return f"{minutes // 60:02}:{minutes % 60:02}"
