"""A Prometheus on loopback that asks everything every second, and its own interface."""

from __future__ import annotations

import json
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

import yaml

from fleets.fleet import free_port
from fleets.processes import SuiteError, end, start, wait_until

from . import files, scaling

START_SECONDS = 30
ANSWER_SECONDS = 10
# The machine may have a proxy for the world outside.
DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Prometheus:
    """One server, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        folder.mkdir()

    def start(self, jobs: dict[str, list[tuple[str, int]]], exporter: str) -> None:
        """Begins to ask the workers (kind and probe port) of each job, and RabbitMQ's exporter."""
        scaling.write(self.folder / "rules.yml")
        (self.folder / "prometheus.yml").write_text(json.dumps(self._configuration(jobs, exporter)), encoding="utf-8")
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

    def series(self, expression: str, begin: float, finish: float, step: float) -> list[dict[str, Any]]:
        """The series of a query over a time."""
        return self.ask("query_range", query=expression, start=str(begin), end=str(finish), step=str(step))["result"]

    def alerts(self) -> list[dict[str, Any]]:
        """The alerts that are pending or firing."""
        return self.ask("alerts")["alerts"]

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

    def _configuration(self, jobs: dict[str, list[tuple[str, int]]], exporter: str) -> dict[str, Any]:
        """That of prometheus.yml, in a hurry, with a job for each fleet."""
        content = yaml.safe_load(files.CONFIGURATION.read_text(encoding="utf-8"))
        content["global"] = {"scrape_interval": "1s", "scrape_timeout": "1s", "evaluation_interval": "1s"}
        del content["alerting"]
        fleet, *brokers = content["scrape_configs"]
        for broker in brokers:
            broker["static_configs"] = [{"targets": [exporter]}]
        content["scrape_configs"] = brokers
        for job, workers in jobs.items():
            targets = self.folder / f"{job}.json"
            targets.write_text(json.dumps([{"targets": [f"127.0.0.1:{port}"], "labels": {"worker": kind}}
                                           for kind, port in workers]), encoding="utf-8")
            content["scrape_configs"].append(fleet | {"job_name": job, "file_sd_configs": [{"files": [str(targets)]}]})
        return content
