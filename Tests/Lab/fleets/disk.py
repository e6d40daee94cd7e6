"""A disk small enough to be filled. Needs root."""

from __future__ import annotations

from pathlib import Path

from .cleanup import Cleanup
from .processes import run

BLOCK = bytes(64 * 1024)


class SmallDisk:
    """A file system in memory, mounted on a folder."""

    def __init__(self, cleanup: Cleanup, path: Path, megabytes: int) -> None:
        self.path = path
        self._ballast = path / "ballast"
        path.mkdir()
        cleanup.undo_with("umount", "--lazy", str(path))
        run(["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0755", "faults", path], seconds=20)

    def fill(self) -> None:
        """Takes all that is free."""
        with open(self._ballast, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(BLOCK)
            except OSError:
                pass

    def free(self) -> None:
        """Gives it back."""
        self._ballast.unlink(missing_ok=True)
