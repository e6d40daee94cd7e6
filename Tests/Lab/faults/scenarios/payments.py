"""A payment system behind the broker that answers late, twice, in any order, or not for long, and drivers who report
implausible places and times."""

from __future__ import annotations

from collections import Counter

from fleets.processes import SuiteError, comes_true, now

from ..checker import Rules
from ..evidence import PAYMENTS
from ..journal import read
from ..payment_system import PaymentSystem
from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

QUICK_SECONDS, WHOLE_SECONDS = 7.0, 120.0
QUICK_RESTARTS, WHOLE_RESTARTS = 1, 4
# With more than this in a queue the traffic rests: what is late is asked for again, so that a backlog would grow.
BACKLOG, BACKLOG_SECONDS = 60, 30.0
REST_SECONDS = 60.0
# All is at rest when nothing has happened for so long and for a start of the fleet: longer than a worker's tick and a
# retry.
QUIET_SECONDS = 2.0
# With fewer of these, a run proves nothing.
LEAST, LEAST_SECONDS = {"capture": 20, "void": 3, "refund": 3}, 30.0


class Payments(Scenario):
    """Rides are paid, missed, tipped, refunded and settled, some of them never driven, while workers and the broker are
    killed. At the end the payment system answers every command with its outcome, and the ledger has to agree with its
    accounts."""

    name = "payments"
    title = "late and doubled answers of a payment system, implausible reports, workers and broker killed"
    alerts = ("LiveryPaymentsUnanswered", "LiveryRefundsFailed")
    quick_stores = ("sqlite",)

    def __init__(self) -> None:
        super().__init__()
        self._payments: PaymentSystem | None = None

    def expected_alerts(self, run: Run) -> tuple[str, ...]:
        """A quick run may be too short for a declined refund."""
        return self.alerts[:1] if run.options.quick else self.alerts

    def plan(self, options: Options) -> Plan:
        """Attempts follow each other within seconds, and a rider who does not come is waited for as long."""
        return Plan(environment={"LIVERY_PAYMENTS": "amqp"}, rate=70.0, vehicles=180, bookings=0.45, is_paying=True,
                    implausible=0.2,
                    policies={"payment": {"retrySeconds": 1}, "dispatch": {"pickupWaitSeconds": 1}},
                    settle_seconds=120, rules=Rules())

    def workers(self, run: Run) -> None:
        """Starts the payment system along with the workers."""
        self._payments = PaymentSystem(run.broker.urls, run.folder / PAYMENTS, run.options.seed)
        self._payments.start()
        super().workers(run)

    def disturb(self, run: Run) -> None:
        """Kills a worker every second or so, and now and then the broker."""
        quick = run.options.quick
        seconds, restarts = (QUICK_SECONDS, QUICK_RESTARTS) if quick else (WHOLE_SECONDS, WHOLE_RESTARTS)
        for _ in range(restarts):
            self._kill_workers(run, seconds / (restarts + 1))
            with run.nemesis.fault("broker kill", "broker"):
                run.broker.kill()
                run.broker.start()
        self._kill_workers(run, seconds / (restarts + 1))
        # A short run may have too few payments, by the seed.
        comes_true(lambda: not self._missing(run), run.bound(LEAST_SECONDS), 0.5)
        self._system.settle()

    def come_to_rest(self, run: Run) -> None:
        """Waits until nothing is awaited for any ride that has ended, and nothing happens any more."""
        quiet_since, seen = now(), -1
        quiet_seconds = QUIET_SECONDS + run.fleet.start_seconds

        def rests() -> bool:
            nonlocal quiet_since, seen
            if self._system.problem is not None:
                raise SuiteError(f"the payment system failed: {self._system.problem!r}")
            due = run.store.rows("SELECT COUNT(*) FROM rides WHERE phase = 'completed' AND due_at IS NOT NULL")[0][0]
            depths = run.broker.depths(("livery.payments", "livery.dispatch"))
            if due or any(depths.values()) or not self._system.is_idle or self._system.commands != seen:
                quiet_since, seen = now(), self._system.commands
            return now() - quiet_since > quiet_seconds

        if not comes_true(rests, run.bound(REST_SECONDS), 0.3):
            open_rides = run.store.rows("SELECT ride_identifier FROM rides WHERE phase = 'completed' "
                                        "AND due_at IS NOT NULL ORDER BY due_at")
            self.found.append(f"rest: {len(open_rides)} rides that have ended still await something after "
                               f"{run.bound(REST_SECONDS):.0f} s: {[row[0] for row in open_rides[:5]]}")
        self._system.stop()

    def also_check(self, run: Run) -> list[str]:
        """Whether it came to rest, and whether there was anything at stake."""
        return self.found + [f"vacuous: expected at least {LEAST[kind]} of {kind}, there are {count}"
                              for kind, count in self._missing(run).items()]

    @staticmethod
    def _missing(run: Run) -> dict[str, int]:
        """What has happened too seldom, and how often."""
        kinds = Counter(line[2] for line in read(run.folder / PAYMENTS) if line[0] == "m")
        return {kind: kinds[kind] for kind, count in LEAST.items() if kinds[kind] < count}

    def clean_up(self) -> None:
        """Ends the payment system."""
        if self._payments is not None:
            self._payments.stop()

    @property
    def _system(self) -> PaymentSystem:
        if self._payments is None:
            raise SuiteError("expected the payment system, which has not been started")
        return self._payments

    @staticmethod
    def _kill_workers(run: Run, seconds: float) -> None:
        """Those that handle most payments: their messages are delivered again."""
        deadline = now() + seconds
        while now() < deadline:
            run.nemesis.pause(0.5, 1.5)
            if max(run.broker.depths().values()) > BACKLOG:
                run.pause_traffic()
                comes_true(lambda: max(run.broker.depths().values()) <= BACKLOG, run.bound(BACKLOG_SECONDS), 0.2)
                run.resume_traffic()
            worker = run.nemesis.numbers.choice(run.workers("dispatch-worker") + run.workers("request-ride-worker"))
            with run.nemesis.fault("kill", worker.name):
                run.fleet.kill(worker)
