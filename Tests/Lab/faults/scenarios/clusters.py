"""A cluster of three nodes on hosts of their own, and workers near and far: nodes die, and lines are cut."""

from __future__ import annotations

from pathlib import Path

from fleets.broker import Broker
from fleets.cluster import Cluster
from fleets.fleet import Worker
from fleets.network import OUTSIDE, Network
from fleets.processes import comes_true, now, wait_until
from fleets.relay import Relay

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from ..watch import all_ready
from .outage import Outage

NODES = ("one", "two", "three")
FAR = "far"
QUEUE = "livery.request-ride"
WHOLE_SECONDS = 120
FAIL_OVER_SECONDS = 40
WHOLE_LEADERS, QUICK_LEADERS = 20, 1
WHOLE_PARTITIONS, QUICK_PARTITIONS = (10.0, 30.0, 90.0), (8.0,)
WHOLE_HEARTBEAT, QUICK_HEARTBEAT = 10, 2
# An attempt to connect, before which a lane does not say that it is not ready.
CONNECT_SECONDS = 6
WHOLE_LINE_SECONDS, QUICK_LINE_SECONDS = 20.0, 3.0


class ClusterOutage(Outage):
    """Workers begin with different nodes; two are on a host of their own, and one has a slow line."""

    name = "cluster"
    title = "queue leader killed, cluster partitioned, workers cut off in both directions and in one, a bad line"
    stores = ("sqlite",)
    needs_root = True

    def plan(self, options: Options) -> Plan:
        """Three brokers share the machine with the fleet."""
        self.heartbeat = QUICK_HEARTBEAT if options.quick else WHOLE_HEARTBEAT
        self.line_seconds = QUICK_LINE_SECONDS if options.quick else WHOLE_LINE_SECONDS
        # RabbitMQ 3.10 takes the leader of a queue from a record that may still name the node that was killed, and
        # refuses publications on new channels so long (rabbitmq-server pull request 9241).
        return Plan(rate=80.0, vehicles=200, settle_seconds=150, rules=Rules(refused_responses=True))

    def broker(self, folder: Path) -> Broker:
        """The hosts, and the nodes on them."""
        self.network = Network(self.cleanup, (*NODES, FAR))
        self.cluster = Cluster(folder / "broker", self.cleanup, self.network, NODES)
        self.cluster.heartbeat = self.heartbeat
        return self.cluster

    def workers(self, run: Run) -> None:
        """Near, far, and behind a relay."""
        for kind, count in run.plan.workers.items():
            for _ in range(count):
                run.fleet.add(kind, {"LIVERY_AMQP_URL": self.cluster.urls_from(len(run.fleet.workers))})
        address = self.network.addresses[FAR]
        self.far: list[Worker] = [
            run.fleet.add(kind, {"LIVERY_AMQP_URL": self.cluster.urls_from(turn)}, self.network.within(FAR), address)
            for turn, kind in enumerate(("request-ride-worker", "dispatch-worker"))]
        target = self.network.addresses["one"]
        self.relay = Relay(target, 5672, run.options.seed)
        slow = self.cluster.url_of("one").replace(f"{target}:5672", f"127.0.0.1:{self.relay.port}")
        run.fleet.add("request-ride-worker", {"LIVERY_AMQP_URL": f"{slow},{self.cluster.urls_from(1)}"})

    def act(self, run: Run) -> None:
        """One thing after another."""
        quick = run.options.quick
        for _ in range(QUICK_LEADERS if quick else WHOLE_LEADERS):
            self.kill_leader(run)
        for seconds in QUICK_PARTITIONS if quick else WHOLE_PARTITIONS:
            self.part_leader(run, seconds)
            if not quick and seconds < WHOLE_PARTITIONS[-1]:
                self.part_one_way(run, seconds)
                self.part_all(run, seconds)
        self.cut(run, "both ways", True, True)
        if not quick:
            self.cut(run, "from the broker", False, True)
            self.cut(run, "to the broker", True, False)
        self.lose_packets(run)
        self.slow_down(run)

    def kill_leader(self, run: Run) -> None:
        """The others elect a leader and the fleet continues with them; then the node returns."""
        leader = self.cluster.leader(QUEUE)
        enough = run.confirmed + int(run.plan.rate)
        began = now()
        with run.nemesis.fault("leader kill", leader):
            self.cluster.kill_node(leader)
        if comes_true(lambda: run.confirmed >= enough and all_ready(run.workers()), run.bound(FAIL_OVER_SECONDS), 0.1):
            run.evidence.readiness.append(("leader kill", now() - began))
            self.work_off(run)
            more = run.confirmed + int(run.plan.rate / 2)
            if comes_true(lambda: run.confirmed >= more, run.bound(FAIL_OVER_SECONDS), 0.1):
                self.cluster.restart_node(leader)
                self.await_whole(run)
                return
        # Two of three nodes did not continue on their own, or one of their queues stopped later. That is the broker's
        # matter, and is in the report; the fleet has to continue when the third is back.
        with self.outage(run, "no fail-over", leader):
            self.cluster.restart_node(leader)
            self.await_whole(run)

    def part_leader(self, run: Run, seconds: float) -> None:
        """The leader alone on one side."""
        leader = self.cluster.leader(QUEUE)
        others = [node for node in NODES if node != leader]
        with self.outage(run, "partition", "leader alone", f"{seconds:.0f} s"):
            self.network.part([leader], others)
            run.nemesis.pause(seconds, seconds)
            self.network.heal()
        self.await_whole(run)

    def part_one_way(self, run: Run, seconds: float) -> None:
        """The leader's messages do not arrive; messages to the leader do."""
        leader = self.cluster.leader(QUEUE)
        with self.outage(run, "partition", "leader unheard", f"{seconds:.0f} s"):
            for node in NODES:
                if node != leader:
                    self.network.drop(leader, node)
            run.nemesis.pause(seconds, seconds)
            self.network.heal()
        self.await_whole(run)

    def part_all(self, run: Run, seconds: float) -> None:
        """Each node alone: no majority, so nothing is confirmed until it heals."""
        with self.outage(run, "partition", "each alone", f"{seconds:.0f} s", seconds=120):
            self.network.part(["one"], ["two", "three"])
            self.network.part(["two"], ["three"])
            run.nemesis.pause(seconds, seconds)
            self.network.heal()
        self.await_whole(run)

    def cut(self, run: Run, detail: str, to_broker: bool, from_broker: bool) -> None:
        """The far workers lose the broker; their packets are dropped, not refused."""
        with self.outage(run, "cut", FAR, detail, unready=self.far):
            for node in NODES:
                if to_broker:
                    self.network.drop(FAR, node)
                if from_broker:
                    self.network.drop(node, FAR)
            # After two heartbeats without a word each side gives the other up.
            run.nemesis.pause(2 * self.heartbeat + CONNECT_SECONDS, 3 * self.heartbeat + CONNECT_SECONDS)
            self.let_be_noticed()
            self.network.heal()

    def lose_packets(self, run: Run) -> None:
        """Five packets of a hundred, to and from all that is not a node."""
        with self.outage(run, "packet loss", FAR, "5 %"):
            for node in NODES:
                self.network.cut(FAR, node, percent=5)
                self.network.cut(OUTSIDE, node, percent=5)
            run.nemesis.pause(self.line_seconds, self.line_seconds)
            self.network.heal()

    def slow_down(self, run: Run) -> None:
        """A tenth of a second each way, more or less half of it."""
        with self.outage(run, "delay", "request-ride-worker-4", "100 ms ± 50 ms"):
            self.relay.slow(0.1, 0.05)
            run.nemesis.pause(self.line_seconds, self.line_seconds)
            self.relay.slow(0.0, 0.0)

    def await_whole(self, run: Run) -> None:
        """Waits until the cluster is whole again, and restarts the nodes that do not join it by themselves.

        RabbitMQ 3.10 waits in Erlang's `global:sync/0` before it joins. After a partition this call can hang, and the
        messages that RabbitMQ sends to end it (`rabbit_node_monitor`, "Faking nodedown/nodeup") have a form that Erlang
        25 ignores. Only a restart of the node helps, so an operator restarts it. The report counts these restarts.
        """
        if comes_true(self.cluster.is_whole, run.bound(WHOLE_SECONDS), 0.5):
            return
        for node in self.cluster.absent():
            with self.outage(run, "node restart", node, "did not join by itself"):
                self.cluster.kill_node(node)
                self.cluster.restart_node(node)
        wait_until(self.cluster.is_whole, WHOLE_SECONDS, "every node is up, and every member of the queues", 0.5)

    def clean_up(self) -> None:
        """Ends the relay too."""
        if hasattr(self, "relay"):
            self.relay.close()
        super().clean_up()
