"""The table by which gateways send: which cell serves an area, and what is held. One writer, the script of the move."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from fleets.processes import wait_until

HOLD_SECONDS = 20


@dataclass
class Routes:
    """A state of the table; each has a number of its own, which gateways repeat once they follow it."""

    areas: dict[str, str]
    held_areas: list[str] = field(default_factory=list)
    held_cells: list[str] = field(default_factory=list)
    number: int = 1

    def is_held(self, area: str) -> bool:
        """Whether messages of an area have to wait."""
        return area in self.held_areas or self.areas[area] in self.held_cells


def read(folder: Path) -> Routes:
    """The table of a folder."""
    return Routes(**json.loads((folder / "routes.json").read_text(encoding="utf-8")))


def write(folder: Path, routes: Routes) -> None:
    """Replaces the table as a whole."""
    put(folder / "routes.json", json.dumps(asdict(routes)))


def put(path: Path, text: str) -> None:
    """Replaces a file as a whole."""
    temporary = path.with_suffix(".new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def change(folder: Path, action: str, area: str, old: str, new: str) -> None:
    """What CELL_GATEWAY is for the check: changes the table, and waits until the gateway follows it."""
    routes = read(folder)
    routes.number += 1
    routes.held_cells = [old] if action == "hold-cell" else []
    routes.held_areas = [area] if action == "hold-area" else []
    if action == "release-area":
        routes.areas[area] = new
    write(folder, routes)
    with open(folder / "changes", "a", encoding="utf-8") as changes:
        changes.write(f"{datetime.now(UTC).isoformat()} {action}\n")
    followed = folder / "followed"
    wait_until(lambda: followed.exists() and int(followed.read_text()) >= routes.number, HOLD_SECONDS,
               f"the gateway follows {action}")


def changed_at(folder: Path, action: str) -> str:
    """When an action was last done, as SQL reads it; each before any other cell could act on it."""
    lines = (folder / "changes").read_text(encoding="utf-8").splitlines()
    return next(line.split()[0] for line in reversed(lines) if line.endswith(f" {action}"))
