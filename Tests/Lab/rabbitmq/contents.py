"""Whether a virtual host that has imported the definitions is the one that the tool declares, and has the policies."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

from fleets.processes import run

from .nodes import FILES, ConfiguredCluster

# Of each list the columns that the definitions have a word on.
LISTS = {
    "list_queues": ("name", "type", "durable", "auto_delete", "arguments"),
    "list_exchanges": ("name", "type", "durable", "auto_delete", "internal", "arguments"),
    "list_bindings": (),
}
# The same of the rights, in the order in which rabbitmqctl takes them.
RIGHTS = {
    "list_permissions": ("user", "configure", "write", "read"),
    "list_topic_permissions": ("user", "exchange", "write", "read"),
}
ADMINISTRATOR = "livery"
IMPORTED, APPLIED = "/", "applied"


def rows(cluster: ConfiguredCluster, name: str, host: str) -> list[str]:
    """The rows of one list of a virtual host."""
    table = json.loads(cluster.ctl(name, "--vhost", host, "--formatter", "json", *LISTS.get(name, ())))
    return [row(values) for values in table if values.get("user") != ADMINISTRATOR]


def row(values: dict[str, Any]) -> str:
    """One row, to be compared; each queue has its arguments in the order of its declaration."""
    return json.dumps(values | {"arguments": sorted(values.get("arguments", []))}, sort_keys=True)


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
    found += differences(imported, contents(cluster, APPLIED), "as applied")
    return found + differences(printed_rights(livery), contents(cluster, IMPORTED, tuple(RIGHTS)), "as printed")


def printed_rights(livery: Path) -> dict[str, list[str]]:
    """The rights that `livery topology permissions` has, as the rows that its commands would make."""
    rights: dict[str, list[str]] = {name: [] for name in RIGHTS}
    for line in run([livery, "topology", "permissions"]).splitlines():
        if line.startswith("#"):
            continue
        _, command, _, _, *values = shlex.split(line)
        name = command.replace("set_", "list_")
        rights[name].append(row(dict(zip(RIGHTS[name], values, strict=True))))
    return rights


def apply(cluster: ConfiguredCluster, livery: Path, host: str) -> None:
    """Runs `livery topology apply` in a virtual host."""
    url = cluster.urls[0].rsplit("/", 1)[0] + f"/{host}"
    run([livery, "topology", "apply"], os.environ | {"LIVERY_AMQP_URL": url})


def members(cluster: ConfiguredCluster) -> list[str]:
    """Queues that are not on every node."""
    queues = cluster.queues()
    wanted = len(json.loads((FILES / "definitions.json").read_text(encoding="utf-8"))["queues"])
    found = [] if len(queues) >= wanted else [f"expected {wanted} quorum queues, got {len(queues)}"]
    everywhere = set(cluster.hosts)
    return found + [f"{name}: expected a member on each node, got {queue.members}, online {queue.online}"
                    for name, queue in queues.items()
                    if set(queue.members) != everywhere or set(queue.online) != everywhere]
