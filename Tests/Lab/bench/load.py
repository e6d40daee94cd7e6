"""One load and what it has measured."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fleets.processes import SuiteError, run

from .bodies import Bodies

# Beside the time of the load itself: the warm-up and the answers that are outstanding at the end.
SPARE_SECONDS = 90


@dataclass(frozen=True)
class Kind:
    """What is asked."""

    name: str
    role: str
    queue: str
    type: str
    # Any other code of an answer is an error.
    accepted: tuple[str, ...] = ("success",)
    # Whether each request has an identifier, as those need that are done once.
    is_identified: bool = False
    # Whether the worker writes rows for each, and so the floor, too.
    writes: bool = False
    # The routing keys of events that are consumed and counted meanwhile.
    events: str = ""
    # The queue that is consumed for them, where it is not one of the load's own.
    observer: str = ""
    # Where it is not the type.
    key: str = ""

    @property
    def exchange(self) -> str:
        """The exchange of the role that asks it."""
        return f"livery.requests.{self.role}"

    @property
    def routing_key(self) -> str:
        """What leads to the queue."""
        return self.key or self.type


LIST = Kind("list", "riders", "livery.list-options", "list-ride-options.handle")
BOOK = Kind("book", "riders", "livery.request-ride", "request-ride.handle", ("success", "inProgress"), True, True,
            "ride.#")
QUERY = Kind("query", "riders", "livery.status-query", "get-ride-status.handle")
POSITION = Kind("position", "vehicles", "livery.positions", "vehicle.position", writes=True)
VEHICLE = Kind("vehicle", "vehicles", "livery.dispatch", "vehicle.update", writes=True)


@dataclass(frozen=True)
class Extent:
    """How long a load is: what comes first of a number of requests and a time ends it."""

    requests: int
    seconds: float
    window: int
    points: int = 0

    @property
    def warm(self) -> int:
        """The requests at the beginning that do not count."""
        return min(self.requests // 20, max(50, 2 * self.window))

    @property
    def limit(self) -> float:
        """When to give up on it."""
        return self.seconds + SPARE_SECONDS


@dataclass(frozen=True)
class Measured:
    """What one load has measured, as the program tells it."""

    raw: dict[str, Any]

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.raw["counted"] / self.raw["seconds"] if self.raw["seconds"] > 0 else 0.0

    def cpu(self, name: str) -> float | None:
        """The microseconds of processor time that the watched processes of that name used for an answer."""
        used = self.raw["cpu"].get(name)
        return used / 1e3 / self.raw["counted"] if used is not None and self.raw["counted"] > 0 else None

    def figures(self) -> dict[str, float]:
        """The figures of a row."""
        latencies = self.raw["latencies"]
        found = {"requests_per_second": self.rate, "latency_median": latencies["median"],
                 "latency_p99": latencies["p99"], "latency_maximum": latencies["maximum"],
                 "answer_bytes": self.raw["answer_bytes"] / max(1, self.raw["answered"])}
        if "successes" in self.raw:
            found["success_share"] = self.raw["successes"] / max(1, self.raw["answered"])
        if "wal" in self.raw:
            found["wal_bytes"] = self.raw["wal"] / max(1, self.raw["answered"])
            found["wal_plain_bytes"] = (self.raw["wal"] - self.raw["wal_pages"]) / max(1, self.raw["answered"])
        if self.raw["events"] > 0:
            found["events_per_request"] = self.raw["events"] / self.raw["answered"]
        found |= {f"{name}_cpu": used for name in self.raw["cpu"] if (used := self.cpu(name)) is not None}
        if "worker_cpu" in found:
            # SQLite works in the worker's process, PostgreSQL in its own.
            found["handling_cpu"] = found["worker_cpu"] + found.get("store_cpu", 0)
        return found | {f"{name}_resident": size for name, size in self.raw["resident"].items()}


def medians(all_measured: Sequence[Measured]) -> dict[str, float]:
    """The median of each figure over several loads; of the maximum latency, the maximum."""
    every = [measured.figures() for measured in all_measured]
    shared = [name for name in every[0] if all(name in figures for figures in every)]
    found = {name: statistics.median(figures[name] for figures in every) for name in shared}
    found["latency_maximum"] = max(figures["latency_maximum"] for figures in every)
    return found | {"rounds": len(every)}


@dataclass
class Loader:
    """Runs loads against one virtual host."""

    program: Path
    url: str
    folder: Path
    seed: int
    # Each request has a number of its own for as long as the host is there: riders and sequences grow with it.
    next_number: int = 1

    def run(self, kind: Kind, bodies: Bodies, extent: Extent, watch: Mapping[str, Sequence[int | str]]) -> Measured:
        """Carries out a load to its end; answers with another code than is accepted are an error."""
        command = self.command(kind, bodies, extent, watch)
        self.next_number += extent.requests
        return checked(kind, Measured(json.loads(run(command, seconds=extent.limit))))

    def begin(self, kind: Kind, bodies: Bodies, extent: Extent) -> subprocess.Popen[str]:
        """Begins a load that somebody else waits for."""
        command = self.command(kind, bodies, extent, {})
        self.next_number += extent.requests
        return subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                text=True)

    def command(
        self, kind: Kind, bodies: Bodies, extent: Extent, watch: Mapping[str, Sequence[int | str]]
    ) -> list[str | Path]:
        """The command line of a load; its bodies go to a file."""
        path = self.folder / "bodies.txt"
        lines = bodies(self.next_number, extent.requests) if callable(bodies) else bodies
        path.write_text("".join(f"{body}\n" for body in lines), encoding="utf-8")
        command: list[str | Path] = [
            self.program, "--url", self.url, "--exchange", kind.exchange, "--key", kind.routing_key,
            "--type", kind.type, "--bodies", path, "--first", str(self.next_number),
            "--requests", str(extent.requests), "--seconds", str(extent.seconds), "--warm", str(extent.warm),
            "--window", str(extent.window), "--points", str(extent.points)]
        if kind.is_identified:
            command += ["--identified", str(self.seed)]
        if kind.events:
            command += ["--events", kind.events]
        if kind.observer:
            command += ["--observer", kind.observer]
        for name, pids in watch.items():
            command += ["--watch", f"{name}={','.join(str(pid) for pid in pids)}"]
        return command


def checked(kind: Kind, measured: Measured) -> Measured:
    """The same, if every answer had a code that is accepted; else an error."""
    others = {code: count for code, count in measured.raw["codes"].items() if code not in kind.accepted}
    if others:
        raise SuiteError(f"expected answers with {' or '.join(kind.accepted)} to {kind.type}, got {others}")
    if len(kind.accepted) > 1:
        measured.raw["successes"] = measured.raw["codes"].get("success", 0)
    return measured
