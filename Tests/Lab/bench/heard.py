"""What observers of rides are shown, and how old it is."""

from __future__ import annotations

import contextlib
import json
import statistics
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from queue import SimpleQueue
from typing import Any

from pika import BasicProperties

from fleets.broker import channel_at

from .load import Kind

# The seconds between two reports of a vehicle, and by default (LIVERY_UPDATE_SECONDS) between two updates at least.
INTERVAL = 4
# Workers look for updates that are due now and then, and an update waits in the queue.
LATE_SECONDS = 1
PATIENCE, CONNECTIONS = 30, 4
FOLLOW = Kind("follow", "riders", "livery.status-query", "get-ride-status.start-updates")


@dataclass
class Heard:
    """Answers to reports; and updates, with when each came, whose it is, and of when its position is."""

    answers: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    shown: list[tuple[float, str, float]] = field(default_factory=list)
    # What counts came between these.
    begun: float = 0
    ended: float = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @contextlib.contextmanager
    def listening(self, url: str) -> Iterator[list[str]]:
        """The names of queues that are read meanwhile, each over a connection of its own."""
        names, stopping = SimpleQueue[str](), threading.Event()
        threads = [threading.Thread(target=self._listen, args=(url, names, stopping)) for _ in range(CONNECTIONS)]
        for thread in threads:
            thread.start()
        try:
            yield [names.get(timeout=PATIENCE) for _ in threads]
        finally:
            stopping.set()
            for thread in threads:
                thread.join()

    def _listen(self, url: str, names: SimpleQueue[str], stopping: threading.Event) -> None:
        with channel_at(url) as channel:
            name = channel.queue_declare("", exclusive=True).method.queue
            names.put(name)
            for _, properties, body in channel.consume(name, auto_ack=True, inactivity_timeout=0.2):
                if stopping.is_set():
                    return
                if properties is not None:
                    with self.lock:
                        self._take(properties, json.loads(body))

    def _take(self, properties: BasicProperties, said: dict[str, Any]) -> None:
        is_update = str(properties.type).startswith(FOLLOW.type)
        if said["code"] != "success" or said.get("applied") is False:
            self.refused[f"{properties.type} {said['code']}"] += 1
        elif is_update:
            stamp = said.get("rideStatus", {}).get("vehicle", {}).get("location", {}).get("timestamp")
            at = datetime.fromisoformat(stamp).timestamp() if stamp else 0
            self.shown.append((time.time(), str(properties.correlation_id), at))
        self.answers += not is_update

    def figures(self, observers: int, seconds: float) -> dict[str, float]:
        """How often observers were shown something, how often a newer position, and how old these were."""
        newest: dict[str, float] = {}
        newer: Counter[str] = Counter()
        counted = 0
        ages: list[float] = []
        for when, whose, at in self.shown:
            if self.begun <= when < self.ended:
                counted += 1
                ages += [when - at] if at else []
                newer[whose] += at > newest.get(whose, 0)
            newest[whose] = max(newest.get(whose, 0), at)
        counts, wanted = [newer[str(index)] for index in range(observers)], int(seconds / (INTERVAL + LATE_SECONDS))
        return {"refused": sum(self.refused.values()), "updates_per_second": counted / seconds,
                "seconds_between_updates": seconds * observers / max(1, counted), "not_newer": counted - sum(counts),
                "newer_median": statistics.median(counts), "newer_least": min(counts), "newer_wanted": wanted,
                "lacking": sum(count < wanted for count in counts),
                "age_median_seconds": statistics.median(ages or [0]),
                "age_p99_seconds": statistics.quantiles(ages or [0, 0], n=100, method="inclusive")[98]}
