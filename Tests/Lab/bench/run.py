"""What a run is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .report import Row
from .tables import rate_table

if TYPE_CHECKING:
    from .bench import Bench


class Run(ABC):
    """One aspect that is measured."""

    name: str
    title: str

    @abstractmethod
    def measure(self, bench: Bench) -> None:
        """Measures, and adds what it has found to `bench.report`."""

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return rate_table(rows)
