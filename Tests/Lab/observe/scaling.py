"""The rules of rules.yml with shorter times: ten minutes of production are ten seconds of a test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from . import files

# Every `for` and every range is divided by this; a range has at least four scrapes.
SCALE = 60
LEAST_RANGE = 4
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
LENGTH = re.compile(r"(\d+)([smhd])")
# The thresholds that are shortened, too; all others are kept.
THRESHOLDS = {"LiveryRequestsOld": ("> 30", "> 2"), "LiveryPaymentsUnanswered": ("> 300", "> 5")}


def seconds(text: str) -> float:
    """A length of time such as 5m."""
    found = LENGTH.fullmatch(text)
    if found is None:
        raise ValueError(f"expected a length of time such as 5m, got {text}")
    return int(found.group(1)) * UNITS[found.group(2)]


def expression(text: str, name: str = "") -> str:
    """A query with shorter ranges and offsets and, by the name of its alert, a shorter threshold."""
    def shorter(match: re.Match[str]) -> str:
        return f"{match.group(1)}{max(LEAST_RANGE, round(seconds(match.group(2)) / SCALE))}s"

    text = re.sub(r"(\[|\boffset )(\d\w+)", shorter, text)
    before, after = THRESHOLDS.get(name, ("", ""))
    if before not in text:
        raise ValueError(f"expected {before} in the alert {name}: {text}")
    return text.replace(before, after) if before else text


def rules() -> dict[str, Any]:
    """The rules with shorter times."""
    content = yaml.safe_load(files.RULES.read_text(encoding="utf-8"))
    for group in content["groups"]:
        for rule in group["rules"]:
            rule["expr"] = expression(rule["expr"], rule.get("alert", ""))
            if "for" in rule:
                rule["for"] = f"{max(1, round(seconds(rule['for']) / SCALE))}s"
    return content


def write(path: Path) -> None:
    """Writes them to a file."""
    path.write_text(yaml.safe_dump(rules(), sort_keys=False), encoding="utf-8")

