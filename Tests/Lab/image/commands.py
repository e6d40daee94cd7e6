"""Commands of this machine."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .errors import ImageError

SECONDS = 120


def output(*command: str, folder: Path | None = None) -> str:
    """What a command prints; anything but success is an error."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        raise ImageError(f"{' '.join(command[:4])} failed: {done.stderr.strip()}")
    return done.stdout


def succeeds(*command: str, folder: Path | None = None) -> bool:
    """Whether a command ends with 0; what it prints does not matter."""
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS).returncode == 0
