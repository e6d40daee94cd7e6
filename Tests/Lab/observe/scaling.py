"""Accelerated rules: ten minutes of production are ten seconds of a test."""

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
# Thresholds of time that are shortened, each with its replacement; all others are kept. The retry of
# housekeeping comes after a minute in a test, too, so that its range is wider than the scale makes it.
THRESHOLDS = {
    "LiveryPaymentsUnanswered": {"> 300": "> 5"},
    "LiveryRidesWaiting": {"> 900": "> 15"},
    "LiveryRideStuck": {"> 5400": "> 30", "> 14400": "> 240"},
    "LiveryHousekeepingLate": {"[15s]": "[75s]"},
}


def seconds(text: str) -> float:
    """A length of time such as 5m."""
    found = LENGTH.fullmatch(text)
    if found is None:
        raise ValueError(f"expected a length of time such as 5m, got {text}")
    return int(found.group(1)) * UNITS[found.group(2)]


def expression(text: str, name: str = "") -> str:
    """A query with shorter ranges and, by the name of its alert, shorter thresholds."""
    def shorter(match: re.Match[str]) -> str:
        return f"[{max(LEAST_RANGE, round(seconds(match.group(1)) / SCALE))}s]"

    text = re.sub(r"\[(\w+)\]", shorter, text)
    for before, after in THRESHOLDS.get(name, {}).items():
        if before not in text:
            raise ValueError(f"expected {before} in the alert {name}: {text}")
        text = text.replace(before, after)
    return text


def rules() -> dict[str, Any]:
    """The rules, in a hurry."""
    content = yaml.safe_load(files.RULES.read_text(encoding="utf-8"))
    for group in content["groups"]:
        for rule in group["rules"]:
            rule["expr"] = expression(rule["expr"], rule.get("alert", ""))
            if "for" in rule:
                rule["for"] = f"{max(1, round(seconds(rule['for']) / SCALE))}s"
    return content


def write(path: Path) -> None:
    """Puts them into a file."""
    path.write_text(yaml.safe_dump(rules(), sort_keys=False), encoding="utf-8")


def described() -> str:
    """What is not as in life, in words."""
    changed = "; ".join(f"{name} {before} as {after}" for name, changes in THRESHOLDS.items()
                        for before, after in changes.items())
    return (f"Time is {SCALE} times as fast: each `for` and each range is divided by {SCALE} (a range has at least "
            f"{LEAST_RANGE} s). Thresholds are the same, except: {changed}.")
