"""Undoes what a run did to the machine, however the run ends.

Namespaces and mounts outlive their creator. So a separate process reads a pipe, to which the run writes beforehand how
each change is undone. When the run ends, killed or not, the pipe closes, and the process undoes every change, the last
one first.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any

STEP_SECONDS = 20


class Cleanup:
    """The run's end of the pipe."""

    def __init__(self) -> None:
        self._process = subprocess.Popen([sys.executable, "-B", os.path.abspath(__file__)], stdin=subprocess.PIPE,
                                         stdout=subprocess.DEVNULL, start_new_session=True)

    def undo_with(self, *command: str) -> None:
        """Registers the command that undoes the next change; it may fail where there is nothing to undo."""
        self._register({"command": list(command)})

    def end_process(self, pid: int) -> None:
        """Registers a process that is to be killed."""
        self._register({"process": pid, "started": start_time(pid)})

    def end_namespace(self, name: str) -> None:
        """Registers a network namespace that is to be deleted, after all processes in it are killed."""
        self._register({"namespace": name})

    def finish(self) -> None:
        """Undoes everything now, and waits until that is done."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            self._process.stdin.close()
            self._process.wait(timeout=120)

    def _register(self, what: dict[str, Any]) -> None:
        if self._process.stdin is None:
            raise RuntimeError("expected the pipe of the cleanup process")
        self._process.stdin.write(json.dumps(what).encode() + b"\n")
        self._process.stdin.flush()


def start_time(pid: int) -> int | None:
    """When a process started, which distinguishes it from a later one with the same number; None when it has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(") ")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else int(fields[19])


def output(*command: str) -> str:
    """What a command prints; nothing when it fails."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=STEP_SECONDS).stdout
    except (OSError, subprocess.TimeoutExpired):
        return ""


def kill(pid: int) -> None:
    """Kills a process if it is still there."""
    try:
        os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def end_namespace(name: str) -> None:
    """Kills what runs in a namespace, until nothing does, and deletes it."""
    deadline = time.monotonic() + STEP_SECONDS
    while (pids := output("ip", "netns", "pids", name).split()) and time.monotonic() < deadline:
        for pid in pids:
            kill(int(pid))
        time.sleep(0.05)
    output("ip", "netns", "delete", name)


def undo(step: dict[str, Any]) -> None:
    """Undoes one thing."""
    if "command" in step:
        output(*step["command"])
    elif "namespace" in step:
        end_namespace(step["namespace"])
    elif step["started"] is not None and start_time(step["process"]) == step["started"]:
        kill(step["process"])


def main() -> None:
    """Waits for the end of the run, then undoes what it registered."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    for step in reversed([json.loads(line) for line in sys.stdin]):
        undo(step)


if __name__ == "__main__":
    main()
