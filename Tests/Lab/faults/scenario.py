"""What a scenario is: a fault, the fleet that it is done to, and the rules that hold meanwhile."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

from fleets.broker import Broker
from fleets.store import PostgresStore, SQLiteStore, Store

from .plan import Options, Plan

if TYPE_CHECKING:
    from .run import Run


class Scenario(ABC):
    """One kind of fault. A subclass says what it does; `Run` does all that is the same for each."""

    name = ""
    title = ""
    stores: tuple[str, ...] = ("sqlite", "postgres")
    quick_stores: tuple[str, ...] = ()
    needs_root = False
    alerts: tuple[str, ...] = ()
    """The alerts of rules.yml that the faults raise."""

    def __init__(self) -> None:
        self.found: list[str] = []
        """What else has gone wrong, in words."""

    def expected_alerts(self, run: Run) -> tuple[str, ...]:
        """Those that have to fire in this run, which may be too short for some."""
        return self.alerts

    def plan(self, options: Options) -> Plan:
        """The fleet, the traffic and the rules."""
        return Plan()

    def broker(self, folder: Path) -> Broker:
        """The broker, not started yet."""
        return Broker(folder / "broker")

    def store(self, folder: Path, name: str) -> Store:
        """The database, not started yet."""
        return SQLiteStore(folder) if name == "sqlite" else PostgresStore(folder)

    def workers(self, run: Run) -> None:
        """Adds the workers to the fleet, before it is started."""
        for kind, count in run.plan.workers.items():
            for _ in range(count):
                run.fleet.add(kind, dict(run.plan.environment))

    @abstractmethod
    def disturb(self, run: Run) -> None:
        """Disturbs a fleet under load, and returns when all faults are over."""

    def come_to_rest(self, run: Run) -> None:
        """Waits for work after all traffic is answered; called before the fleet stops."""

    def also_check(self, run: Run) -> list[str]:
        """What else has gone wrong; called when the fleet has stopped and before store and broker do."""
        return list(self.found)

    def clean_up(self) -> None:
        """Undoes what the scenario did to the machine, when all that it started has ended."""
