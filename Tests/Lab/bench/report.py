"""What has been measured, as one object."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    """Figures of one subject (a worker, the floor, the load) under one setting."""

    run: str
    subject: str
    setting: dict[str, Any]
    figures: dict[str, Any]

    def fits(self, run: str, subject: str, **setting: Any) -> bool:
        """Whether it is of that run and subject, and has at least these settings."""
        return (self.run, self.subject) == (run, subject) and setting.items() <= self.setting.items()


@dataclass
class Report:
    """The members of the report; see the package's own text."""

    facts: dict[str, Any] = field(default_factory=dict)
    results: list[Row] = field(default_factory=list)
    budgets: list[dict[str, Any]] = field(default_factory=list)

    def add(self, run: str, subject: str, setting: Mapping[str, Any], figures: Mapping[str, Any]) -> Row:
        """Adds a row."""
        row = Row(run, subject, dict(setting), dict(figures))
        self.results.append(row)
        return row

    def rows(self, run: str, subject: str, **setting: Any) -> Iterator[Row]:
        """The rows of a run and a subject that have at least these settings."""
        return (row for row in self.results if row.fits(run, subject, **setting))

    def figure(self, name: str, run: str, subject: str, **setting: Any) -> float | None:
        """A figure of the first such row; None when it has not been measured."""
        return next((row.figures[name] for row in self.rows(run, subject, **setting) if name in row.figures), None)

    def write(self, path: Path) -> None:
        """Writes it as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")
