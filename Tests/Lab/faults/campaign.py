"""Runs scenarios, several at once if asked to, each in a process of its own, and makes the report of their rows."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections import deque
from dataclasses import asdict, dataclass
from pathlib import Path

from fleets.processes import SuiteError, end

from . import report
from .report import Row
from .plan import Options
from .run import Run
from .scenario import Scenario

UNABLE = 3
STOP_SECONDS = 60


@dataclass
class Job:
    """A scenario on a store, and the process that runs it."""

    scenario: Scenario
    store: str
    row: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def name(self) -> str:
        """Such as `kill on sqlite`."""
        return f"{self.scenario.name} on {self.store}"


def run_one(scenario: Scenario, arguments: argparse.Namespace) -> int:
    """Runs one scenario on one store and leaves its row in a file."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    options = Options(arguments.binaries, arguments.before, arguments.quick, arguments.seed, arguments.requests,
                      arguments.kills, arguments.keep, arguments.alerts)
    try:
        row = Run(scenario, options, arguments.store).execute()
    except SuiteError as error:
        print(error, file=sys.stderr)
        return UNABLE
    except Exception:  # any error: the other scenarios continue
        traceback.print_exc()
        return UNABLE
    arguments.one.write_text(json.dumps(asdict(row)), encoding="utf-8")
    return 0


class Campaign:
    """The jobs that the arguments ask for."""

    def __init__(self, arguments: argparse.Namespace, scenarios: list[Scenario]) -> None:
        self._arguments = arguments
        self._folder = tempfile.TemporaryDirectory(prefix="livery-faults-")
        self._waiting: deque[Job] = deque()
        self._running: list[Job] = []
        self._rows: list[Row] = []
        self._failures: list[str] = []
        for scenario in scenarios:
            for store in self._stores(scenario):
                name = f"{scenario.name}-{store}"
                self._waiting.append(Job(scenario, store, Path(self._folder.name) / f"{name}.json"))

    def run(self) -> int:
        """Runs all of them; 0 if all promises were kept, 1 if one was not, 2 if a scenario could not be carried out."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        print(f"seed {self._arguments.seed}", flush=True)
        order = [job.name for job in self._waiting]
        try:
            while self._waiting or self._running:
                while self._waiting and len(self._running) < self._arguments.jobs:
                    self._start(self._waiting.popleft())
                time.sleep(0.1)
                self._look()
        finally:
            for job in self._running:
                if job.process is not None:
                    end(job.process, STOP_SECONDS)
            self._folder.cleanup()
        self._rows.sort(key=lambda row: order.index(f"{row.scenario} on {row.store}"))
        return self._tell()

    def _stores(self, scenario: Scenario) -> list[str]:
        stores = scenario.quick_stores or scenario.stores if self._arguments.quick else scenario.stores
        if self._arguments.store:
            stores = tuple(name for name in scenario.stores if name == self._arguments.store)
        return list(stores)

    def _start(self, job: Job) -> None:
        if job.scenario.needs_root and os.geteuid() != 0:
            self._failures.append(f"{job.name}: needs root")
            return
        given = self._arguments
        command = [sys.executable, "-B", "-m", "faults", "--one", job.row, "--only", job.scenario.name,
                   "--store", job.store, "--seed", given.seed, "--binaries", given.binaries]
        command += [f"--{name}" for name in ("quick", "keep", "alerts") if getattr(given, name)]
        for name in ("before", "requests", "kills"):
            command += [f"--{name}", getattr(given, name)] if getattr(given, name) else []
        print(f"{job.name}: {job.scenario.title}", flush=True)
        # A session of its own: an interrupt from the terminal is for this process, which ends its jobs in order.
        job.process = subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL,
                                       start_new_session=True)
        self._running.append(job)

    def _look(self) -> None:
        for job in [job for job in self._running if job.process is not None and job.process.poll() is not None]:
            self._running.remove(job)
            if not job.row.exists():
                code = job.process.returncode if job.process is not None else None
                self._failures.append(f"{job.name}: ended with {code}; what it said is above")
                continue
            row = Row(**json.loads(job.row.read_text(encoding="utf-8")))
            self._rows.append(row)
            verdict = report.complaints(row)[0] if row.violations else f"{job.name}: good"
            print(f"{verdict}, {row.seconds:.0f} s", flush=True)

    def _tell(self) -> int:
        if self._rows:
            print(f"\n{report.table(self._rows)}\n\n{report.actions(self._rows)}", flush=True)
            if self._arguments.alerts:
                print(f"\n{report.alerts(self._rows)}", flush=True)
        for row in self._rows:
            for line in report.complaints(row) if row.violations else []:
                print(line, file=sys.stderr)
        for text in self._failures:
            print(f"not carried out: {text}", file=sys.stderr)
        if self._arguments.report:
            report.write(self._arguments.report, self._rows, self._failures, self._arguments.seed)
        return 1 if any(row.violations for row in self._rows) else 2 if self._failures else 0
