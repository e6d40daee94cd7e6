"""A RabbitMQ cluster on one machine: each node on a host of its own, so that its links can be cut.

All nodes keep what they have below one folder, a folder each. They share an Erlang cookie and meet no other node, since
the name server (epmd) of each is within its host. A node that was killed is started again with its data.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pika
import pika.exceptions

from .broker import COUNTERS, WORK_QUEUES, Broker, counts_in, depths_at
from .cleanup import Cleanup
from .network import Network
from .processes import SuiteError, end, run, start, wait_until

SCRIPTS = Path("/usr/lib/rabbitmq/bin")
START_SECONDS = 60
STOP_SECONDS = 15
# How long a node is silent before the others give it up: what RabbitMQ's own tests of partitions take (default: 60).
TICK_SECONDS = 15
# The tool is an Erlang node too, and with long names such a one needs a host name with a dot in it.
NAMED = ("unshare", "--uts", "sh", "-c", 'hostname tool.livery && exec "$@"', "sh")


@dataclass(frozen=True)
class QuorumQueue:
    """Where the members of a queue are."""

    leader: str | None
    members: list[str]
    online: list[str]


class Cluster(Broker):
    """Nodes that are one broker."""

    def __init__(self, folder: Path, cleanup: Cleanup, network: Network, hosts: Sequence[str]) -> None:
        super().__init__(folder)
        # What the nodes offer to who connects; workers ask for 10 s, and the lesser counts.
        self.heartbeat = 60
        self.hosts = list(hosts)
        self._cleanup, self._network = cleanup, network
        self._nodes: dict[str, subprocess.Popen[bytes]] = {}
        self._cookie = secrets.token_hex(16).upper()

    def start(self) -> None:
        """Starts all nodes at once, and waits until they are one cluster."""
        for host in self.hosts:
            self._prepare(host)
            self.launch(host)
        for host in self.hosts:
            self.wait_until_listening(host)
        wait_until(lambda: len(self.running(self.hosts[0])) == len(self.hosts), START_SECONDS,
                   f"a cluster of {len(self.hosts)} nodes", 0.2)

    def stop(self) -> None:
        """Ends all nodes."""
        for node in self._nodes.values():
            node.terminate()
        for node in self._nodes.values():
            end(node, STOP_SECONDS)
        self._nodes.clear()

    def launch(self, host: str) -> None:
        """Starts a node without waiting for it."""
        # With this variable the script becomes the node itself instead of its parent.
        environment = self._environment(host) | {"RABBITMQ_ALLOW_INPUT": "1"}
        # In its own folder: a node writes its crash dump to the current folder.
        node = start([*self._network.within(host), "env", "-C", self.folder / host, SCRIPTS / "rabbitmq-server",
                      "-noinput"], self.folder / host / "log" / "console", environment)
        self._nodes[host] = node
        self._cleanup.end_process(node.pid)

    def restart_node(self, host: str) -> None:
        """Starts a killed node, and waits until it accepts connections."""
        self.launch(host)
        self.wait_until_listening(host)

    def kill_node(self, host: str) -> None:
        """Ends a node with SIGKILL; its data stay."""
        node = self._nodes.pop(host)
        node.send_signal(signal.SIGKILL)
        node.wait(STOP_SECONDS)

    def wait_until_listening(self, host: str) -> None:
        """Waits until a node accepts connections of clients, which is the last step of its start."""
        def listens() -> bool:
            if self._nodes[host].poll() is not None:
                raise SuiteError(f"the node {host} ended while it started; see {self.folder / host / 'log'}")
            return self.listens(host)

        wait_until(listens, START_SECONDS, f"the node {host} accepts connections", 0.1)

    def listens(self, host: str) -> bool:
        """Whether a node accepts connections; checked on its host, which no rule of the network keeps from it."""
        return ":5672" in run([*self._network.within(host), "ss", "-Hltn", "sport = :5672"], seconds=10)

    def running(self, host: str) -> list[str]:
        """The hosts whose nodes are up, as a host sees it."""
        answer = self.ctl_on(host, "eval", "rabbit_nodes:all_running().")
        return [name for name in self.hosts if self.node(name) in answer]

    def queues(self) -> dict[str, QuorumQueue]:
        """The quorum queues."""
        rows = json.loads(self.ctl("list_queues", "--formatter", "json", "name", "leader", "members", "online"))
        return {row["name"]: QuorumQueue(self._host(row["leader"]), self._hosts(row["members"]),
                                         self._hosts(row["online"]))
                for row in rows if row.get("members")}

    def leader(self, queue: str) -> str:
        """The host of the leader of a queue."""
        found: list[str] = []

        def has_leader() -> bool:
            leader = self.queues()[queue].leader
            found.extend([leader] if leader in self._nodes else [])
            return bool(found)

        wait_until(has_leader, START_SECONDS, f"{queue} has a leader", 0.2)
        return found[0]

    def is_whole(self) -> bool:
        """Whether all nodes are up and every member of the work queues is online."""
        return not self.absent()

    def absent(self) -> list[str]:
        """The hosts whose node is down, accepts no connections, or has a member of a work queue that is not online."""
        down = [host for host in self.hosts if host not in self._nodes or not self.listens(host)]
        if down:
            return down
        queues = self.queues()
        return [host for host in self.hosts
                if any(host not in queues[name].online for name in WORK_QUEUES if name in queues)]

    def ctl(self, *arguments: str) -> str:
        """Runs rabbitmqctl against the first node that accepts connections."""
        host = next((host for host in self.hosts if host in self._nodes and self.listens(host)), self.hosts[0])
        return self.ctl_on(host, *arguments)

    def ctl_on(self, host: str, *arguments: str) -> str:
        """Runs rabbitmqctl against a node."""
        return run([*self._network.within(host), *NAMED, SCRIPTS / "rabbitmqctl", "--quiet", "--longnames", "--node",
                    self.node(host), *arguments], self._environment(host), seconds=60)

    def depths(self, queues: Sequence[str] = WORK_QUEUES) -> dict[str, int]:
        """How many messages are ready in queues, by the first node that answers."""
        for url in self.urls[:-1]:
            try:
                return depths_at(url, queues)
            except pika.exceptions.AMQPError:
                continue
        return depths_at(self.urls[-1], queues)

    def counters(self) -> dict[str, int]:
        """The counts of all nodes, each since it was started."""
        total: dict[str, int] = {}
        for host in self.hosts:
            for name, count in counts_in(self.ctl_on(host, "eval", COUNTERS)).items():
                total[name] = total.get(name, 0) + count
        return total

    @property
    def url(self) -> str:
        """All nodes, as LIVERY_AMQP_URL has them."""
        return ",".join(self.urls)

    @property
    def urls(self) -> list[str]:
        """The nodes."""
        return [self.url_of(host) for host in self.hosts]

    def url_of(self, host: str) -> str:
        """One node."""
        return f"amqp://livery:livery@{self._network.addresses[host]}:5672/%2F"

    def urls_from(self, first: int) -> str:
        """All nodes, beginning with another one, so that workers spread over them."""
        turn = first % len(self.hosts)
        return ",".join(self.urls[turn:] + self.urls[:turn])

    def node(self, host: str) -> str:
        """What Erlang calls a node."""
        return f"rabbit@{self._network.addresses[host]}"

    def _host(self, node: str | None) -> str | None:
        return next((host for host in self.hosts if self.node(host) == node), None)

    def _hosts(self, nodes: Sequence[str]) -> list[str]:
        return [host for host in self.hosts if self.node(host) in nodes]

    def _prepare(self, host: str) -> None:
        folder = self.folder / host
        for part in ("home", "data", "log", "config"):
            (folder / part).mkdir(parents=True)
        cookie = folder / "home" / ".erlang.cookie"
        cookie.write_text(self._cookie, encoding="utf-8")
        cookie.chmod(0o400)
        (folder / "enabled_plugins").write_text("[].\n", encoding="utf-8")
        everything = {"configure": ".*", "write": ".*", "read": ".*"}
        (folder / "definitions.json").write_text(json.dumps({
            "users": [{"name": "livery", "password": "livery", "tags": "administrator"}], "vhosts": [{"name": "/"}],
            "permissions": [{"user": "livery", "vhost": "/"} | everything]}), encoding="utf-8")
        (folder / "rabbitmq.conf").write_text("\n".join(self._settings(host)) + "\n", encoding="utf-8")

    def _settings(self, host: str) -> list[str]:
        return [
            f"listeners.tcp.1 = {self._network.addresses[host]}:5672",
            "log.console = false",
            "log.file.level = info",
            "vm_memory_high_watermark.absolute = 1GB",
            "disk_free_limit.absolute = 50MB",
            f"net_ticktime = {TICK_SECONDS}",
            f"heartbeat = {self.heartbeat}",
            # Who sees no majority stops until it does; by default there would be two clusters after a partition.
            "cluster_partition_handling = pause_minority",
            "cluster_formation.peer_discovery_backend = classic_config",
            *(f"cluster_formation.classic_config.nodes.{number} = {self.node(name)}"
              for number, name in enumerate(self.hosts, 1)),
            f"load_definitions = {self.folder / host / 'definitions.json'}"]

    def _environment(self, host: str) -> dict[str, str]:
        address, folder = self._network.addresses[host], self.folder / host
        dotted = "{" + address.replace(".", ",") + "}"
        return {
            "PATH": os.environ["PATH"], "LANG": os.environ.get("LANG", "C.UTF-8"), "HOME": str(folder / "home"),
            "RABBITMQ_NODENAME": self.node(host), "RABBITMQ_USE_LONGNAME": "true",
            "RABBITMQ_MNESIA_BASE": str(folder / "data"), "RABBITMQ_LOG_BASE": str(folder / "log"),
            "RABBITMQ_PID_FILE": str(folder / "broker.pid"), "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
            "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "enabled_plugins"),
            "RABBITMQ_CONF_ENV_FILE": "/dev/null", "RABBITMQ_GENERATED_CONFIG_DIR": str(folder / "config"),
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": f"-kernel inet_dist_use_interface {dotted}",
            "ERL_EPMD_ADDRESS": address}
