"""How fast recordings are replayed in one process, and what a recorder costs the fleet beside it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import statistics
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from fleets.processes import REPOSITORY, SuiteError, run, start, wait_until

from . import bodies
from .bench import Bench
from .calibration import worked
from .comparing import extents
from .load import LIST, medians
from .report import Row
from .run import Run
from .stage import Stage
from .tables import number, table

CATALOGUE = REPOSITORY / "deploy" / "recordings" / "catalogue.json"
BUSY = 1000
# The fixed work of calibrate.c before each replay, in millions of turns.
MILLIONS = 50


class Replays(Run):
    """Two recordings, each of a length and of four times that: the rate, and what the process holds at most.

    The processor time of a message is compared with that of a fixed loop, which runs before each replay.
    """

    name, title = "replays", "recordings replayed in one process, without a broker"

    def measure(self, bench: Bench) -> None:
        """Replays each recording several times."""
        folder = bench.folder / "replays"
        folder.mkdir()
        tool = bench.binaries / "livery"
        for count in (1_000, 4_000) if bench.quick else (10_000, 40_000):
            city = folder / f"city-{count}.jsonl"
            run([bench.binaries / "SimulateCity", CATALOGUE, city, str(count), "150", "1"], environment(CATALOGUE))
            lists = folder / f"lists-{count}.jsonl"
            write(lists, list_requests(bench, count))
            for name, path, catalogue in (("city", city, CATALOGUE), ("lists", lists, bench.catalogue)):
                rates, peaks, turns = [], [], []
                for _ in range(1 if bench.quick else 3):
                    loop = worked(bench.programs.calibrate, MILLIONS, [min(os.sched_getaffinity(0))])[0]["cpu"]
                    rate, peak, used = replay(tool, path, catalogue)
                    rates.append(rate)
                    peaks.append(peak)
                    turns.append(used / count / (loop / (MILLIONS * 1e6)))
                bench.report.add(self.name, "livery replay --local", {"recording": name, "messages": count},
                                 {"messages_per_second": max(rates), "peak": min(peaks),
                                  "turns": statistics.median(turns)})

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["recording", "messages", "a second", "turns for one", "MB at most"], [
            [row.setting["recording"], str(row.setting["messages"]), number(row.figures["messages_per_second"], 0),
             number(row.figures["turns"], 0), number(row.figures["peak"], 1, 1e6)] for row in rows])


class Recorder(Run):
    """Lists at full load, in turns without and with a recorder on the same machine."""

    name, title = "recorder", "what a recorder costs the fleet beside it"

    def measure(self, bench: Bench) -> None:
        """Measures in turns."""
        stage = bench.stage("quorum", "sqlite", "recorder")
        stage.bring_vehicles(60)
        extent = extents(bench.quick)[BUSY]
        found: dict[bool, list] = {False: [], True: []}
        with stage.workers("list-options-worker") as group:
            for turn in range(1 if bench.quick else 3):
                found[False].append(stage.load(LIST, extent, group))
                with recording(stage, turn) as path:
                    found[True].append(stage.load(LIST, extent, group))
                last = json.loads(path.read_bytes().splitlines()[-1])
        plain, beside = medians(found[False]), medians(found[True])
        bench.report.add(self.name, "lists", {"window": BUSY}, {
            "plain": plain["requests_per_second"], "beside": beside["requests_per_second"],
            "share": beside["requests_per_second"] / plain["requests_per_second"],
            "recorded": last["count"], "dropped": last["dropped"]})

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", "a second without", "a second with", "share", "recorded", "dropped"], [
            [row.subject, number(row.figures["plain"], 0), number(row.figures["beside"], 0),
             number(row.figures["share"], 2), number(row.figures["recorded"], 0), number(row.figures["dropped"], 0)]
            for row in rows])


class recording:
    """A recorder from when it records until it has ended in order."""

    def __init__(self, stage: Stage, turn: int) -> None:
        self.stage, self.path = stage, stage.folder / f"recording-{turn}.jsonl"

    def __enter__(self) -> Path:
        log = self.path.with_suffix(".log")
        settings = {name: text for name, text in self.stage.environment.items() if name != "LIVERY_STORE"}
        self.process = start([self.stage.bench.binaries / "livery", "record", self.path], log, settings)
        wait_until(lambda: "recording" in log.read_text(encoding="utf-8"), 30, "the recorder records")
        return self.path

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGINT)
        if self.process.wait(timeout=120) != 0:
            raise SuiteError(f"expected the recorder to end with 0, got {self.process.returncode}")


def environment(catalogue: Path) -> dict[str, str]:
    """The settings of a replay."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("LIVERY_")}
    return inherited | {"LIVERY_CATALOGUE": str(catalogue)}


def replay(tool: Path, path: Path, catalogue: Path) -> tuple[float, float, float]:
    """The messages a second, the bytes that the process held at most, and the seconds of processor time."""
    process = subprocess.Popen([tool, "replay", "--local", path], env=environment(catalogue), stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
    told = process.stdout.read() if process.stdout else ""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    found = re.search(r"replayed in [\d.]+ s, (\d+) a second", told)
    if process.returncode != 0 or found is None:
        raise SuiteError(f"expected a replay of {path}, got {process.returncode}: {told}")
    return float(found[1]), usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def list_requests(bench: Bench, count: int) -> Iterator[tuple[str, str, str]]:
    """Vehicles that come on duty, and then lists: the exchange, the type and the body of each."""
    for body in bodies.vehicles(bench.seed, 1, 60):
        yield "livery.requests.vehicles", "vehicle.update", body
    asked = bodies.lists(bodies.trips(bench.seed))
    for index in range(count):
        yield "livery.requests.riders", "list-ride-options.handle", asked[index % len(asked)].replace("%", str(index))


def write(path: Path, messages: Iterator[tuple[str, str, str]]) -> None:
    """Writes a recording of a hundred messages a second."""
    head = {"livery-recording": 1, "startedAt": "2026-06-01T13:00:00Z", "livery": "bench", "masked": False,
            "outcomes": False, "settings": {}}
    digest, count = hashlib.sha256(), 0
    with path.open("wb") as file:
        def put(line: str) -> None:
            data = line.encode() + b"\n"
            digest.update(data)
            file.write(data)
        put(json.dumps(head))
        for count, (exchange, kind, body) in enumerate(messages, 1):
            at = f"2026-06-01T{13 + count // 360_000:02}:{count // 6_000 % 60:02}:{count // 100 % 60:02}.{count % 100:02}0Z"
            properties = {"type": kind, "correlation_id": f"c-{count}", "reply_to": "replies.bench.1",
                          "content_type": "application/json", "delivery_mode": 2}
            line = json.dumps({"n": count, "at": at, "exchange": exchange, "routing_key": kind, "properties": properties})
            put(f'{line[:-1]},"json":{body}}}')
        put_end = json.dumps({"end": True, "count": count, "dropped": 0, "sha256": digest.hexdigest()})
        file.write(put_end.encode() + b"\n")
