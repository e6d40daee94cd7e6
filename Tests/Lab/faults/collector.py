"""Reads what is in the dead-letter queues at the end of a run, and leaves it there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pika

from fleets.broker import DEAD_LETTER_QUEUES
from fleets.processes import now

from .journal import Journal


def collect(url: str, path: Path) -> None:
    """Writes a line for each dead letter."""
    journal = Journal(path)
    connection = pika.BlockingConnection(pika.URLParameters(url))
    for queue in DEAD_LETTER_QUEUES:
        channel = connection.channel()
        try:
            # Not acknowledged, they go back to their queue with the channel.
            while (got := channel.basic_get(queue))[0] is not None:
                properties = got[1]
                reason, deliveries = reason_of(properties.headers or {})
                journal.write("d", now(), queue, properties.message_id, properties.type, reason, deliveries,
                              properties.correlation_id)
            channel.close()
        except pika.exceptions.ChannelClosedByBroker:
            continue
    connection.close()
    journal.close()


def reason_of(headers: dict[str, Any]) -> tuple[str | None, int]:
    """Why a message is a dead letter, in Livery's words or the broker's; and how often it was delivered."""
    deaths = headers.get("x-death") or [{}]
    reason = headers.get("x-livery-reason") or headers.get("x-first-death-reason") or deaths[0].get("reason")
    return reason, int(headers.get("x-delivery-count", 0) or 0)
