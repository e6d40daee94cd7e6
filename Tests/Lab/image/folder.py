"""The root file system of the image as a folder: written with fixed modes and times."""

from __future__ import annotations

import os
from pathlib import Path

from .contents import DIRECTORIES, Contents


def write(contents: Contents, root: Path, epoch: int) -> None:
    """Writes all files, links and folders, each with the time of the commit."""
    root.mkdir(parents=True)
    for path in DIRECTORIES:
        (root / path).mkdir(parents=True, exist_ok=True)
    for entry in contents.files.values():
        target = root / entry.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(entry.content)
        target.chmod(entry.mode)
    for path, destination in contents.links.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.symlink_to(destination)
    settle(root, epoch)


def settle(root: Path, epoch: int) -> None:
    """Sets the modes of folders and all times; what is innermost first, since a change sets the time of its folder."""
    for folder, _, names in os.walk(root, topdown=False):
        for name in names:
            os.utime(os.path.join(folder, name), (epoch, epoch), follow_symlinks=False)
        os.chmod(folder, DIRECTORIES.get(os.path.relpath(folder, root), 0o755))
        os.utime(folder, (epoch, epoch))


def write_state(state: Path, epoch: int) -> None:
    """Writes the folder that the user of the image owns, below the one that is copied with that owner."""
    folder = state / "livery"
    folder.mkdir(parents=True)
    folder.chmod(0o700)
    for path in (folder, state):
        os.utime(path, (epoch, epoch))
