"""What the receiver decoded, held to the names, kinds, parents and attributes that the conventions have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Span = dict[str, Any]
CLIENT, PRODUCER, CONSUMER = 3, 4, 5
BOOKING, DISPATCH = "request-ride-worker", "dispatch-worker"
EVENT = "send livery.events:ride.{phase}.{id}"
# Each span of a worker in the trace: its service, its name, its kind, and the name of its parent.
EXPECTED = [
    (BOOKING, "process livery.request-ride", CONSUMER, "send livery.requests.riders:request-ride.handle"),
    (BOOKING, "send amq.default", PRODUCER, "process livery.request-ride"),
    (BOOKING, EVENT, PRODUCER, "process livery.request-ride"),
    (BOOKING, "send livery.payments:authorise", PRODUCER, "process livery.request-ride"),
    (DISPATCH, "process livery.dispatch", CONSUMER, "send livery.requests.payments:payment.result"),
    (DISPATCH, EVENT, PRODUCER, "process livery.dispatch"),
]
MESSAGING = {"messaging.system": "rabbitmq"}
# What a span has, by the first word of its name; None for whatever value.
ATTRIBUTES: dict[str, dict[str, Any]] = {
    "receive": {"messaging.operation.type": "receive", "messaging.destination.name": None,
                "messaging.batch.message_count": None},
    "process": {"messaging.operation.type": "process", "messaging.destination.name": None,
                "messaging.rabbitmq.destination.routing_key": None, "messaging.rabbitmq.message.delivery_tag": None,
                "messaging.message.id": None, "livery.message.type": None},
    "send": {"messaging.operation.type": "send", "messaging.destination.name": None, "livery.message.type": None,
             "messaging.message.id": None},
    "ack": {"messaging.operation.type": "settle", "messaging.destination.name": None,
            "messaging.batch.message_count": None},
}


class Failed(SystemExit):
    """Something is not as it has to be."""


def hold(condition: bool, message: str) -> None:
    """Ends the program unless the condition holds."""
    if not condition:
        raise Failed(f"traces: {message}")


def lines(file: Path) -> list[dict[str, Any]]:
    """The received requests, each decoded."""
    found = [json.loads(line) for line in file.read_text().splitlines()]
    wrong = [line["wrong"] for line in found if "wrong" in line]
    hold(not wrong, f"requests could not be decoded: {wrong}")
    return found


def received(file: Path) -> list[Span]:
    """The spans of the accepted requests, each once."""
    taken = [line for line in lines(file) if line["status"] == 200]
    refused = {span["span"] for line in lines(file) if line["status"] != 200 for span in line["spans"]}
    spans = [span for line in taken for span in line["spans"]]
    identifiers = [span["span"] for span in spans]
    hold(len(set(identifiers)) == len(identifiers), "a span was sent again although it had been taken")
    hold(refused <= set(identifiers), "spans that were refused for a while were not sent again")
    check_connections(taken)
    return spans


def check_connections(taken: list[dict[str, Any]]) -> None:
    """Each worker has kept one connection."""
    connections: dict[str, set[int]] = {}
    for line in taken:
        for span in line["spans"]:
            if span["scope"] == "livery":
                connections.setdefault(span["resource"]["service.name"], set()).add(line["connection"])
    hold(all(len(numbers) == 1 for numbers in connections.values()), f"connections were not kept: {connections}")


def services(spans: list[Span], name: str) -> Iterator[Span]:
    """The spans of a service."""
    return (span for span in spans if span["resource"]["service.name"] == name)


def check_tree(facts: dict[str, Any], trace: list[Span]) -> None:
    """One root, every parent there, and the spans of the workers where they belong."""
    by_id = {span["span"]: span for span in trace}
    roots = [span["span"] for span in trace if not span["parent"]]
    hold(roots == [facts["root"]], f"expected the producer's root alone, got {roots}")
    for span in trace:
        hold(not span["parent"] or span["parent"] in by_id, f"{span['name']} has a parent that was not recorded")
    for service, name, kind, parent in EXPECTED:
        found = [span for span in services(trace, service) if span["name"] == name]
        hold(len(found) == 1, f"expected one span '{name}' of {service}, got {len(found)}")
        hold(found[0]["kind"] == kind, f"{name}: expected kind {kind}, got {found[0]['kind']}")
        above = by_id[found[0]["parent"]]["name"]
        hold(above == parent, f"{name}: expected the parent '{parent}', got '{above}'")
        hold(found[0]["state"] == facts["state"], f"{name}: expected the trace state {facts['state']}")
    for message in facts["answers"] + facts["events"]:
        hold(by_id[by_id[message["span"]]["parent"]]["kind"] == PRODUCER, f"{message['key']} has no sender")
        hold(message["state"] == facts["state"], f"{message['key']}: expected the trace state {facts['state']}")
    last = by_id[by_id[facts["events"][-1]["span"]]["parent"]]
    hold(last["resource"]["service.name"] == DISPATCH, f"the last event is not of {DISPATCH}")


def check_attributes(spans: list[Span]) -> None:
    """The attributes of the workers' spans and of their processes."""
    for span in spans:
        operation = span["name"].split(" ")[0]
        wanted = MESSAGING | {"messaging.operation.name": operation} | ATTRIBUTES[operation]
        wanted |= {"server.address": None, "server.port": None}
        for name, value in wanted.items():
            hold(name in span["attributes"], f"{span['name']}: expected {name}, got {sorted(span['attributes'])}")
            hold(value in (None, span["attributes"][name]), f"{span['name']}: expected {name}={value}")
        hold(span["status"] == 0 and "error.type" not in span["attributes"], f"{span['name']} failed")
        hold(0 < span["start"] <= span["end"], f"{span['name']} ends before it starts")
        hold(span["flags"] & 0x101 == 0x101, f"{span['name']}: expected the flag of a recorded trace")
        process = span["resource"]
        for name in ("service.version", "service.instance.id", "host.name", "process.pid"):
            hold(bool(process.get(name)), f"expected {name} of the process, got {process}")
        hold(process["service.namespace"] == "livery", f"expected the namespace livery, got {process}")


def check_details(facts: dict[str, Any], trace: list[Span], others: list[Span]) -> None:
    """Values that follow from the booking, and the links between a batch and its messages."""
    process = next(span for span in services(trace, BOOKING) if span["kind"] == CONSUMER)
    attributes = process["attributes"]
    hold(attributes["messaging.destination.name"]
         == "livery.requests.riders:request-ride.handle:livery.request-ride", f"destination: {attributes}")
    hold(attributes["livery.response.code"] in ("success", "inProgress"), f"response code: {attributes}")
    hold(0 <= attributes["livery.request.age"] < 20, f"request age: {attributes}")
    hold(attributes["livery.ride.id"] == facts["ride"], f"ride: {attributes}")
    answer = next(span for span in trace if span["name"] == "send amq.default")["attributes"]
    hold(answer["messaging.destination.anonymous"] is True, f"anonymous: {answer}")
    hold("messaging.rabbitmq.destination.routing_key" not in answer, "the requester's queue is exported")
    for event in (span["attributes"] for span in trace if span["name"] == EVENT):
        hold(event["messaging.destination.template"] == "livery.events:ride.{phase}.{id}", f"template: {event}")
        hold(event["livery.ride.id"] == facts["ride"], f"ride: {event}")
    for span in services(trace, BOOKING):
        if span["kind"] == CONSUMER:
            check_batch(span, facts, others)


def check_batch(process: Span, facts: dict[str, Any], others: list[Span]) -> None:
    """Receipt and acknowledgement of the batch are in a trace of their own, and linked."""
    batch = {span["name"].split(" ")[0]: span for span in others if span["trace"] == process["links"][0]["trace"]}
    hold(set(batch) == {"receive", "ack"}, f"expected receipt and acknowledgement, got {sorted(batch)}")
    receive, settled = batch["receive"], batch["ack"]
    hold(receive["kind"] == settled["kind"] == CLIENT, "receipt and acknowledgement are those of a client")
    hold(process["links"][0]["span"] == receive["span"], "the processing links to the receipt")
    hold([link["span"] for link in receive["links"]] == [process["parent"]], "the receipt links to the producer")
    hold(settled["parent"] == receive["span"], "the acknowledgement is a child of the receipt")
    hold(any(link["trace"] == facts["trace"] for link in settled["links"]), "it links to the processing")


def check(facts: dict[str, Any], spans: list[Span]) -> str:
    """Checks everything; a line for the person who reads along."""
    trace = [span for span in spans if span["trace"] == facts["trace"]]
    others = [span for span in spans if span["trace"] != facts["trace"]]
    workers = [span for span in spans if span["scope"] == "livery"]
    check_tree(facts, trace)
    check_attributes(workers)
    check_details(facts, trace, others)
    hold(all(span["name"].split(" ")[0] in ("receive", "ack") for span in others),
         "messages were recorded that were not sampled")
    text = json.dumps(spans)
    for secret in facts["secrets"]:
        hold(secret not in text, f"{secret} is exported")
    names = sorted({span["resource"]["service.name"] for span in trace})
    return f"one trace of {len(trace)} spans across {', '.join(names)}; {len(others)} spans of batches link to it"
