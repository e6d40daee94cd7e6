"""A fixed amount of integer work on each core, alone and together: what a noisy machine is recognized by."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fleets.processes import SuiteError

# About a second on the machines of 2026.
MILLIONS, QUICK_MILLIONS = 500, 100
# By how much the slowest time may exceed the fastest on a quiet machine.
QUIET = 1.1


def calibrated(program: Path, quick: bool) -> dict[str, Any]:
    """The seconds of the work on each core alone, and of all cores together."""
    cores = sorted(os.sched_getaffinity(0))
    millions = QUICK_MILLIONS if quick else MILLIONS
    alone = [worked(program, millions, [core])[0] for core in cores]
    return {"millions": millions, "alone": alone, "together": worked(program, millions, cores)}


def worked(program: Path, millions: int, cores: Sequence[int]) -> list[dict[str, float]]:
    """The times of the work on these cores at once."""
    command = ["taskset", "--cpu-list"]
    processes = [subprocess.Popen([*command, str(core), program, str(millions)], stdout=subprocess.PIPE, text=True)
                 for core in cores]
    said = [process.communicate(timeout=60)[0] for process in processes]
    if any(process.returncode for process in processes):
        raise SuiteError(f"expected {program.name} to end with 0 on the cores {cores}")
    return [{name: json.loads(text)[name] for name in ("wall", "cpu")} for text in said]


def calibration_line(facts: dict[str, Any]) -> list[str]:
    """The times, for a person."""
    found = facts.get("calibration")
    if found is None:
        return []
    walls = {name: [each["wall"] for each in found[name]] for name in ("alone", "together")}
    shown = {name: " and ".join(f"{wall:.2f}" for wall in times) for name, times in walls.items()}
    every = [*walls["alone"], *walls["together"]]
    noisy = "; the cores are shared or differ: figures are rough" if max(every) > QUIET * min(every) else ""
    return [f"{found['millions']} million turns of integer work take {shown['alone']} s on each core alone, "
            f"{shown['together']} s together{noisy}"]
