"""Breaks a promise on purpose, on the brokers and the database of the run themselves, so that the run has to fail.

`lost` acknowledges requests that nobody answers, `gap` takes events away from the observer, `twice` books once more for
riders who have booked, and `idle` leaves the number of workers as it is at night.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

import pika

from fleets.broker import EVENTS, RESPONSES
from fleets.processes import now

from faulting.publishing import exchange_of
from faulting.scenario import Run

NAMES = ("lost", "gap", "twice", "idle")
THEFT_SECONDS = 3.0
RIDERS = 200
PLACE = {"latitude": 41.8807, "longitude": -87.6311}


@dataclass(frozen=True)
class Sabotage:
    """What is broken; nothing by default."""

    name: str = ""

    @property
    def is_idle(self) -> bool:
        """Whether the autoscaler only looks."""
        return self.name == "idle"

    def act(self, run: Run) -> None:
        """Breaks it."""
        if self.name == "lost":
            steal(run, "livery.list-options")
        elif self.name == "gap":
            steal(run, EVENTS)
        elif self.name == "twice":
            book_again(run)


def steal(run: Run, queue: str) -> None:
    """Consumes from a queue beside those whose messages they are."""
    connection = pika.BlockingConnection(pika.URLParameters(run.broker.urls[0]))
    channel = connection.channel()
    deadline = now() + THEFT_SECONDS
    for _ in channel.consume(queue, auto_ack=True, inactivity_timeout=0.1):
        if now() > deadline:
            break
    connection.close()


def book_again(run: Run) -> None:
    """Asks for the rides of riders once more, under identifiers of which the fleet knows nothing."""
    connection = pika.BlockingConnection(pika.URLParameters(run.broker.urls[0]))
    channel = connection.channel()
    kind = "request-ride.handle"
    for number in range(1, RIDERS):
        body = {"riderIdentifier": f"rider-{number}", "pickupLocation": PLACE, "rideOptionName": "Compact",
                "dropOffLocation": {"latitude": 41.9484, "longitude": -87.6553},
                "paymentMethod": {"type": "credit", "identificationHint": "4242", "token": "pm_1"}}
        name = f"again-{number}"
        channel.basic_publish(exchange_of(kind), kind, json.dumps(body), pika.BasicProperties(
            type=kind, message_id=name, correlation_id=name, reply_to=RESPONSES, content_type="application/json",
            delivery_mode=2))
    connection.close()
    time.sleep(THEFT_SECONDS)
