"""Processes of the suite: started in sessions of their own, waited for with deadlines, measured through /proc."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


# How many times as long as a machine at rest a slow one, beside other work, may take before something counts as hung.
# A wait ends at its condition, so that this costs nothing where all is well.
PATIENCE = 10


def now() -> float:
    """The time of the monotonic clock in seconds."""
    return time.monotonic()


class SuiteError(Exception):
    """A failure of the suite itself; has the expected and the actual value."""


@dataclass(frozen=True)
class Sample:
    """What a process held at a time."""

    time: float
    descriptors: int
    resident_bytes: int


def start(
    command: Sequence[str | Path], log: Path, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Starts a process whose output goes to a log file; an interrupt of the terminal does not reach it."""
    with open(log, "ab") as output:
        return subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=output,
                                stderr=output, env=dict(environment) if environment is not None else None,
                                start_new_session=True)


def run(
    command: Sequence[str | Path], environment: Mapping[str, str] | None = None, seconds: float = 120
) -> str:
    """Runs a command to its end and returns its output; anything but success is an error. The seconds are those of a
    machine at rest."""
    seconds *= PATIENCE
    shown = " ".join(str(part) for part in command)
    try:
        done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              env=dict(environment) if environment is not None else None, timeout=seconds)
    except subprocess.TimeoutExpired as error:
        raise SuiteError(f"expected an end within {seconds:.0f} s: {shown}") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout)[-2000:]
        raise SuiteError(f"expected exit code 0, got {done.returncode}: {shown}\n{said}")
    return done.stdout


def wait_until(condition: Callable[[], bool], seconds: float, what: str, pause: float = 0.05) -> None:
    """Waits for a condition, which a machine at rest meets within those seconds; what never comes is an error."""
    seconds *= PATIENCE
    if not comes_true(condition, seconds, pause):
        raise SuiteError(f"expected within {seconds:.0f} s: {what}")


def comes_true(condition: Callable[[], bool], seconds: float, pause: float = 0.05) -> bool:
    """Waits for a condition and returns whether it became true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def end(process: subprocess.Popen[bytes], seconds: float = 30) -> int:
    """Asks a process to end, and kills it past the deadline; returns its exit code."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
    return process.wait()


def state(pid: int) -> str:
    """The letter of proc(5) for what a process does: T when it was stopped, Z when it has ended, X when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def sample(pid: int) -> Sample | None:
    """What a process holds now; None when it has ended."""
    try:
        resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
        return Sample(time.monotonic(), len(os.listdir(f"/proc/{pid}/fd")), resident)
    except (OSError, IndexError):
        return None
