"""A private RabbitMQ node, by Tests/Lab/broker, and the queues of its observers on it."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pika
from pika.adapters.blocking_connection import BlockingChannel

from .processes import REPOSITORY, comes_true, run, state

SCRIPT = REPOSITORY / "Tests" / "Lab" / "broker"
WORK_QUEUES = ("livery.list-options", "livery.request-ride", "livery.status-query", "livery.dispatch")
COUNTERS = "rabbit_global_counters:overview()."
# What a suite reads: every event, the responses to its requests, and the events that its vehicles follow.
EVENTS, RESPONSES, FEED = "faults.events", "replies.faults.responses", "faults.feed"
# The type of the events that tell a change of a ride; others tell receipts.
STATUS_CHANGED = "livery.ride.status-changed.v1"
DEAD_LETTER_QUEUES = tuple(f"{queue}.dead-letters" for queue in WORK_QUEUES)


class Broker:
    """One node in a folder. A subclass has several nodes, or one elsewhere."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.has_exporter = False
        """Whether a start enables the plugin that Prometheus scrapes."""

    def start(self) -> None:
        """Starts the node, on the port that it had before if it ran before."""
        if self.has_exporter:
            run([SCRIPT, "plugin", self.folder, "rabbitmq_prometheus"])
        port = [self._recorded("port")] if (self.folder / "broker.env").exists() else []
        run([SCRIPT, "start", self.folder, *port])

    def stop(self) -> None:
        """Ends the node in order; its data stay."""
        if (self.folder / "broker.env").exists():
            run([SCRIPT, "stop", self.folder])

    def kill(self) -> None:
        """Ends the node with SIGKILL; its data stay, and `start` brings it back."""
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        comes_true(lambda: state(pid) in "XZ", 100)
        # What is left of it, its name server above all, would keep the ports.
        run([SCRIPT, "stop", self.folder])

    @property
    def pid(self) -> int:
        """The process of the node."""
        return int(self._recorded("pid"))

    @property
    def url(self) -> str:
        """Where workers connect to."""
        return self._recorded("url")

    @property
    def exporter(self) -> str:
        """The host and port that Prometheus scrapes; empty where the node has no exporter."""
        has_settings = (self.folder / "broker.env").exists()
        return self._recorded("metrics_url").removeprefix("http://") if has_settings else ""

    @property
    def urls(self) -> list[str]:
        """The nodes to which producer and observer connect, in turn."""
        return [self.url]

    @property
    def control(self) -> list[str | Path]:
        """The command that is rabbitmqctl for the node."""
        return [SCRIPT, "ctl", self.folder]

    def ctl(self, *arguments: str) -> str:
        """Runs rabbitmqctl against the node."""
        return run([*self.control, *arguments])

    def declare(self) -> None:
        """Declares the queues of producer and observer."""
        with channel_at(self.urls[0]) as channel:
            for queue in (RESPONSES, EVENTS, FEED):
                channel.queue_declare(queue, durable=True, arguments={"x-queue-type": "quorum"})
            for queue in (EVENTS, FEED):
                channel.queue_bind(queue, "livery.events", "ride.#")

    def depths(self, queues: Sequence[str] = WORK_QUEUES) -> dict[str, int]:
        """How many messages are ready in queues; a queue that is not there has -1."""
        return depths_at(self.urls[0], queues)

    def held(self) -> int:
        """How many messages of the work queues workers have received and not acknowledged."""
        lines = (line.split("\t") for line in self.ctl("list_queues", "name", "messages_unacknowledged").splitlines())
        return sum(int(count) for name, *counts in lines if name in WORK_QUEUES for count in counts)

    def left(self, but: Sequence[str]) -> dict[str, int]:
        """How many messages are ready in the work queues, without those of some types."""
        return {queue: depth - counted_at(self.urls[0], queue, but) if depth > 0 else depth
                for queue, depth in self.depths().items()}

    def counters(self) -> dict[str, int]:
        """The node's own counts since it was started, summed over protocols and types of queues."""
        return counts_in(self.ctl("eval", COUNTERS))

    def _recorded(self, name: str) -> str:
        text = (self.folder / "broker.env").read_text(encoding="utf-8")
        found = re.search(rf"^{name}=(.*)$", text, re.MULTILINE)
        return found.group(1) if found else ""


def version() -> tuple[int, ...]:
    """The version of this machine's RabbitMQ, such as 4.0.5; to ask rabbitmqctl leaves a name server (epmd) running."""
    package = run(["dpkg-query", "-W", "-f", "${Version}", "rabbitmq-server"])
    return tuple(int(number) for number in package.partition("-")[0].split("."))


def idle_connection(url: str) -> pika.BlockingConnection:
    """A connection that may stay unread for minutes: pika sends a heartbeat only while it is called."""
    parameters = pika.URLParameters(url)
    parameters.heartbeat = 0
    return pika.BlockingConnection(parameters)


@contextmanager
def channel_at(url: str) -> Iterator[BlockingChannel]:
    """A channel on a connection of its own, which ends with the block."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        yield connection.channel()


def depths_at(url: str, queues: Sequence[str]) -> dict[str, int]:
    """How many messages are ready in queues, as one node reports; a missing queue has -1."""
    connection = pika.BlockingConnection(pika.URLParameters(url))
    depths: dict[str, int] = {}
    for queue in queues:
        channel = connection.channel()
        try:
            depths[queue] = channel.queue_declare(queue, passive=True).method.message_count
            channel.close()
        except pika.exceptions.ChannelClosedByBroker:
            depths[queue] = -1
    connection.close()
    return depths


def counted_at(url: str, queue: str, types: Sequence[str]) -> int:
    """How many of the ready messages of a queue are of some types; they return to it with the connection."""
    count = 0
    with channel_at(url) as channel:
        while (got := channel.basic_get(queue))[0] is not None:
            count += got[1].type in types
    return count


def counts_in(text: str) -> dict[str, int]:
    """The counts that a node prints, summed over protocols and types of queues."""
    counts: dict[str, int] = {}
    for name, value in re.findall(r"(messages_[a-z_]+_total)\s*=>\s*(\d+)", text):
        counts[name] = counts.get(name, 0) + int(value)
    return counts
