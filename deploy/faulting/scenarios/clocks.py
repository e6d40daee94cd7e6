"""The wall clock of some workers is stepped, forwards and backwards."""

from __future__ import annotations

import time

from ..clock import SteppedClock
from ..scenario import Options, Plan, Run
from .outage import Outage

HOUR = 3600
WHOLE_ROUNDS, QUICK_ROUNDS = 2, 1
WHOLE_SECONDS, QUICK_SECONDS = 10.0, 2.0
KINDS = ("request-ride-worker", "dispatch-worker")


class ClockStep(Outage):
    """One worker of each kind that writes has a clock of its own."""

    name = "clock"
    title = "the clock of one worker of a kind stepped by an hour, forwards and backwards"
    quick_stores = ("sqlite",)

    def plan(self, options: Options) -> Plan:
        """The usual fleet."""
        return Plan(settle_seconds=120)

    def workers(self, run: Run) -> None:
        """The first of each kind that writes has the clock."""
        self.clock = SteppedClock(run.folder)
        super().workers(run)
        for kind in KINDS:
            run.workers(kind)[0].environment.update(self.clock.environment())

    def act(self, run: Run) -> None:
        """Forwards, home, backwards, home; no worker is to notice."""
        seconds = QUICK_SECONDS if run.options.quick else WHOLE_SECONDS
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            for hours in (1, 0, -1, 0):
                with self.outage(run, "clock step", ", ".join(self.stepped(run)), f"to {hours:+d} h"):
                    self.clock.step(hours * HOUR)
                run.nemesis.pause(seconds, seconds)

    def stepped(self, run: Run) -> list[str]:
        """The workers with a clock of their own."""
        return [run.workers(kind)[0].name for kind in KINDS]

    def also_check(self, run: Run) -> list[str]:
        """No time of a ride runs backwards, and what a ride costs is what it costs by the other clocks."""
        column = run.store.microseconds("later.occurred_at"), run.store.microseconds("earlier.occurred_at")
        backwards = run.store.rows(
            f"SELECT later.ride_identifier, later.sequence, {column[0]} - {column[1]} FROM status_changes AS later "
            "JOIN status_changes AS earlier ON earlier.ride_identifier = later.ride_identifier "
            "AND earlier.sequence = later.sequence - 1 WHERE later.occurred_at < earlier.occurred_at")
        latest = run.store.rows(f"SELECT MAX({run.store.microseconds('occurred_at')}) FROM status_changes")[0][0]
        if latest / 1e6 < time.time() + HOUR / 2:
            self.found.append("vacuous: nothing was written by a clock that is ahead")
        return super().also_check(run) + [
            f"time: change {sequence} of ride {ride} is {-difference / 1e6:.0f} s before the one before it"
            for ride, sequence, difference in backwards]
