"""Whether a virtual host that has imported the definitions is the one that the tool declares, and has the policies."""

from __future__ import annotations

import base64
import json
import os
import re
import shlex
from pathlib import Path

import pika
from fleets.processes import run

from .nodes import FILES, ConfiguredCluster

# Of each list the columns that the definitions have a word on.
LISTS = {
    "list_queues": ("name", "type", "durable", "auto_delete", "arguments"),
    "list_exchanges": ("name", "type", "durable", "auto_delete", "internal", "arguments"),
    "list_bindings": (),
}
RIGHTS = ("list_permissions", "list_topic_permissions")
ADMINISTRATOR = "livery"
IMPORTED, APPLIED = "/", "applied"
# A queue for each operator policy, as clients declare them.
POLICED = {"observers.billing.rides": "quorum", "replies.gateway.answers": "classic", "amq_0123abcd": "classic"}
# The policies in force by queue, as JSON in base64, since Erlang's own form is folded into lines.
EFFECTIVE = """base64:encode(rabbit_json:encode(maps:from_list([{element(4, amqqueue:get_name(Q)), case
  rabbit_policy:effective_definition(Q) of undefined -> #{}; D -> D end} || Q <- rabbit_amqqueue:list(<<"/">>)])))."""


def rows(cluster: ConfiguredCluster, name: str, host: str) -> list[str]:
    """The rows of one list of a virtual host, in an order of their own."""
    text = cluster.ctl(name, "--vhost", host, "--formatter", "json", *LISTS.get(name, ()))
    table = [row for row in json.loads(text) if row.get("user") != ADMINISTRATOR]
    for row in table:
        # Each queue has its arguments in the order of its declaration.
        row["arguments"] = sorted(row.get("arguments", []))
    listed = [json.dumps(row, sort_keys=True) for row in table]
    return sorted(row.replace(json.dumps(host), json.dumps(IMPORTED)) for row in listed)


def contents(cluster: ConfiguredCluster, host: str, names: tuple[str, ...] = tuple(LISTS)) -> dict[str, list[str]]:
    """All lists of a virtual host."""
    return {name: rows(cluster, name, host) for name in names}


def differences(expected: dict[str, list[str]], got: dict[str, list[str]], where: str) -> list[str]:
    """What one has and the other has not, a line each; lists without rows are a finding, too."""
    found: list[str] = []
    for name, wanted in expected.items():
        found += [f"{where}, {name}: lacks {row}" for row in wanted if row not in got[name]]
        found += [f"{where}, {name}: has {row}" for row in got[name] if row not in wanted]
        found += [] if wanted else [f"{where}, {name}: is empty"]
    return found


def definitions(cluster: ConfiguredCluster, livery: Path) -> list[str]:
    """Imports the files, applies the topology over them and beside them, and compares."""
    cluster.ctl("import_definitions", str(FILES / "definitions.json"))
    cluster.ctl("import_definitions", str(FILES / "policies.json"))
    imported = contents(cluster, IMPORTED)
    apply(cluster, livery, "%2F")
    found = differences(imported, contents(cluster, IMPORTED), "after `topology apply`")
    cluster.add_virtual_host(APPLIED)
    apply(cluster, livery, APPLIED)
    for line in run([livery, "topology", "permissions", "--vhost", APPLIED]).splitlines():
        if not line.startswith("#"):
            cluster.ctl(*shlex.split(line)[1:])
    names = (*LISTS, *RIGHTS)
    return found + differences(contents(cluster, IMPORTED, names), contents(cluster, APPLIED, names), "as applied")


def apply(cluster: ConfiguredCluster, livery: Path, host: str) -> None:
    """Runs `livery topology apply` in a virtual host."""
    url = cluster.urls[0].rsplit("/", 1)[0] + f"/{host}"
    run([livery, "topology", "apply"], os.environ | {"LIVERY_AMQP_URL": url})


def members(cluster: ConfiguredCluster) -> list[str]:
    """Queues that are not on every node."""
    queues = cluster.queues()
    wanted = len(json.loads((FILES / "definitions.json").read_text(encoding="utf-8"))["queues"])
    found = [] if len(queues) >= wanted else [f"expected {wanted} quorum queues, got {len(queues)}"]
    return found + [f"{name}: expected a member on each node, got {queue.members}, online {queue.online}"
                    for name, queue in queues.items() if not set(queue.members) == set(queue.online) == set(cluster.hosts)]


def policies(cluster: ConfiguredCluster) -> list[str]:
    """Queues that the policies do not reach, and those that they reach though they ought not."""
    connection = pika.BlockingConnection(pika.URLParameters(cluster.urls[0]))
    for name, kind in POLICED.items():
        connection.channel().queue_declare(name, durable=True, arguments={"x-queue-type": kind})
    printed = cluster.ctl("eval", EFFECTIVE)
    effective = json.loads(base64.b64decode("".join(re.findall(r'"([^"]*)"', printed))))
    for name in POLICED:
        connection.channel().queue_delete(name)
    connection.close()
    definition = json.loads((FILES / "policies.json").read_text(encoding="utf-8"))
    wanted = {policy["name"]: policy["definition"] for policy in definition["policies"]}
    wanted |= {parameter["name"]: parameter["value"]["definition"] for parameter in definition["parameters"]}
    expected = {"observers.billing.rides": wanted["livery-observers"], "livery.dispatch": {},
                "livery.dispatch.dead-letters": wanted["livery-dead-letters"]}
    expected |= dict.fromkeys(("replies.gateway.answers", "amq_0123abcd"), wanted["livery-replies"])
    return [f"{name}: expected the policy {limits}, got {effective.get(name)}" for name, limits in expected.items()
            if effective.get(name) != limits]
