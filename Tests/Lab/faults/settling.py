"""What is still under way when the traffic of a run has ended."""

from __future__ import annotations

import sys

from fleets.broker import Broker
from fleets.processes import now

from .journal import Outstanding

# How often a quorum queue updates the number of messages that its consumers hold, and a little more.
TICK_SECONDS = 6.0


class Settling:
    """Looks whether all is answered and handled, or whether nothing moves any more."""

    def __init__(self, outstanding: Outstanding, broker: Broker, quiet_seconds: float, stuck_seconds: float) -> None:
        self._outstanding, self._broker = outstanding, broker
        self._quiet_seconds, self._stuck_seconds = quiet_seconds, stuck_seconds
        self._fewest, self._handled_at = sys.maxsize, now()
        self.left = sys.maxsize

    def is_over(self) -> bool:
        """Whether there is nothing to wait for."""
        is_unanswered = bool(self._outstanding())
        quiet = now() - self._outstanding.heard_at
        # Reports of vehicles have no answers.
        left = sum(max(0, depth) for depth in self._broker.depths().values()) if quiet > TICK_SECONDS else sys.maxsize
        if left == 0:
            # A worker that is stopped returns what it holds.
            left = self._broker.held()
        self.left = left
        if left < self._fewest:
            self._fewest, self._handled_at = left, now()
        moved_at = max(self._handled_at, self._outstanding.answered_at)
        return (left == 0 and (not is_unanswered or quiet > self._quiet_seconds)
                or now() - moved_at > self._stuck_seconds)
