"""How many workers a queue needs: the arithmetic of KEDA and of the HorizontalPodAutoscaler, without a cluster.

KEDA hands the messages of a queue to the autoscaler as an average value, so that it asks for ceil(messages / value)
workers. The autoscaler leaves alone what is within a tenth of that, never goes below or above the bounds, adds as many
as its policy allows at once, and removes only what no look of a whole window has asked for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

# The default of `--horizontal-pod-autoscaler-tolerance`.
TOLERANCE = 0.1
# The default policy of `scaleUp`: per period as many again, or four, whichever is more.
ADDED_AT_ONCE = 4


@dataclass(frozen=True)
class Policy:
    """What a ScaledObject says about one kind of worker; seconds are those of the autoscaler's own clock."""

    value: float
    """Messages, waiting or with a worker, for each worker (`value` of the trigger)."""
    least: int
    most: int
    poll_seconds: float = 15.0
    window_seconds: float = 300.0
    """For so long no look may have asked for more before a worker is removed (`stabilizationWindowSeconds`)."""
    step_seconds: float = 60.0
    """One worker is removed in so long (`policies` of `scaleDown`)."""


@dataclass
class Scaler:
    """Decides for one kind; `decide` is called once a poll."""

    policy: Policy
    _asked: list[tuple[float, int]] = field(default_factory=list)
    _removed_at: float = -math.inf

    def decide(self, time: float, messages: int, current: int) -> int:
        """How many workers there are to be, where there are `current` now."""
        asked = self._bounded(desired(messages, self.policy.value, current))
        self._asked.append((time, asked))
        self._asked = [(at, count) for at, count in self._asked if time - at <= self.policy.window_seconds]
        if asked > current:
            return min(asked, current + max(current, ADDED_AT_ONCE))
        highest = max(count for _, count in self._asked)
        if highest >= current or time - self._removed_at < self.policy.step_seconds:
            return current
        self._removed_at = time
        return current - 1

    def _bounded(self, count: int) -> int:
        return max(self.policy.least, min(self.policy.most, count))


def desired(messages: int, value: float, current: int) -> int:
    """ceil(messages / value), or what there is where that is within the tolerance."""
    if current > 0 and abs(messages / (value * current) - 1) <= TOLERANCE:
        return current
    return math.ceil(messages / value)
