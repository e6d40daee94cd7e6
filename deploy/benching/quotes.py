"""Quotes for bookings: each trip is listed, as a rider would do first."""

from __future__ import annotations

import json
import uuid

from pika import BasicProperties
from pika.adapters.blocking_connection import BlockingChannel

from faulting.processes import SuiteError

from .load import LIST

PATIENCE_SECONDS = 10


def fetch_quotes(channel: BlockingChannel, requests: list[str]) -> list[dict[str, str]]:
    """For each list request the quotes of its options, by product."""
    replies = channel.queue_declare("", exclusive=True).method.queue
    for number, body in enumerate(requests):
        properties = BasicProperties(
            type=LIST.type, correlation_id=str(number), reply_to=replies, content_type="application/json")
        channel.basic_publish(LIST.exchange, LIST.routing_key, body.replace("%", str(uuid.uuid4())), properties)
    quotes: dict[int, dict[str, str]] = {}
    for _, properties, body in channel.consume(replies, auto_ack=True, inactivity_timeout=PATIENCE_SECONDS):
        if properties is None:
            raise SuiteError(f"expected {len(requests)} lists within {PATIENCE_SECONDS} s, got {len(quotes)}")
        options = json.loads(body).get("rideOptions", [])
        quotes[int(properties.correlation_id)] = {
            option["optionIdentifier"]: option["quoteIdentifier"] for option in options}
        if len(quotes) == len(requests):
            break
    channel.cancel()
    return [quotes[number] for number in range(len(requests))]
