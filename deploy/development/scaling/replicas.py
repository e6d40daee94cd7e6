"""The workers of one kind: as many as are asked for, spread over hosts, each with its share of a core, of one build or,
while builds change, of two."""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fleets.fleet import DRAIN_SECONDS, READY_SECONDS, Fleet, Worker
from fleets.network import Network
from fleets.processes import wait_until

from .quota import Quotas
from .sizes import BATCH_LIMIT


@dataclass(frozen=True)
class Build:
    """The programs of a revision."""

    name: str
    folder: Path
    version: str


@dataclass(frozen=True)
class Ground:
    """Where workers are put."""

    network: Network
    quotas: Quotas
    hosts: tuple[str, ...]
    broker_urls: tuple[str, ...]
    """The same nodes in another order each, so that connections spread."""


class Replicas:
    """The workers of a kind."""

    def __init__(self, kind: str, fleet: Fleet, ground: Ground, build: Build, share: float) -> None:
        self.kind, self.share = kind, share
        self.queue = "livery." + kind.removesuffix("-worker")
        self._fleet, self._ground, self._build = fleet, ground, build
        self._workers: list[Worker] = []
        self._made = self._surge = 0
        self._used: dict[int, float] = {}
        self._lock = threading.RLock()

    @property
    def count(self) -> int:
        """How many there are to be; one that is being replaced counts once."""
        with self._lock:
            return len([worker for worker in self._workers if worker.wanted]) - self._surge

    def by_build(self) -> Counter[str]:
        """How many workers have a process, by the folder of their build; those that drain count too."""
        return Counter(str(worker.binaries) for worker in self._workers if worker.pid is not None)

    def used_seconds(self) -> float:
        """The processor time of all processes that there were, as far as it was looked at."""
        for worker in list(self._workers):
            pid = worker.pid
            if pid is not None and (seconds := processor_seconds(pid)) is not None:
                self._used[pid] = seconds
        return sum(self._used.values())

    def resize(self, count: int) -> None:
        """Adds workers, or asks some to end; of those that end, the ones of an older build are the first."""
        with self._lock:
            while self.count < count:
                self._add()
            while self.count > count:
                wanted = [worker for worker in self._workers if worker.wanted]
                older = [worker for worker in wanted if worker.binaries != self._build.folder]
                self._retire((older or wanted)[-1])

    def roll(self, build: Build) -> None:
        """Replaces the workers one by one: starts a new one, waits until it is ready, and asks an old one to end."""
        with self._lock:
            self._build = build
        while True:
            with self._lock:
                older = [worker for worker in self._workers if worker.wanted and worker.binaries != build.folder]
                if not older:
                    return
                fresh = self._add()
                self._surge = 1
            wait_until(lambda: fresh.probe() == 200, READY_SECONDS, f"{fresh.name} of {build.name} is ready", 0.2)
            with self._lock:
                self._surge = 0
                # The autoscaler may have taken some away meanwhile.
                older = [worker for worker in older if worker.wanted]
                if older:
                    self._retire(older[0])
            if older:
                self._await_end(older[0])

    def kill(self) -> Worker:
        """Kills the oldest worker; the supervisor starts it again."""
        with self._lock:
            worker = next(worker for worker in self._workers if worker.wanted)
            self._fleet.kill(worker)
            return worker

    def _add(self) -> Worker:
        ground, turn = self._ground, self._made
        self._made += 1
        host = ground.hosts[turn % len(ground.hosts)]
        name = f"{self.kind}-{self._made}"
        worker = self._fleet.add(
            self.kind, {"LIVERY_AMQP_URL": ground.broker_urls[turn % len(ground.broker_urls)],
                        "LIVERY_LOG_ACCESS_SAMPLE": "1", "LIVERY_BATCH_LIMIT": str(BATCH_LIMIT)},
            [*ground.quotas.within(name, self.share), *ground.network.within(host)],
            ground.network.addresses[host], self._build.folder)
        self._workers.append(worker)
        return worker

    def _retire(self, worker: Worker) -> None:
        worker.wanted = False
        self._fleet.kill(worker, signal.SIGTERM)

    def _await_end(self, worker: Worker) -> None:
        process = worker.process
        wait_until(lambda: process is None or process.returncode is not None, DRAIN_SECONDS + 5,
                   f"{worker.name} ends within {DRAIN_SECONDS + 5} s", 0.1)


def processor_seconds(pid: int) -> float | None:
    """The processor time that a process has taken so far; None when it has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return None
    # User and system time are the fields 14 and 15 of proc(5), of which the name is the second.
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
