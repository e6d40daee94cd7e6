"""What a list costs the client in Swift, beside the load in C."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from typing import Any

from fleets.processes import run

from . import bodies
from .bench import Bench
from .load import LIST, Extent
from .report import Row
from .run import Run
from .tables import number, table
from .workers import LISTED_VEHICLES

WINDOW = 256
LOAD, CLIENT = "load in C", "LiveryClient"
CLIENT_SECONDS = 600


class Client(Run):
    """Both in turn against one worker: what they use of a processor for a list, and what the client holds."""

    name, title = "client", "lists by LiveryClient, beside the load in C"

    def measure(self, bench: Bench) -> None:
        """Measures them in turn."""
        count, rounds = (5_000, 1) if bench.quick else (100_000, 5)
        stage = bench.stage("quorum", "sqlite", "client")
        stage.bring_vehicles(LISTED_VEHICLES)
        program = bench.binaries / "ClientLoad"
        found: dict[str, list[dict[str, Any]]] = {LOAD: [], CLIENT: []}
        with stage.workers("list-options-worker") as group:
            stage.wait_for_options()
            lines = bodies.lists(stage.trips)
            for _ in range(rounds):
                load = stage.load(LIST, Extent(count, CLIENT_SECONDS, WINDOW), group, lines).raw
                found[LOAD].append({"counted": load["counted"], "seconds": load["seconds"],
                                    "cpu": load["cpu"]["load"] / 1e9})
                found[CLIENT].append(json.loads(run([program, stage.url, "list", str(count), str(WINDOW)],
                                                    seconds=CLIENT_SECONDS)))
        for subject, loads in found.items():
            cpu = statistics.median(one["cpu"] / one["counted"] for one in loads)
            figures = {"client_cpu": cpu * 1e6, "lists_per_core": 1 / cpu, "rounds": rounds,
                       "requests_per_second": statistics.median(one["counted"] / one["seconds"] for one in loads)}
            if subject == CLIENT:
                figures |= {"peak": max(one["late"] for one in loads),
                            "growth": max(one["late"] - one["early"] for one in loads)}
            bench.report.add(self.name, subject, {"window": WINDOW}, figures)

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "µs of a core a list", "lists a second of a core", "measured a second", "peak MB",
                      "growth MB"], [
            [row.subject, number(row.figures["client_cpu"], 1), number(row.figures["lists_per_core"], 0),
             number(row.figures["requests_per_second"], 0), number(row.figures.get("peak"), 1, 1e6),
             number(row.figures.get("growth"), 2, 1e6)] for row in rows])
