"""Publishes with pika: messages as JSON lines of standard input; prints each response that comes by direct reply-to."""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from typing import Any

import pika
from pika.adapters.blocking_connection import BlockingChannel

from .values import value_of

ANSWER_SECONDS = 150
connections: dict[tuple[str, int], pika.BlockingConnection] = {}


def connect(message: dict[str, Any]) -> pika.BlockingConnection:
    """A connection with the message's largest frame; one that will be left is its own."""
    parameters = pika.URLParameters(message["url"])
    # A connection waits unread while messages go out on others.
    parameters.heartbeat = 0
    if message["frame_max"]:
        parameters.frame_max = message["frame_max"]
    if message["reply"] == "left":
        return pika.BlockingConnection(parameters)
    key = (message["url"], message["frame_max"])
    if key not in connections:
        connections[key] = pika.BlockingConnection(parameters)
    return connections[key]


def publish(channel: BlockingChannel, message: dict[str, Any]) -> None:
    """Publishes it as often as it says."""
    if message["mode"] == "confirms":
        channel.confirm_delivery()
    elif message["mode"] == "transaction":
        channel.tx_select()
    headers = value_of("table", message["headers"]) or None
    for _ in range(message["times"]):
        channel.basic_publish(message["exchange"], message["key"], message["body"].encode(),
                              pika.BasicProperties(headers=headers, **message["properties"]))
    if message["mode"] == "transaction":
        channel.tx_commit()


def note(came: list[dict[str, Any]], _: Any, __: Any, properties: pika.BasicProperties, body: bytes) -> None:
    """Takes note of a response."""
    came.append({"correlation_id": properties.correlation_id, "message_id": properties.message_id,
                 "type": properties.type, "content_type": properties.content_type, "body": body.decode()})


def answers(connection: pika.BlockingConnection, message: dict[str, Any], came: list[dict[str, Any]]) -> None:
    """Waits for the responses to a message and prints them."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while len(came) < message["times"] and time.monotonic() < deadline:
        connection.process_data_events(1)
    for response in came:
        print(json.dumps(response))


def main() -> None:
    """Each message has a channel of its own."""
    for line in sys.stdin:
        message = json.loads(line)
        connection, came = connect(message), []
        channel = connection.channel()
        if message["reply"] in ("direct", "left"):
            channel.basic_consume(message["properties"]["reply_to"], partial(note, came), auto_ack=True)
        publish(channel, message)
        if message["reply"] == "left":
            connection.close()
            continue
        if message["reply"] == "direct":
            answers(connection, message, came)
        # When a channel ends, a quorum queue drops what it has not yet taken of it and nobody has confirmed.
        if message["mode"] != "plain":
            channel.close()
    for connection in connections.values():
        connection.close()


if __name__ == "__main__":
    main()
