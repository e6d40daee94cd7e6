"""A producer that begins a trace, a payment system that continues it, and an observer of events that ends it."""

from __future__ import annotations

import json
import time
import uuid
from typing import Any

import pika
from pika.adapters.blocking_connection import BlockingChannel

from .recorder import CONSUMER, INTERNAL, PRODUCER, Context, Recorder

EXCHANGE, TYPE, EVENTS = "livery.requests.riders", "request-ride.handle", "livery.events"
STATE = "test=1"
PAYMENTS, RESULTS, RESULT = "livery.payments", "livery.requests.payments", "payment.result"
# The phase in which the other worker has found a vehicle.
LAST_PHASE = "confirmed"
SECONDS = 20
TRIP = {"pickupLocation": {"latitude": 41.8796, "longitude": -87.6237, "name": "Art Institute"},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047, "name": "O'Hare"}}


def publish(channel: BlockingChannel, rider: str, replies: str, producer: Recorder, parent: Context) -> None:
    """Asks for the ride."""
    context = producer.begin(f"send {EXCHANGE}:{TYPE}", PRODUCER, parent)
    identifier = str(uuid.uuid4())
    body = {"riderIdentifier": rider, "rideOptionName": "SUV", "partySize": 3, "paymentMethod": {"type": "applePay"}}
    channel.basic_publish(EXCHANGE, TYPE, json.dumps(body | TRIP), pika.BasicProperties(
        type=TYPE, message_id=identifier, correlation_id=identifier, reply_to=replies,
        content_type="application/json", delivery_mode=2, timestamp=int(time.time()),
        headers={"strict": True, "traceparent": context.traceparent, "tracestate": STATE}))
    producer.end(context)


def follow(channel: BlockingChannel, queue: str, observer: Recorder, until: str | None) -> list[dict[str, Any]]:
    """Takes messages until one has the phase in its routing key, or the first."""
    messages = []
    deadline = time.monotonic() + SECONDS
    for method, properties, _ in channel.consume(queue, auto_ack=True, inactivity_timeout=0.5):
        if time.monotonic() > deadline:
            raise SystemExit(f"expected '{until or 'an answer'}' within {SECONDS} s, got {messages}")
        if method is None:
            continue
        headers = properties.headers or {}
        if "traceparent" not in headers:
            raise SystemExit(f"expected a trace with {properties.type} of {method.routing_key}, got {headers}")
        context = observer.begin(f"process {properties.type}", CONSUMER, Context.of(headers["traceparent"]))
        observer.end(context)
        messages.append({"key": method.routing_key, "state": headers.get("tracestate"), "span": context.span})
        if until is None or method.routing_key.split(".")[1] == until:
            break
    channel.cancel()
    return messages


def pay(channel: BlockingChannel, bank: Recorder) -> None:
    """Approves the hold that the booking asks for."""
    for method, properties, body in channel.consume(PAYMENTS, auto_ack=True, inactivity_timeout=SECONDS):
        if method is None:
            raise SystemExit(f"expected a command to the payment system within {SECONDS} s")
        break
    channel.cancel()
    command = json.loads(body)
    work = bank.begin(f"process {properties.type}", CONSUMER, Context.of(properties.headers["traceparent"]))
    context = bank.begin(f"send {RESULTS}:{RESULT}", PRODUCER, work)
    result = {"rideIdentifier": command["rideIdentifier"], "key": command["key"], "outcome": "approved",
              "reference": "hold-1"}
    channel.basic_publish(RESULTS, RESULT, json.dumps(result), pika.BasicProperties(
        type=RESULT, message_id=str(uuid.uuid4()), content_type="application/json", delivery_mode=2,
        headers={"strict": True, "traceparent": context.traceparent, "tracestate": STATE}))
    bank.end(context)
    bank.end(work)


def book(url: str, endpoint: str) -> dict[str, Any]:
    """Books a ride, and follows it until a vehicle is found; what is to be checked afterwards."""
    connection = pika.BlockingConnection(pika.URLParameters(url))
    channel = connection.channel()
    replies = channel.queue_declare("", exclusive=True).method.queue
    events = channel.queue_declare("", exclusive=True).method.queue
    channel.queue_bind(events, EVENTS, "ride.#")
    producer, bank, observer = Recorder("gateway"), Recorder("payment-system"), Recorder("dashboard")
    rider = f"rider-{uuid.uuid4()}"
    root = producer.begin("book a ride", INTERNAL)
    publish(channel, rider, replies, producer, root)
    answers = follow(channel, replies, producer, None)
    producer.end(root)
    pay(channel, bank)
    seen = follow(channel, events, observer, LAST_PHASE)
    connection.close()
    for recorder in (producer, bank, observer):
        recorder.export(endpoint)
    return {"trace": root.trace, "root": root.span, "ride": seen[-1]["key"].split(".")[2], "answers": answers,
            "events": seen, "secrets": [rider, replies, "Art Institute"], "state": STATE}
