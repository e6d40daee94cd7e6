"""Quotes for bookings: each trip is listed, as a rider would do first.

A quote is of one rider and books once, and a load books tens of thousands of rides. So the quotes of each trip are
listed once, and signed for each rider with the key that the stage has given its workers.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import uuid

from pika import BasicProperties
from pika.adapters.blocking_connection import BlockingChannel

from fleets.processes import SuiteError

from .load import LIST

PATIENCE_SECONDS = 10
TAG_BYTES = 16


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


def sign_for(rider: str, token: str, keys: str) -> str:
    """The same quote for a rider: `q3.KEY.SEALED`, which are a byte, 64 bits of the rider's digest, claims and a tag."""
    version, key, encoded = token.split(".")
    secret = base64.b64decode(next(text for name, text in (each.split(":") for each in keys.split(",")) if name == key))
    sealed = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
    claims = sealed[:1] + hashlib.sha256(rider.encode()).digest()[:8] + sealed[9:-TAG_BYTES]
    tag = hmac.digest(secret, claims, "sha256")[:TAG_BYTES]
    return ".".join([version, key, base64.urlsafe_b64encode(claims + tag).rstrip(b"=").decode()])
