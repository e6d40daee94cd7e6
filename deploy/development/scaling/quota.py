"""A bound on the processor of single processes, by control groups (cgroups(7), version 1 or 2). Needs root.

A worker that may use a whole core handles thousands of requests a second, more than one machine with three brokers and
two databases can send. With a small share of a core each, as many workers are needed for the load that it can send.
"""

from __future__ import annotations

import os
from pathlib import Path

from fleets.janitor import Janitor
from fleets.processes import SuiteError

ROOT = Path("/sys/fs/cgroup")
# A worker that has used up its share pauses until the next period; the kernel takes no quota below a millisecond.
PERIOD_MICROSECONDS = 80_000
JOIN = 'echo $$ >"$0" && exec "$@"'


class Quotas:
    """Control groups below one of this run."""

    def __init__(self, janitor: Janitor) -> None:
        self._janitor = janitor
        self._is_second = (ROOT / "cgroup.controllers").exists()
        parent = ROOT if self._is_second else ROOT / "cpu"
        self._folder = parent / f"livery-scale-{os.getpid()}"
        self._make(self._folder)
        if self._is_second:
            self._write(parent / "cgroup.subtree_control", "+cpu")
            self._write(self._folder / "cgroup.subtree_control", "+cpu")

    def within(self, name: str, share: float) -> list[str]:
        """What stands before a command that may use so much of a core."""
        folder = self._folder / name
        if not folder.exists():
            self._make(folder)
            self._bound(folder, int(share * PERIOD_MICROSECONDS))
        return ["sh", "-c", JOIN, str(folder / "cgroup.procs")]

    def throttled(self) -> dict[str, float]:
        """For each group the share of its periods in which it has used up what it may."""
        found = {}
        for file in self._folder.glob("*/cpu.stat"):
            fields = dict(line.split() for line in file.read_text(encoding="ascii").splitlines())
            found[file.parent.name] = int(fields["nr_throttled"]) / max(int(fields["nr_periods"]), 1)
        return found

    def _bound(self, folder: Path, microseconds: int) -> None:
        if self._is_second:
            self._write(folder / "cpu.max", f"{microseconds} {PERIOD_MICROSECONDS}")
        else:
            self._write(folder / "cpu.cfs_period_us", str(PERIOD_MICROSECONDS))
            self._write(folder / "cpu.cfs_quota_us", str(microseconds))

    def _make(self, folder: Path) -> None:
        self._janitor.undo_with("rmdir", str(folder))
        try:
            folder.mkdir()
        except OSError as error:
            raise SuiteError(f"expected to make the control group {folder}, got: {error}") from error

    @staticmethod
    def _write(path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="ascii")
        except OSError as error:
            raise SuiteError(f"expected to write {text} to {path}, got: {error}") from error
