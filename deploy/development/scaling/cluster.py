"""The brokers of a day: a cluster that shows its queues' figures as soon as they change."""

from __future__ import annotations

import urllib.error
import urllib.request

from fleets.cluster import Cluster
from fleets.processes import SuiteError

from .gauges import messages_in

FIGURES_PORT = 15692
# An autoscaler whose clock is faster needs figures that are as much newer (default: 5 s).
REFRESH_MILLISECONDS = 500
FIGURES_SECONDS = 2.0
PATH = "/metrics/detailed?family=queue_coarse_metrics"


class MeasuredCluster(Cluster):
    """Nodes with RabbitMQ's own exporter for Prometheus."""

    def figures(self) -> list[str]:
        """What the exporters of the nodes that answer show about queues; each shows those whose leader it has."""
        return [text for host in self.hosts if (text := self._scraped(host)) is not None]

    def shown_leader(self, queue: str) -> str:
        """The host of the leader of a queue, by the figures: the tool of the broker takes seconds for it."""
        for host in self.hosts:
            if queue in messages_in([self._scraped(host) or ""]):
                return host
        raise SuiteError(f"expected that a node shows figures of {queue}")

    def _scraped(self, host: str) -> str | None:
        url = f"http://{self._network.addresses[host]}:{FIGURES_PORT}{PATH}"
        # Whatever proxy the machine has, it does not know these hosts.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(url, timeout=FIGURES_SECONDS) as answer:
                return answer.read().decode()
        except (OSError, urllib.error.URLError):
            return None

    def _prepare(self, host: str) -> None:
        super()._prepare(host)
        (self.folder / host / "enabled_plugins").write_text("[rabbitmq_prometheus].\n", encoding="utf-8")

    def _settings(self, host: str) -> list[str]:
        return [*super()._settings(host), f"prometheus.tcp.ip = {self._network.addresses[host]}",
                f"prometheus.tcp.port = {FIGURES_PORT}",
                f"collect_statistics_interval = {REFRESH_MILLISECONDS}"]

    def _environment(self, host: str) -> dict[str, str]:
        environment = super()._environment(host)
        name = "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS"
        return environment | {name: f"{environment[name]} -rabbit quorum_tick_interval {REFRESH_MILLISECONDS}"}
