"""What a run is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bench import Bench


class Run(ABC):
    """One aspect that is measured."""

    name: str
    title: str
    # Whether it is carried out when no runs are named.
    is_default = True

    @abstractmethod
    def measure(self, bench: Bench) -> None:
        """Measures, and adds what it has found to `bench.report`."""
