"""Whether the policies reach the queues that they are for, and hold there."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pika
import pika.exceptions
from pika.adapters.blocking_connection import BlockingChannel

from .nodes import FILES, ConfiguredCluster

# Queues as clients declare them, by type.
CLIENTS = {"observers.billing.rides": "quorum", "replies.gateway.answers": "classic", "amq_0123abcd": "classic"}
# The policies in force by queue, as JSON in base64, since Erlang's own form is folded into lines.
EFFECTIVE = """base64:encode(rabbit_json:encode(maps:from_list([{element(4, amqqueue:get_name(Q)), case
  rabbit_policy:effective_definition(Q) of undefined -> #{}; D -> D end} || Q <- rabbit_amqqueue:list(<<"/">>)])))."""
# What a queue of one message is sent.
MESSAGES = 5


def findings(cluster: ConfiguredCluster) -> list[str]:
    """Queues that have other limits than the policies say, a line each."""
    connection = pika.BlockingConnection(pika.URLParameters(cluster.urls[0]))
    channel = connection.channel()
    for name, kind in CLIENTS.items():
        channel.queue_declare(name, durable=True, arguments={"x-queue-type": kind})
    printed = cluster.ctl("eval", EFFECTIVE)
    effective = json.loads(base64.b64decode("".join(re.findall(r'"([^"]*)"', printed))))
    for name in CLIENTS:
        channel.queue_delete(name)
    found = [f"{name}: expected the policy {limits}, got {effective.get(name)}" for name, limits in expected().items()
             if effective.get(name) != limits]
    found += overflow(connection.channel())
    connection.close()
    return found


def expected() -> dict[str, dict[str, Any]]:
    """The policies of a queue of each kind, those of operators among them."""
    file = json.loads((FILES / "policies.json").read_text(encoding="utf-8"))
    policies = {policy["name"]: policy["definition"] for policy in file["policies"]}
    limits = {parameter["name"]: parameter["value"]["definition"] for parameter in file["parameters"]}
    work = ("list-options", "request-ride", "status-query", "dispatch", "payments")
    queues: dict[str, dict[str, Any]] = {f"livery.{name}": policies["livery-work"] for name in work}
    queues |= {f"livery.{name}.dead-letters": policies["livery-dead-letters"] for name in work}
    queues["observers.billing.rides"] = policies["livery-observers"] | limits["livery-observers"]
    return queues | dict.fromkeys(("replies.gateway.answers", "amq_0123abcd"), limits["livery-replies"])


def overflow(channel: BlockingChannel) -> list[str]:
    """Whether an observer's queue drops what it has no room for, whatever its arguments say."""
    name = "observers.billing.stubborn"
    channel.confirm_delivery()
    channel.queue_declare(name, durable=True, arguments={"x-queue-type": "quorum", "x-max-length": 1,
                                                         "x-overflow": "reject-publish"})
    refused = 0
    for _ in range(MESSAGES):
        try:
            channel.basic_publish("", name, b"event")
        except pika.exceptions.NackError:
            refused += 1
    channel.queue_delete(name)
    return [f"{name}: refused {refused} of {MESSAGES} messages"] if refused else []
