"""The day as a scenario of the fault suite: what is lost and what is replaced, at which hour."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast

from fleets.broker import Broker
from fleets.janitor import Janitor
from fleets.network import Network
from fleets.processes import now
from fleets.store import Store

from faulting import journal
from faulting.checker import Rules
from faulting.evidence import PRODUCER
from faulting.scenario import Options, Plan, Run, Scenario

from .autoscaler import Autoscaler
from .builds import Handled, handled
from .cluster import MeasuredCluster
from .curve import HOURS, clock
from .database import DatabasePair
from .producer import Orders
from .quota import Quotas
from .replicas import Build, Ground, Replicas
from .sabotage import Sabotage
from .sizes import SHARES, Size
from .timeline import Timeline

NODES = ("one", "two", "three")
BASES = ("base-one", "base-two")
HOSTS = ("east", "west")
QUEUE = "livery.request-ride"
# Vehicles report for the first time before the day begins.
PRELUDE_SECONDS = 18.0
# By the clock of the autoscaler: a window without need, and some steps down.
NIGHT_SECONDS = 600.0


@dataclass(frozen=True)
class Given:
    """What the command line says beyond the options of every scenario."""

    before: Build
    after: Build
    size: Size
    sabotage: Sabotage


class DayRun(Run):
    """A run whose producer follows the day's curve."""

    def start_producer(self) -> subprocess.Popen[bytes]:
        """Starts the load; the day begins when the vehicles are there."""
        scenario = cast("ScaledDay", self.scenario)
        day = scenario.given.size.day
        scenario.begins_at = now() + PRELUDE_SECONDS
        orders = Orders(**asdict(self.producer_orders()), begins_at=scenario.begins_at, day_seconds=day.seconds,
                        peak=day.peak)
        return self.role("producer", asdict(orders), "scaling")

    def _end(self) -> None:
        # First of all whoever would start workers while the others are ended.
        for part in ("scaler", "timeline"):
            if hasattr(self.scenario, part):
                getattr(self.scenario, part).stop()
        super()._end()


class ScaledDay(Scenario):
    """A broker node and the database's primary are lost in the morning's peak, the builds change at noon and back in
    the afternoon, and workers are killed in the evening's peak."""

    name = "day"
    title = "a day of load with workers that come and go, lost servers, an upgrade and a rollback"
    stores = ("postgres",)
    needs_root = True

    def __init__(self, given: Given) -> None:
        self.given = given
        self.begins_at = 0.0
        self.due: dict[str, float] = {}
        self.throttled: dict[str, float] = {}
        self._background = ThreadPoolExecutor(1)
        self.deeds: tuple[tuple[float, Callable[[Run], None]], ...] = (
            (7.75, self.lose_node), (9.0, self.lose_primary), (10.5, self.return_node), (11.5, self.upgrade),
            (14.5, self.roll_back), (18.0, self.kill_workers))

    def plan(self, options: Options) -> Plan:
        """Three brokers and two databases share the machine with the fleet."""
        # RabbitMQ 3.10 may refuse publications on new channels for a while after the leader of a queue was killed
        # (rabbitmq-server pull request 9241).
        return Plan(workers={}, rate=10.0, vehicles=self.given.size.vehicles, settle_seconds=240,
                    rules=Rules(refused_responses=True, least_redeliveries=1))

    def broker(self, folder: Path) -> Broker:
        """The hosts, and the nodes on them."""
        self.janitor = Janitor()
        # Undone last, when what runs on the hosts has ended.
        self.quotas = Quotas(self.janitor)
        self.network = Network(self.janitor, (*NODES, *BASES, *HOSTS))
        self.cluster = MeasuredCluster(folder / "broker", self.janitor, self.network, NODES)
        return self.cluster

    def store(self, folder: Path, name: str) -> Store:
        """The primary and its standby."""
        self.pair = DatabasePair(folder, self.network, BASES)
        return self.pair

    def workers(self, run: Run) -> None:
        """As many of each kind as there are at night, of the build before."""
        size = self.given.size
        urls = tuple(self.cluster.urls_from(turn) for turn in range(len(NODES)))
        ground = Ground(self.network, self.quotas, HOSTS, urls)
        self.replicas = {kind: Replicas(kind, run.fleet, ground, self.given.before, SHARES[kind])
                         for kind in size.policies}
        for kind, replicas in self.replicas.items():
            replicas.resize(size.policies[kind].least)
        self.scaler = Autoscaler(self.cluster, self.replicas, size.policies, size.speed,
                                 self.given.sabotage.is_idle)

    def disturb(self, run: Run) -> None:
        """Takes the day's course."""
        self.timeline = Timeline(self.replicas, self.scaler)
        self.timeline.start()
        self.scaler.start()
        for hour, deed in self.deeds:
            self._await(run, hour)
            deed(run)
        self.given.sabotage.act(run)
        self._await(run, HOURS)
        # The workers that the evening has brought have still to go.
        time.sleep(NIGHT_SECONDS / self.given.size.speed)

    def come_to_rest(self, run: Run) -> None:
        """Ends the autoscaler, which goes on as long as anything is outstanding."""
        self._returning.result()
        self.scaler.stop()
        self.timeline.stop()
        self.scaler.raise_problem()

    def lose_node(self, run: Run) -> None:
        """Kills the node that leads the queue of bookings, and other queues with it."""
        self._lost = self.cluster.shown_leader(QUEUE)
        with self._marked(run, "broker node killed", self._lost):
            self.cluster.kill_node(self._lost)

    def return_node(self, run: Run) -> None:
        """Starts it again, with its data; the day goes on meanwhile."""
        self.cluster.launch(self._lost)
        self._returning = self._background.submit(self._await_node, run)

    def _await_node(self, run: Run) -> None:
        with self._marked(run, "broker node starts", self._lost):
            self.cluster.wait_until_listening(self._lost)

    def lose_primary(self, run: Run) -> None:
        """Kills the primary and all that is on its host; its standby is promoted."""
        lost = self.pair.primary
        with self._marked(run, "database primary lost", lost.host):
            lost.lose()
            self.pair.fail_over()

    def upgrade(self, run: Run) -> None:
        """The new build, worker by worker."""
        self._roll(run, "upgrade", self.given.after)

    def roll_back(self, run: Run) -> None:
        """The old build again."""
        self._roll(run, "rollback", self.given.before)

    def kill_workers(self, run: Run) -> None:
        """One of each kind, with what it has taken."""
        for replicas in self.replicas.values():
            with self._marked(run, "worker killed", replicas.kind):
                replicas.kill()

    def also_check(self, run: Run) -> list[str]:
        """Reads what is removed with the run: which build handled what, by the workers' logs, and when requests came."""
        self.handled: Handled = handled(run.folder / "log", {
            build.version: build.name for build in (self.given.before, self.given.after)})
        self.due = {line[2]: line[1] for line in journal.read(run.folder / PRODUCER) if line[0] == "a"}
        self.throttled = self.quotas.throttled()
        return []

    def clean_up(self) -> None:
        """Undoes what was done to the machine."""
        if hasattr(self, "janitor"):
            self.janitor.finish()

    def _roll(self, run: Run, what: str, build: Build) -> None:
        """All kinds at once, each worker by worker, as four deployments would."""
        with self._marked(run, what, build.version):
            if build is self.given.after:
                # A database that is newer than the build before by its revision alone fits both.
                run.fleet.binaries = build.folder
                run.fleet.tool("migrate")
            with ThreadPoolExecutor(len(self.replicas)) as pool:
                for done in [pool.submit(replicas.roll, build) for replicas in self.replicas.values()]:
                    done.result()

    def _await(self, run: Run, hour: float) -> None:
        """Waits for an hour of the day, as long as all that should run does."""
        due = self.begins_at + self.given.size.day.elapsed(hour)
        while (left := due - now()) > 0:
            run.fleet.raise_problem()
            time.sleep(min(left, 0.5))

    @contextmanager
    def _marked(self, run: Run, action: str, target: str) -> Iterator[None]:
        """A fault that lasts as long as the block; what is told on the way is for who waits."""
        hour = clock(self.given.size.day.hour(now() - self.begins_at))
        print(f"  {hour} {action}: {target}", flush=True)
        with run.nemesis.fault(action, target, hour):
            yield
