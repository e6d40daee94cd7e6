"""Publishes the table of messages with each library, and checks every response, every dead letter and every ride.

Use: python3 -m clients.interop --binaries FOLDER --ports FILE --idle URL [--only NAME,…]. LIVERY_AMQP_URL and
LIVERY_STORE are those of a fleet with vehicles on offer; FILE has the probe port of each worker, as Tests/Lab/lib.sh
writes it; URL is a virtual host with the topology and no workers.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from fleets.broker import WORK_QUEUES, depths_at
from fleets.processes import SuiteError, comes_true, run

from .cases import cases, plain
from .letters import Letters
from .libraries import LIBRARIES, Library
from .trial import Trial

RIDE_SECONDS, BACKLOG_SECONDS, SHOWN = 150, 150, 40


class Run:
    """All libraries side by side; their messages carry the name of the run."""

    def __init__(self, libraries: list[Library], urls: tuple[str, str], livery: Path, work: Path) -> None:
        self._name, self._livery, self._since = f"interop-{time.time_ns()}", livery, datetime.now(UTC)
        self._letters = Letters(urls, self._name)
        self._trials = [Trial(library, urls, self._name, work) for library in libraries]

    def complaints(self, ports: Path) -> Iterable[str]:
        """Sends all messages and then plain ones, and says what was not as it has to be."""
        with ThreadPoolExecutor(len(self._trials)) as pool:
            list(pool.map(lambda trial: trial.send(cases(trial.library.abilities)), self._trials))
            self._letters.gather(set().union(*(trial.letters for trial in self._trials)))
            list(pool.map(lambda trial: trial.send(plain()), self._trials))
        yield from health(ports)
        yield from backlog(os.environ["LIVERY_AMQP_URL"])
        yield from self._of_rides()
        self._letters.gather(set())
        for trial in self._trials:
            yield from trial.complaints(self._letters.found)

    def summaries(self) -> Iterable[str]:
        """A line for each library."""
        for trial in self._trials:
            groups = Counter(case.group for case in trial.cases.values())
            yield (f"{trial.library.name:<12} {len(trial.cases)} messages: {trial.answer_count} responses, "
                   f"{len(trial.letters)} dead letters, {len(trial.riders)} rides")
            yield f"{'':<12} " + ", ".join(f"{group} {count}" for group, count in groups.items())

    def _of_rides(self) -> Iterable[str]:
        expected = Counter(rider for trial in self._trials for rider in trial.riders)
        comes_true(lambda: not expected - self._rides(), RIDE_SECONDS, pause=0.2)
        if (booked := self._rides()) != expected:
            more, missing = booked - expected, expected - booked
            yield f"expected one ride of each of {len(expected)} riders, got more {more}, and too few {missing}"

    def _rides(self) -> Counter[str]:
        since = (self._since - timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        listed = run([self._livery, "rides", "--from", since, "--limit", "10000", "--json"])
        riders = (json.loads(line)["status"]["riderIdentifier"] for line in listed.splitlines())
        return Counter(rider for rider in riders if rider.startswith(self._name))


def health(ports: Path) -> Iterable[str]:
    """Says which worker is not alive or not ready."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    for line in ports.read_text().splitlines():
        worker, port = line.split()
        for path in ("livez", "readyz"):
            try:
                opener.open(f"http://127.0.0.1:{port}/{path}", timeout=5).close()
            except OSError as error:
                yield f"expected 200 from /{path} of {worker}, got {error}"


def backlog(url: str) -> Iterable[str]:
    """Says which queues the workers do not empty."""
    if not comes_true(lambda: not any(depths_at(url, WORK_QUEUES).values()), BACKLOG_SECONDS):
        yield f"expected empty work queues, got {depths_at(url, WORK_QUEUES)}"


def main() -> int:
    """Prints what was sent, or what was wrong."""
    parser = argparse.ArgumentParser(prog="clients.interop")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--ports", type=Path, required=True)
    parser.add_argument("--idle", required=True)
    parser.add_argument("--only", type=lambda text: text.split(","))
    options = parser.parse_args()
    libraries = [library for library in LIBRARIES if options.only is None or library.name in options.only]
    began = time.monotonic()
    urls = os.environ["LIVERY_AMQP_URL"], options.idle
    with tempfile.TemporaryDirectory(prefix="livery-interop-") as work:
        # Where the commands of libraries find the programs of the project.
        (Path(work) / "binaries").symlink_to(options.binaries.resolve())
        try:
            tried = Run(libraries, urls, options.binaries / "livery", Path(work))
            complaints = list(tried.complaints(options.ports))
        except SuiteError as error:
            complaints = [str(error)]
    if complaints:
        print(*complaints[:SHOWN], f"{len(complaints)} complaints in all", sep="\n", file=sys.stderr)
        return 1
    print(*tried.summaries(), f"all as expected, in {time.monotonic() - began:.0f} s", sep="\n")
    return 0


sys.exit(main())
