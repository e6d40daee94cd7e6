"""A Prometheus on loopback that scrapes a fleet every second, with faster rules, and its HTTP API."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import yaml

from fleets.fleet import free_port
from fleets.processes import SuiteError, end, start, wait_until

from . import files, scaling

START_SECONDS, CALM_SECONDS = 30, 60
ANSWER_SECONDS = 10
# The machine may have a proxy for the world outside.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Prometheus:
    """One server, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._calm_at = time.time()
        self._has_exporter = False
        folder.mkdir()

    def start(self, workers: list[tuple[str, str]], exporter: str) -> None:
        """Begins to scrape the workers (kind and address of the probes), and RabbitMQ's exporter if there is one."""
        self._has_exporter = bool(exporter)
        scaling.write(self.folder / "rules.yml")
        (self.folder / "prometheus.yml").write_text(json.dumps(self._configuration(workers, exporter)), encoding="utf-8")
        self._process = start(
            ["prometheus", f"--config.file={self.folder}/prometheus.yml", f"--storage.tsdb.path={self.folder}/data",
             f"--web.listen-address=127.0.0.1:{self.port}", "--log.level=warn"], self.folder / "prometheus.log")
        wait_until(self._is_ready, START_SECONDS, f"Prometheus is ready; see {self.folder}/prometheus.log", 0.2)

    def stop(self) -> None:
        """Ends it."""
        if self._process is not None:
            end(self._process, 10)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def query(self, expression: str) -> list[dict[str, Any]]:
        """The series of a query now."""
        return self.ask("query", query=expression)["result"]

    def wait_until_calm(self, workers: int, alerts: tuple[str, ...]) -> None:
        """Waits until there are samples of all workers and of the broker, and none of those alerts fires; what fires from
        then on counts."""
        samples = f'count(livery_ready == 1) == {workers}'
        if self._has_exporter:
            samples += ' and on () rabbitmq_detailed_queue_messages{queue="livery.dispatch"}'
        firing = f'ALERTS{{alertstate="firing",alertname=~"{"|".join(alerts)}"}}'
        wait_until(lambda: bool(self.query(samples)) and not self.query(firing), CALM_SECONDS,
                   f"Prometheus has samples of {workers} ready workers, and of {', '.join(alerts)} none fires", 0.3)
        self._calm_at = time.time()

    def fired(self) -> list[str]:
        """The alerts that have fired since then, in the order of their names."""
        since = round(time.time() - self._calm_at)
        ever = f'count by (alertname) (count_over_time(ALERTS{{alertstate="firing"}}[{since}s]))'
        return sorted(series["metric"]["alertname"] for series in self.query(ever))

    def ask(self, what: str, **arguments: str) -> dict[str, Any]:
        """Asks the interface."""
        address = f"{self.url}/api/v1/{what}?{urllib.parse.urlencode(arguments)}"
        try:
            with DIRECT.open(address, timeout=ANSWER_SECONDS) as answer:
                return json.load(answer)["data"]
        except urllib.error.HTTPError as error:
            said = error.read().decode()
            raise SuiteError(f"expected an answer of Prometheus, got {error.code}: {said}: {arguments}") from error

    def _is_ready(self) -> bool:
        try:
            with DIRECT.open(f"{self.url}/-/ready", timeout=2) as answer:
                return answer.status == 200
        except OSError:
            return False

    def _configuration(self, workers: list[tuple[str, str]], exporter: str) -> dict[str, Any]:
        """That of prometheus.yml, with a scrape each second."""
        content = yaml.safe_load(files.CONFIGURATION.read_text(encoding="utf-8"))
        content["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
        del content["alerting"]
        fleet, *brokers = content["scrape_configs"]
        for broker in brokers:
            broker["static_configs"] = [{"targets": [exporter] if exporter else []}]
        del fleet["file_sd_configs"]
        fleet["static_configs"] = [{"targets": [address], "labels": {"worker": kind}} for kind, address in workers]
        return content
