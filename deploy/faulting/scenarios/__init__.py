"""All scenarios, in the order in which they run."""

from __future__ import annotations

from ..scenario import Scenario
from .kills import Kill

ALL: tuple[type[Scenario], ...] = (Kill,)
