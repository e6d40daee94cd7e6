"""Which build handled what, by the workers' own logs: each message has an access line there, and each log its build."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Handled:
    """The messages that each build has handled, and the rides that both have."""

    messages: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    """The messages that each kind of worker has handled."""
    redelivered: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    """How many rides went from one build to the other, by `BEFORE → AFTER`; one may go there and back."""
    shared_seconds: int = 0
    """In how many seconds both handled messages."""
    unknown: list[str] = field(default_factory=list)
    """Versions in the logs that are of neither build."""


def handled(folder: Path, names: Mapping[str, str]) -> Handled:
    """Reads the logs of a folder; `names` are what builds are called, by their versions."""
    found = Handled()
    rides: dict[str, list[tuple[str, str]]] = defaultdict(list)
    seconds: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.glob("*-worker-*.log")):
        for build, line in lines(path, names, found):
            found.messages[build] += 1
            found.kinds[path.stem.rpartition("-")[0]] += 1
            found.redelivered[build] += bool(line.get("redelivered"))
            seconds[line["time"][:19]].add(build)
            if "ride_id" in line:
                rides[line["ride_id"]].append((line["time"], build))
    found.shared_seconds = sum(len(builds) > 1 for builds in seconds.values())
    for moments in rides.values():
        builds = [build for _, build in sorted(moments)]
        found.passed.update(f"{one} → {other}" for one, other in {
            pair for pair in zip(builds, builds[1:]) if pair[0] != pair[1]})
    return found


def lines(path: Path, names: Mapping[str, str], found: Handled) -> Iterator[tuple[str, dict[str, Any]]]:
    """The access lines of a log, each with the build that wrote it."""
    build = ""
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            if '"worker_started"' in text:
                version = json.loads(text).get("version", "")
                build = names.get(version, "")
                if not build:
                    found.unknown.append(version)
            elif build and '"message_handled"' in text and text.endswith("}\n"):
                yield build, json.loads(text)
