"""Leaves one fault in place for a while, so that somebody can practise the way from an alert to its cause."""

from __future__ import annotations

import shlex
import signal
import threading
from pathlib import Path

from fleets.processes import wait_until

from . import deeds
from .campaign import START_SECONDS
from .deeds.deed import Deed
from .stage import Site, Stage

MOST_SECONDS = 900.0


class Drill:
    """A fleet with one fault, watched by Prometheus; the name of the fault is not shown."""

    def __init__(self, binaries: Path, fault: str) -> None:
        self._stage = Stage(binaries)
        self._place = next(place for place in deeds.PLACES if any(kind.name == fault for kind in place[3]))
        self._kind = next(kind for kind in self._place[3] if kind.name == fault)
        self._over = threading.Event()

    def run(self) -> int:
        """0 when it was ended by an interrupt, or by its time."""
        signal.signal(signal.SIGTERM, lambda *_: self._over.set())
        signal.signal(signal.SIGINT, lambda *_: self._over.set())
        try:
            deed = self._begin()
            try:
                deed.begin()
                print("The fault is there.", flush=True)
                self._over.wait(MOST_SECONDS)
            finally:
                deed.end()
                deed.close()
            return 0
        finally:
            self._stage.stop(keep=False)

    def _begin(self) -> Deed:
        self._stage.start()
        _, kinds, settings, _ = self._place
        site = self._stage.site("drill", {kind: dict(settings) for kind in kinds})
        self._kind.prepare(site)
        site.fleet.start()
        self._stage.watch()
        count = len(site.fleet.workers)
        wait_until(lambda: len(self._stage.prometheus.query("livery_ready == 1")) == count, START_SECONDS,
                   f"Prometheus sees {count} ready workers", 0.5)
        self._tell(site)
        return self._kind(site)

    def _tell(self, site: Site) -> None:
        environment = self._stage.folder / "environment"
        names = sorted(name for name in site.fleet.environment() if name.startswith("LIVERY_"))
        lines = [f"export {name}={shlex.quote(site.fleet.environment()[name])}" for name in names]
        environment.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"Prometheus: {self._stage.prometheus.url}, with rules that are 60 times as fast (alerts: /api/v1/alerts)")
        print(f"Settings of the fleet, for livery: source {environment}")
        print("Workers: " + " ".join(f"{worker.kind}=127.0.0.1:{worker.port}" for worker in site.fleet.workers))
        print(f"Logs: {site.folder / 'log'}, RabbitMQ: {self._stage.broker.folder}", flush=True)


def names() -> list[str]:
    """The faults that can be practised."""
    return sorted(kind.name for place in deeds.PLACES for kind in place[3])
