"""Queues that are unread, full, or invisible."""

from __future__ import annotations

import json
import signal
import uuid
from typing import Any

from fleets.processes import SuiteError, wait_until

from ..senders import Sender, Stream, booking, listing, position
from .deed import Deed

STATUS, STATUS_QUEUE = "status-query-worker", "livery.status-query"
# One more than the broker tries (x-delivery-limit).
ATTEMPTS = 21
# More than the threshold and what a worker holds.
FLOOD, VEHICLES = 20_500, 50
STOP_SECONDS, READY_SECONDS = 40, 40


class StoppedWorker(Deed):
    """The only worker of a kind is stopped."""

    name = "stopped-worker"

    def begin(self) -> None:
        """Queries come and stay."""
        stop(self)
        for _ in range(3):
            self.sender.send("get-ride-status.handle", {"riderIdentifier": "rider-1"})

    def end(self) -> None:
        """The worker is started."""
        start_again(self)


class Poison(Deed):
    """A message is returned until the broker dead-letters it, as if it crashed each worker that receives it."""

    name = "poison"

    def concerns(self, labels: dict[str, Any]) -> bool:
        """The broker's word that it has given a message up, and no quarantine of a worker."""
        return labels.get("job") == "the broker"

    def begin(self) -> None:
        """In the place of the worker."""
        stop(self)
        self.sender.send("get-ride-status.handle", {"riderIdentifier": "rider-1"})
        channel = self.sender.channel
        for _ in range(ATTEMPTS):
            taken: list[int] = []

            def takes() -> bool:
                method, _, _ = channel.basic_get(STATUS_QUEUE)
                taken.extend([method.delivery_tag] if method is not None else [])
                return bool(taken)

            wait_until(takes, 10, "the message comes again")
            channel.basic_nack(taken[0], requeue=True)

    def end(self) -> None:
        """The message is no more, and the worker is started."""
        start_again(self)


class Flood(Deed):
    """Positions come while their worker hangs."""

    name = "flood"

    def begin(self) -> None:
        """More than a batch, by vehicles that report one after the other."""
        self.site.fleet.pause(self.site.worker("dispatch-worker"))
        for number in range(FLOOD):
            self.sender.send("vehicle.update", position(f"veh-{number % VEHICLES}", number // VEHICLES + 1), None)

    def end(self) -> None:
        """The worker continues."""
        self.site.fleet.resume(self.site.worker("dispatch-worker"))


class Full(Deed):
    """A queue that refuses what it has no room for."""

    queue = ""

    def limit(self, length: int) -> None:
        """How many messages it accepts."""
        policy = json.dumps({"max-length": length, "overflow": "reject-publish"})
        self.site.stage.broker.ctl("set_policy", "-p", self.site.name, "full", f"^{self.queue}$".replace(".", "\\."),
                                   policy, "--apply-to", "queues")


class FullEvents(Full):
    """The queue of an observer."""

    name, queue = "full-events", "observers.guest.full"

    def begin(self) -> None:
        """Bookings make events."""
        self.sender.channel.queue_declare(self.queue, durable=True)
        self.sender.channel.queue_bind(self.queue, "livery.events", "ride.#")
        self.limit(1)
        self._stream = Stream(self.site.host.url, 0.5,
                              lambda sender, _: sender.send("request-ride.handle", booking(f"rider-{uuid.uuid4()}")))

    def end(self) -> None:
        """It accepts all again."""
        self.limit(1_000_000)
        self._stream.stop()


class FullReplies(Full):
    """The queue of a requester."""

    name, queue = "full-replies", "replies.guest.full"

    def begin(self) -> None:
        """Its owner asks, and does not read."""
        self.sender.channel.queue_declare(self.queue, durable=True)
        self.limit(1)

        def ask(sender: Sender, number: int) -> None:
            sender.send("list-ride-options.handle", listing(f"rider-{number}"), self.queue)

        self._stream = Stream(self.site.host.url, 0.5, ask)

    def end(self) -> None:
        """It accepts all again."""
        self.limit(1_000_000)
        self._stream.stop()


class NoExporter(Deed):
    """RabbitMQ's exporter is turned off."""

    name = "no-exporter"

    def begin(self) -> None:
        """Its listener closes."""
        self.site.stage.broker.ctl("eval", "application:stop(rabbitmq_prometheus).")

    def end(self) -> None:
        """It listens again."""
        self.site.stage.broker.ctl("eval", "application:start(rabbitmq_prometheus).")


def stop(deed: Deed) -> None:
    """Stops the worker of queries for good."""
    worker = deed.site.worker(STATUS)
    worker.wanted = False
    if not deed.site.fleet.kill(worker, signal.SIGTERM):
        raise SuiteError(f"expected that {worker.name} runs")
    wait_until(lambda: not worker.runs, STOP_SECONDS, f"{worker.name} has ended")


def start_again(deed: Deed) -> None:
    """Starts it, and waits until it is ready."""
    worker = deed.site.worker(STATUS)
    worker.wanted = True
    wait_until(lambda: worker.probe() == 200, READY_SECONDS, f"{worker.name} is ready")
