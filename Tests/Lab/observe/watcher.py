"""Looks at Prometheus' alerts all the time and remembers which have fired."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from fleets.processes import SuiteError

from .prometheus import Prometheus

PAUSE_SECONDS = 0.3
Labels = dict[str, Any]


class Watcher:
    """Looks from `start` to `stop`."""

    def __init__(self, prometheus: Prometheus) -> None:
        self._prometheus = prometheus
        self._firing: list[Labels] = []
        self._seen: dict[tuple[tuple[str, Any], ...], float] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self.problem: Exception | None = None

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._stopping.set()
        self._thread.join(20)

    def fires(self, alert: str, concerns: Callable[[Labels], bool]) -> bool:
        """Whether an alert of that name and of some labels fires now."""
        if self.problem is not None:
            raise self.problem
        return any(labels["alertname"] == alert and concerns(labels) for labels in self._firing)

    def seen(self, concerns: Callable[[Labels], bool]) -> list[str]:
        """What has fired with some labels, by the name of the alert."""
        return sorted({dict(key)["alertname"] for key in self._seen if concerns(dict(key))})

    def _run(self) -> None:
        failures = 0
        while not self._stopping.wait(PAUSE_SECONDS):
            try:
                alerts = self._prometheus.alerts()
                failures = 0
            except (OSError, ValueError, SuiteError) as error:
                failures += 1
                if failures > 10:
                    self.problem = error
                continue
            self._firing = [alert["labels"] for alert in alerts if alert["state"] == "firing"]
            for labels in self._firing:
                self._seen.setdefault(tuple(sorted(labels.items())), time.monotonic())
