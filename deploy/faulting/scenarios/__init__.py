"""All scenarios, in the order in which they run."""

from __future__ import annotations

from ..scenario import Scenario
from .kills import Kill
from .restarts import Restart
from .stops import Stop, StopLocked

ALL: tuple[type[Scenario], ...] = (Kill, Restart, Stop, StopLocked)
