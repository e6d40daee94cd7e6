"""Whether nodes work with the settings that the files give them."""

from __future__ import annotations

import re
import urllib.request

from .nodes import FILES, ConfiguredCluster

PAGE_SECONDS = 20
# What Erlang says of a setting: the expression, and the answer for a value.
EXPRESSIONS = {
    "vm_memory_high_watermark.relative": ("vm_memory_monitor:get_vm_memory_high_watermark()", "{}"),
    "disk_free_limit.relative": ("application:get_env(rabbit, disk_free_limit)", "{{ok,{{mem_relative,{}}}}}"),
    "heartbeat": ("application:get_env(rabbit, heartbeat)", "{{ok,{}}}"),
    "max_message_size": ("application:get_env(rabbit, max_message_size)", "{{ok,{}}}"),
    "consumer_timeout": ("application:get_env(rabbit, consumer_timeout)", "{{ok,{}}}"),
    "channel_max": ("application:get_env(rabbit, channel_max)", "{{ok,{}}}"),
    "prometheus.tcp.port": ("application:get_env(rabbitmq_prometheus, tcp_config)", "{{ok,[{{port,{}}}]}}"),
    "cluster_name": ("rabbit_nodes:cluster_name()", "<<\"{}\">>"),
    "cluster_partition_handling": ("application:get_env(rabbit, cluster_partition_handling)", "{{ok,{}}}"),
}
# What shows otherwise: a cluster that was formed, definitions that were loaded.
SHOWN_OTHERWISE = ("cluster_formation.", "definitions.")


def findings(cluster: ConfiguredCluster) -> list[str]:
    """What nodes have otherwise than the files say, a line each."""
    found: list[str] = []
    for host in cluster.hosts:
        found += [f"{host}: {finding}" for finding in of_node(cluster, host)]
    return found


def of_node(cluster: ConfiguredCluster, host: str) -> list[str]:
    """The same of one node."""
    names = {name: value for name, value in cluster.settings().items() if not name.startswith(SHOWN_OTHERWISE)}
    found = [f"{name}: no expression shows whether it is in use" for name in names if name not in EXPRESSIONS]
    shown = [(*EXPRESSIONS[name], value) for name, value in names.items() if name in EXPRESSIONS]
    # All at once, since each start of rabbitmqctl takes a second.
    wanted = "[" + ",".join(answer.format(value) for _, answer, value in shown) + "]"
    got = evaluated(cluster, host, "[" + ",".join(expression for expression, _, _ in shown) + "]")
    if got != wanted:
        found.append(f"expected {wanted}, got {got}")
    return found + plugins(cluster, host)


def evaluated(cluster: ConfiguredCluster, host: str, expression: str) -> str:
    """What a node says of an expression, without blanks."""
    return "".join(cluster.ctl_on(host, "eval", f"{expression}.").split())


def plugins(cluster: ConfiguredCluster, host: str) -> list[str]:
    """Plugins that are not active, and whether Prometheus is answered."""
    active = cluster.ctl_on(host, "eval", "rabbit_plugins:active().")
    wanted = re.findall(r"\w+", (FILES / "enabled_plugins").read_text(encoding="utf-8"))
    found = [f"the plugin {name} is not active" for name in wanted if not re.search(rf"\b{name}\b", active)]
    port = cluster.settings()["prometheus.tcp.port"]
    with urllib.request.urlopen(f"http://{cluster.address(host)}:{port}/metrics", timeout=PAGE_SECONDS) as page:
        if b"\nrabbitmq_build_info{" not in page.read():
            found.append("/metrics has no rabbitmq_build_info")
    return found
