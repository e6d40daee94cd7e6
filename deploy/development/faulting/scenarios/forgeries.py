"""Messages by which one allowed producer stops the dead letters that the broker makes: RabbitMQ before 4.0 believes the
`x-death` of a client, and keeps what seems to have been in the dead-letter queue before, trying again for ever."""

from __future__ import annotations

from typing import Any

import pika

from fleets.processes import comes_true, wait_until

from ..checker import Rules
from ..scenario import Options, Plan, Run
from .outage import Outage

FAMILY, WORKER = "list-options", "list-options-worker"
QUEUE, LETTERS = f"livery.{FAMILY}", f"livery.{FAMILY}.dead-letters"
EXCHANGE, TYPE = "livery.requests.riders", "list-ride-options.handle"
# The broker moves 32 at a time.
FORGED, HONEST = 40, 5
RECOVERED = "faults.recovered"
SECONDS = 30.0
# What finds no way out right after the start of the node is tried again after 180 s
# (dead_letter_worker_publisher_confirm_timeout).
MENDING_SECONDS = 200.0


class Forgery(Outage):
    """The broker's dead letters of one queue get stuck, which can be seen and undone; everything else continues."""

    name = "forgery"
    title = "expired messages with a forged x-death stop the broker's own dead letters of a queue"
    quick_stores = ("sqlite",)

    def plan(self, options: Options) -> Plan:
        """Malformed requests show that the workers' dead letters are still moved."""
        return Plan(malformed=0.05, rules=Rules(dead_letters=HONEST))

    def act(self, run: Run) -> None:
        """Sends the forgeries while no worker could take them, then has the fleet work beside what is stuck."""
        run.pause_traffic()
        wait_until(lambda: not any(run.broker.depths((QUEUE,)).values()), SECONDS, f"{QUEUE} is empty")
        with self.outage(run, "forge x-death", QUEUE):
            self.stop_workers(run)
            death = {"queue": LETTERS, "reason": "expired", "count": 1, "exchange": "e", "routing-keys": ["k"]}
            self.expire(run, "forged", FORGED, {"x-death": [death]})
            if not comes_true(lambda: stuck(run) == FORGED, run.bound(SECONDS), 0.5):
                self.found.append(f"alarm: expected that {FORGED} messages are stuck in {QUEUE}, found {stuck(run)}")
            self.expire(run, "honest", HONEST, {})
            if not comes_true(lambda: stuck(run) == FORGED + HONEST, run.bound(SECONDS), 0.5):
                self.found.append("attack: the honest ones were not held up, so that nothing was tried")
            for worker in run.workers(WORKER):
                worker.wanted = True
            run.resume_traffic()
            run.wait_for_traffic(int(run.plan.rate * 5))
        self.mend(run)

    def stop_workers(self, run: Run) -> None:
        """The queue has no consumer, so that messages expire there."""
        for worker in run.workers(WORKER):
            process = worker.process
            worker.wanted = False
            run.fleet.kill(worker, 15)
            wait_until(lambda: process is None or process.poll() is not None, SECONDS, f"{worker.name} ends")

    def expire(self, run: Run, name: str, count: int, headers: dict[str, Any]) -> None:
        """Publishes messages that expire at once."""
        connection = pika.BlockingConnection(pika.URLParameters(run.broker.url))
        channel = connection.channel()
        channel.confirm_delivery()
        for number in range(count):
            channel.basic_publish(EXCHANGE, TYPE, b"{}", pika.BasicProperties(
                message_id=f"{name}-{number}", headers=headers, expiration="1", delivery_mode=2), mandatory=True)
        connection.close()

    def mend(self, run: Run) -> None:
        """What an operator does: binds a queue that no forgery names, and restarts the leader of the queue."""
        connection = pika.BlockingConnection(pika.URLParameters(run.broker.url))
        channel = connection.channel()
        channel.queue_declare(RECOVERED, durable=True, arguments={"x-queue-type": "quorum"})
        channel.queue_bind(RECOVERED, "livery.dead-letters", FAMILY)
        connection.close()
        with self.outage(run, "restart broker", run.broker.url):
            run.broker.stop()
            run.broker.start()

        def moved() -> int:
            return run.broker.depths((RECOVERED,))[RECOVERED]

        # A node that has just started counts no messages for some seconds.
        if not comes_true(lambda: stuck(run) == 0 and moved() >= FORGED + HONEST, run.bound(MENDING_SECONDS), 0.5):
            self.found.append(f"mending: {stuck(run)} messages are stuck in {QUEUE}, and {moved()} in {RECOVERED} "
                              f"instead of {FORGED + HONEST} and more")


def stuck(run: Run) -> int:
    """How many messages of the queue are neither ready nor with a worker: dead letters that the broker cannot move."""
    for line in run.broker.ctl("list_queues", "name", "messages", "messages_ready",
                               "messages_unacknowledged").splitlines():
        name, *counts = line.split("\t")
        if name == QUEUE:
            messages, ready, unacknowledged = map(int, counts)
            return messages - ready - unacknowledged
    return 0
