"""Messages by which one allowed producer stops the dead letters that the broker makes: RabbitMQ before 4.0 believes the
`x-death` of a client, and keeps what seems to have been in the dead-letter queue before, trying again for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pika
from pika.adapters.blocking_connection import BlockingChannel

from fleets.broker import Broker, channel_at, version
from fleets.processes import comes_true, wait_until

from ..checker import Rules
from ..plan import Options, Plan
from ..run import Run
from .outage import Outage

FAMILY, WORKER = "list-options", "list-options-worker"
QUEUE, LETTERS = f"livery.{FAMILY}", f"livery.{FAMILY}.dead-letters"
EXCHANGE, TYPE = "livery.requests.riders", "list-ride-options.handle"
DEAD = "livery.dead-letters"
# The broker moves 32 at a time.
FORGED, GENUINE = 40, 5
RECOVERED = "faults.recovered"
SECONDS = 30.0
# Instead of three minutes, which an operator waits.
RETRY_MILLISECONDS = 10_000


class HastyBroker(Broker):
    """Tries dead letters again soon that found no queue."""

    def start(self) -> None:
        """Sets the time before there is a queue."""
        super().start()
        self.ctl("eval", "application:set_env(rabbit, dead_letter_worker_publisher_confirm_timeout, "
                         f"{RETRY_MILLISECONDS}).")


class Forgery(Outage):
    """The broker's dead letters of one queue get stuck, which can be seen and undone; everything else continues. From
    RabbitMQ 4.0 on they do not."""

    name = "forgery"
    title = "expired messages with a forged x-death stop the broker's own dead letters of a queue"
    alerts = ("LiveryDeadLetters", "LiveryNoWorkerReady")
    quick_stores = ("sqlite",)

    def broker(self, folder: Path) -> Broker:
        """One that does not wait for minutes."""
        self.is_believed = version() < (4,)
        return HastyBroker(folder / "broker")

    def plan(self, options: Options) -> Plan:
        """Malformed requests show that the workers' dead letters are still moved."""
        return Plan(malformed=0.05, rules=Rules(dead_letters=GENUINE if version() < (4,) else GENUINE + FORGED))

    def act(self, run: Run) -> None:
        """Sends the forgeries while no worker could take them, then has the fleet work beside what is stuck."""
        run.pause_traffic()
        wait_until(lambda: not any(run.broker.depths((QUEUE,)).values()), SECONDS, f"{QUEUE} is empty")
        before = run.broker.depths((LETTERS,))[LETTERS]
        with self.outage(run, "forge x-death", QUEUE):
            self.stop_workers(run)
            death = {"queue": LETTERS, "reason": "expired", "count": 1, "exchange": "e", "routing-keys": ["k"]}
            self.expire(run, "forged", FORGED, {"x-death": [death]})
            self.expect_stuck(run, FORGED)
            self.expire(run, "genuine", GENUINE, {})
            self.expect_stuck(run, FORGED + GENUINE)
            if not self.is_believed:
                came = run.broker.depths((LETTERS,))[LETTERS] - before
                if came != FORGED + GENUINE:
                    self.found.append(f"forgery: {came} dead letters came instead of {FORGED + GENUINE}")
            for worker in run.workers(WORKER):
                worker.wanted = True
            run.resume_traffic()
            run.wait_for_traffic(int(run.plan.rate * 5))
        if self.is_believed:
            self.mend(run)

    def expect_stuck(self, run: Run, count: int) -> None:
        """The messages of the queue are stuck, where the broker believes a client's x-death."""
        wanted = count if self.is_believed else 0
        if not comes_true(lambda: stuck(run) == wanted, run.bound(SECONDS), 0.5):
            self.found.append(f"attack: expected that {wanted} messages are stuck in {QUEUE}, found {stuck(run)}")

    def stop_workers(self, run: Run) -> None:
        """The queue has no consumer, so that messages expire there."""
        for worker in run.workers(WORKER):
            process = worker.process
            worker.wanted = False
            run.fleet.kill(worker, 15)
            wait_until(lambda: process is None or process.poll() is not None, SECONDS, f"{worker.name} ends")

    def expire(self, run: Run, name: str, count: int, headers: dict[str, Any]) -> None:
        """Publishes messages that expire at once."""
        with channel_at(run.broker.url) as channel:
            channel.confirm_delivery()
            for number in range(count):
                channel.basic_publish(EXCHANGE, TYPE, b"{}", pika.BasicProperties(
                    message_id=f"{name}-{number}", headers=headers, expiration="1", delivery_mode=2), mandatory=True)

    def mend(self, run: Run) -> None:
        """What an operator does: binds a queue that no forgery names in place of the other one until nothing is stuck,
        and moves to that one what is genuine."""
        with self.outage(run, "bind another queue", RECOVERED):
            with channel_at(run.broker.url) as channel:
                channel.queue_declare(RECOVERED, durable=True, arguments={"x-queue-type": "quorum"})
                channel.queue_bind(RECOVERED, DEAD, FAMILY)
                channel.queue_unbind(LETTERS, DEAD, FAMILY)
            if not comes_true(lambda: stuck(run) == 0, run.bound(SECONDS), 0.5):
                self.found.append(f"mending: {stuck(run)} messages are still stuck in {QUEUE}")
            with channel_at(run.broker.url) as channel:
                channel.queue_bind(LETTERS, DEAD, FAMILY)
                channel.queue_unbind(RECOVERED, DEAD, FAMILY)
                forged, genuine = move(channel)
        if (forged, genuine) != (FORGED, GENUINE):
            self.found.append(f"mending: {forged} forged and {genuine} genuine messages came to {RECOVERED} instead of "
                              f"{FORGED} and {GENUINE}")


def move(channel: BlockingChannel) -> tuple[int, int]:
    """Moves genuine messages to the queue of dead letters; returns how many forged and genuine ones there were."""
    forged = genuine = 0
    channel.confirm_delivery()
    while (got := channel.basic_get(RECOVERED))[0] is not None:
        method, properties, body = got
        if (properties.message_id or "").startswith("forged-"):
            forged += 1
            continue
        genuine += (properties.message_id or "").startswith("genuine-")
        channel.basic_publish("", LETTERS, body, properties, mandatory=True)
        channel.basic_ack(method.delivery_tag)
    return forged, genuine


def stuck(run: Run) -> int:
    """How many messages of the queue are neither ready nor with a worker: dead letters that the broker cannot move."""
    for line in run.broker.ctl("list_queues", "name", "messages", "messages_ready",
                               "messages_unacknowledged").splitlines():
        name, *counts = line.split("\t")
        if name == QUEUE:
            messages, ready, unacknowledged = map(int, counts)
            return messages - ready - unacknowledged
    return 0
