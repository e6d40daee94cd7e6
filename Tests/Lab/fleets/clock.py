"""A wall clock for single processes that can be stepped, without touching the machine's."""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

from .processes import SuiteError, run

SOURCE = Path(__file__).resolve().with_name("clock.c")


class SteppedClock:
    """A library to be preloaded, and the file that it reads."""

    def __init__(self, folder: Path) -> None:
        self._library, self._file = folder / "clock.so", folder / "clock-step"
        compiler = shutil.which("cc") or shutil.which("clang")
        if compiler is None:
            raise SuiteError("expected a C compiler, cc or clang, to step a clock with")
        run([compiler, "-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o", self._library, SOURCE, "-ldl"])
        self._file.write_bytes(struct.pack("=q", 0))

    def environment(self) -> dict[str, str]:
        """What a process is to be started with."""
        return {"LD_PRELOAD": str(self._library), "FAULTS_CLOCK": str(self._file)}

    def step(self, seconds: int) -> None:
        """Sets how far those processes are ahead of the machine's clock."""
        # In place: they have this very file mapped.
        with open(self._file, "r+b") as file:
            file.write(struct.pack("=q", seconds))
