"""The programs in C: the floor and the load, compiled against the client libraries into the folder of the bench."""

from __future__ import annotations

import shutil
from pathlib import Path

from fleets.processes import SuiteError, run

SOURCES = Path(__file__).resolve().parent
FLAGS = ("-std=c17", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-O2")
PROGRAMS = {
    "calibrate": ("calibrate.c",),
    "floor": ("floor.c", "postgres.c", "sqlite.c", "rows.c", "frames.c", "link.c"),
    "load": ("load.c", "ledger.c", "watched.c", "requests.c", "frames.c", "link.c"),
}


class Programs:
    """Where the compiled programs are."""

    def __init__(self, folder: Path) -> None:
        self.floor, self.load, self.calibrate = folder / "floor", folder / "load", folder / "calibrate"

    @staticmethod
    def compiled(folder: Path) -> Programs:
        """Compiles them; a warning is an error."""
        compiler = shutil.which("cc") or shutil.which("clang")
        if compiler is None:
            raise SuiteError("expected a C compiler, cc or clang, for the floor and the load")
        headers = f"-I{run(['pg_config', '--includedir']).strip()}"
        libraries = ("-lrabbitmq", "-lpq", "-lsqlite3")
        for name, sources in PROGRAMS.items():
            files = (SOURCES / source for source in sources)
            run([compiler, *FLAGS, headers, "-o", folder / name, *files, "-Wl,--as-needed", *libraries])
        return Programs(folder)
