"""The options of the command line, and what a run of a scenario is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from fleets.fleet import KINDS

from .checker import Rules


@dataclass
class Options:
    """What the command line says."""

    binaries: Path
    before: Path | None
    """The programs of another build, for an upgrade."""
    quick: bool
    seed: int
    requests: int | None
    kills: int | None
    keep: bool
    alerts: bool = False
    """Whether Prometheus watches the run, and the expected alerts have to fire."""


@dataclass
class Plan:
    """What a run of a scenario is made of."""

    workers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 2))
    environment: dict[str, str] = field(default_factory=dict)
    rate: float = 150.0
    burst_seconds: float = 0.0
    malformed: float = 0.0
    """How many of the requests no worker can carry out."""
    unreadable: float = 0.0
    """How many of them have properties that no library can read."""
    vehicles: int = 300
    settle_seconds: float = 90.0
    """When none that was missing has come for so long, and the machine's pace, the others will not come."""
    bookings: float = 0.35
    is_paying: bool = False
    implausible: float = 0.0
    """The share of bookings whose driver reports implausible places and times."""
    policies: dict[str, dict[str, int]] = field(default_factory=dict)
    rules: Rules = field(default_factory=Rules)
