"""What the programs of this tree say of themselves."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from fleets.layout import laid_out


@dataclass(frozen=True)
class Code:
    """Names that manifests have to agree with."""

    programs: frozenset[str]
    settings: frozenset[str]
    queues: frozenset[str]
    users: frozenset[str]
    permissions: str
    definitions: str

    @classmethod
    def of(cls, binaries: Path) -> Code:
        """Asks the programs."""
        def ask(program: str, *arguments: str) -> str:
            return subprocess.run([binaries / program, *arguments], capture_output=True, text=True, check=True,
                                  timeout=30).stdout

        definitions = json.loads(ask("livery", "topology", "definitions"))
        definitions.pop("users")
        settings = set(re.findall(r"(?m)^  ((?:LIVERY|OTEL)_\w+)$", ask("list-options-worker", "--help")))
        secret = set(re.findall(r"; or (\w+_FILE)", ask("list-options-worker", "--help")))
        workers = {name for name in ("list-options-worker", "request-ride-worker", "status-query-worker",
                                     "dispatch-worker", "livery-console") if name in ask(name, "--version")}
        return cls(programs=frozenset(workers | {"livery"}), settings=frozenset(settings | secret),
                   queues=frozenset(queue["name"] for queue in definitions["queues"]),
                   users=frozenset(entry["user"] for entry in definitions["permissions"]),
                   permissions=ask("livery", "database", "permissions", "livery_worker"),
                   definitions=laid_out(definitions) + "\n")
