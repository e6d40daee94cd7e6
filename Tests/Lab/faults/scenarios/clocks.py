"""The wall clock of some workers is stepped, forwards and backwards."""

from __future__ import annotations

import time

from fleets.clock import SteppedClock

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from .outage import Outage

HOUR = 3600
# Below LIVERY_CLOCK_LIMIT_SECONDS, and twice that limit.
SMALL_STEP, FAR_AHEAD = 20, 60
WHOLE_ROUNDS, QUICK_ROUNDS = 2, 1
WHOLE_SECONDS, QUICK_SECONDS = 10.0, 2.0
KINDS = ("request-ride-worker", "dispatch-worker")


class ClockStep(Outage):
    """One worker of each kind that writes has a clock of its own."""

    name = "clock"
    title = "the clock of one worker of a kind stepped by an hour, and a little, forwards and backwards"
    alerts = ("LiveryClocksApart",)
    quick_stores = ("postgres",)

    def expected_alerts(self, run: Run) -> tuple[str, ...]:
        """With SQLite there is no other clock, and quick steps are too short."""
        return self.alerts if run.store.name == "postgres" and not run.options.quick else ()

    def plan(self, options: Options) -> Plan:
        """The usual fleet."""
        return Plan(settle_seconds=120, rules=Rules(clocks_differ=True))

    def workers(self, run: Run) -> None:
        """The first of each kind that writes has the clock."""
        self.clock = SteppedClock(run.folder)
        super().workers(run)
        for kind in KINDS:
            run.workers(kind)[0].environment.update(self.clock.environment())

    def act(self, run: Run) -> None:
        """A step that no worker is to notice, or a larger one, for which it has to pause until its clock is right. With
        SQLite a worker has nothing to compare its clock with."""
        seconds = QUICK_SECONDS if run.options.quick else WHOLE_SECONDS
        compares = run.store.name == "postgres"
        small = SMALL_STEP if compares else HOUR
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            for step in (small, 0, -small, 0):
                with self.outage(run, "clock step", ", ".join(self.stepped(run)), f"to {step:+d} s"):
                    self.clock.step(step)
                run.nemesis.pause(seconds, seconds)
            for step in (HOUR, -HOUR) if compares else ():
                self.pause_workers(run, step, seconds)

    def pause_workers(self, run: Run, step: int, seconds: float) -> None:
        """A step beyond the limit, and back."""
        workers = [run.workers(kind)[0] for kind in KINDS]
        with self.outage(run, "wrong clock", ", ".join(self.stepped(run)), f"{step:+d} s", unready=workers):
            self.clock.step(step)
            self.let_be_noticed()
            run.nemesis.pause(seconds, seconds)
            self.clock.step(0)

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
        ahead = latest / 1e6 - time.time()
        if run.store.name == "postgres":
            if ahead > FAR_AHEAD:
                self.found.append(f"clock: a ride was changed by a clock that was {ahead:.0f} s ahead")
        elif ahead < HOUR / 2:
            self.found.append("vacuous: nothing was written by a clock that is ahead")
        return super().also_check(run) + [
            f"time: change {sequence} of ride {ride} is {-difference / 1e6:.0f} s before the one before it"
            for ride, sequence, difference in backwards]
