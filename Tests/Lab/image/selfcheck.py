"""Shows that the checks find mistakes: each is made in the image or in the Compose file, and has to be found."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fleets.processes import SuiteError

from . import compose, verification
from .contents import USER

# What is done to a copy of the image, and what the check says of it.
SPOILED_IMAGES: dict[str, Callable[[Path], object]] = {
    "a shell or an interpreter": lambda root: (root / "usr/bin/sh").symlink_to("livery"),
    "setuid or setgid": lambda root: (root / "usr/bin/livery").chmod(0o4755),
    "others may write to it": lambda root: (root / "etc/passwd").chmod(0o666),
    "other bytes than the list has": lambda root: (root / "etc/group").write_text("root:x:0:\n", encoding="ascii"),
    "in the image, not in the list": lambda root: (root / "etc/motd").write_text("Hello\n", encoding="ascii"),
    "in the list, not in the image": lambda root: (root / "etc/nsswitch.conf").unlink(),
    "of another owner": lambda root: shutil.chown(root / "etc", 65532, 65532),
    "points to /usr/share/common-licenses/Apache-2.0": lambda root: (
        root / "usr/share/common-licenses/Apache-2.0").unlink(),
    "license of Livery in the copyright": lambda root: (
        root / "usr/share/doc/livery/copyright").write_text("All rights are reserved.\n", encoding="ascii"),
    "which is not there": lambda root: (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/Mars/Olympus"),
}
# What is done to the resolved Compose file, and what the check says of it.
SPOILED_PROJECTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "no program has a setting": lambda one: one["dispatch-worker"]["environment"].update(LIVERY_LANE="2"),
    "expected read_only": lambda one: one["topology"].pop("read_only"),
    "expected no capabilities": lambda one: one["migrate"].update(cap_add=["NET_ADMIN"]),
    "published beyond this machine": lambda one: one["grafana"]["ports"][0].pop("host_ip"),
    "s to stop": lambda one: one["dispatch-worker"].update(stop_grace_period="30s"),
    "as health check": lambda one: one["dispatch-worker"]["healthcheck"].update(test=["CMD-SHELL", "livery status"]),
    "expected a service": lambda one: one.pop("status-query-worker"),
    "none of its secrets": lambda one: one["list-options-worker"]["secrets"].pop(),
    "LIVERY_CONSOLE_ACCOUNTS names": lambda one: one["livery-console"]["secrets"].pop(),
}


def images(root: Path, archive: Path, listed: Path, facts: Path) -> str:
    """Spoils copies of a mounted image."""
    missed = []
    for expected, spoil in SPOILED_IMAGES.items():
        with TemporaryDirectory() as folder:
            spoiled = Path(folder) / "image"
            copied(root, spoiled)
            spoil(spoiled)
            missed += unnoticed(expected, lambda: verification.check(spoiled, archive, listed, facts))
    return verdict(missed, len(SPOILED_IMAGES), "images")


def copied(root: Path, target: Path) -> None:
    """A copy with modes and owners."""
    shutil.copytree(root, target, symlinks=True)
    state = target / "var/lib/livery"
    shutil.chown(state, USER, USER)


def projects(resolved: Path, settings: set[str], prometheus: Path, secrets: Path) -> str:
    """Spoils copies of the resolved Compose file."""
    missed = []
    project = json.loads(resolved.read_text(encoding="utf-8"))
    for expected, spoil in SPOILED_PROJECTS.items():
        with TemporaryDirectory() as folder:
            spoiled, file = copy.deepcopy(project), Path(folder) / "project.json"
            spoil(spoiled["services"])
            file.write_text(json.dumps(spoiled), encoding="utf-8")
            missed += unnoticed(expected, lambda: compose.check(file, settings, prometheus, secrets, None))
    return verdict(missed, len(SPOILED_PROJECTS), "Compose files")


def unnoticed(expected: str, check: Callable[[], str]) -> list[str]:
    """The mistake, unless the check names it."""
    try:
        check()
    except SuiteError as error:
        return [] if expected in str(error) else [f"{expected} (it said: {error})"]
    return [expected]


def verdict(missed: list[str], count: int, what: str) -> str:
    """A line for a person; what was not found is an error."""
    if missed:
        raise SuiteError(f"the check does not find in {what}: " + "; ".join(missed))
    return f"the check finds {count} mistakes in {what}"
