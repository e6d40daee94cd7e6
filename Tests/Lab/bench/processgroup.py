"""Processes that are measured, and their figures from proc(5)."""

from __future__ import annotations

import contextlib
import subprocess
import time
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fleets.fleet import probed
from fleets.processes import SuiteError

POLL_SECONDS, PROBE_SECONDS = 0.01, 10


@dataclass
class Member:
    """A process, its log, and the port of its probes if it has some."""

    process: subprocess.Popen[bytes]
    log: Path
    port: int | None

    def wait_until_ready(self, seconds: float) -> None:
        """Waits until its readiness probe succeeds."""
        deadline = time.monotonic() + seconds
        while not self.is_ready():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SuiteError(f"expected a ready worker within {seconds:.0f} s; {self.last_lines()}")
            time.sleep(POLL_SECONDS)

    def is_ready(self) -> bool:
        """Whether it answers its probe with 200."""
        return self.port is None or probed("127.0.0.1", self.port) == 200

    def counted(self, metric: str) -> float:
        """The sum of a counter over its labels, as its metrics have it."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=PROBE_SECONDS) as answer:
            lines = answer.read().decode().splitlines()
        return sum(float(line.split()[-1]) for line in lines if line.startswith((f"{metric} ", f"{metric}{{")))

    def last_lines(self) -> str:
        """What it wrote last."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-8:]
        return "\n".join([f"the last lines of {self.log}:", *lines])


@dataclass
class ProcessGroup:
    """Processes of one kind."""

    kind: str
    members: list[Member]

    @property
    def pids(self) -> list[int]:
        """Their numbers."""
        return [member.process.pid for member in self.members]

    def check(self) -> None:
        """That all of them still run; else an error."""
        for member in self.members:
            if member.process.poll() is not None:
                raise SuiteError(f"expected {self.kind} to run; {member.last_lines()}")

    def peak_bytes(self) -> int:
        """The most memory that one of them has had resident so far (VmHWM)."""
        return max(status_kilobytes(pid, "VmHWM") for pid in self.pids) * 1024


def status_kilobytes(pid: int, name: str) -> int:
    """A size from /proc/PID/status."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1])
    raise SuiteError(f"expected {name} in the status of process {pid}")


def processor_times(pids: Mapping[str, Sequence[int]]) -> dict[str, dict[int, float]]:
    """The seconds that processes have used, and those of their children that have no name of their own."""
    found: dict[str, dict[int, float]] = {}
    named = {pid for group in pids.values() for pid in group}
    for name, parents in pids.items():
        # The sessions of a database server are its children.
        files = [Path(f"/proc/{pid}/task/{pid}/children") for pid in parents]
        children = {int(child) for file in files for child in file.read_text(encoding="utf-8").split()} - named
        for pid in [*parents, *children]:
            # The clock is the one of clock_getcpuclockid(3). A process that has ended meanwhile has none.
            with contextlib.suppress(OSError):
                found.setdefault(name, {})[pid] = time.clock_gettime(~pid << 3 | 2)
    return found
