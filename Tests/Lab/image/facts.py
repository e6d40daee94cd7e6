"""What is known of a build: which commit, which time, which Swift."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fleets.processes import SuiteError



@dataclass(frozen=True)
class Facts:
    """What deploy/container/assemble has found out; `epoch` is the time of the commit."""

    version: str
    revision: str
    epoch: int
    swift: str
    source: str


def read(file: Path) -> Facts:
    """The facts of a file with NAME=VALUE lines."""
    values = dict(line.split("=", 1) for line in file.read_text(encoding="utf-8").splitlines() if line)
    expected = set(Facts.__dataclass_fields__)
    if set(values) != expected:
        raise SuiteError(f"expected {sorted(expected)} in {file}, got {sorted(values)}")
    return Facts(values["version"], values["revision"], int(values["epoch"]), values["swift"], values["source"])
