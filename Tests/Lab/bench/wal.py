"""What a load writes to the log of the database server (WAL), and the checkpoints around it."""

from __future__ import annotations

import re
import subprocess
import threading
from pathlib import Path

from fleets.processes import SuiteError
from fleets.store import PostgresStore


class Wal:
    """The log between two places, with a checkpoint before the first and one on the way.

    After a checkpoint the first change of each page writes the whole page, so both kinds are part of the figure.
    """

    def __init__(self, store: PostgresStore, seconds: float) -> None:
        self.store = store
        self._timer = threading.Timer(seconds, store.psql, ["CHECKPOINT"])

    def begin(self) -> None:
        """Makes a checkpoint, notes the place, and sets the time of the next."""
        self.store.psql("CHECKPOINT")
        self.first = self._place()
        self._timer.start()

    def end(self) -> dict[str, int]:
        """The bytes since, all of them and those of whole pages."""
        self._timer.cancel()
        self._timer.join()
        last = self._place()
        size = int(self.store.rows(f"SELECT '{last}'::pg_lsn - '{self.first}'::pg_lsn")[0][0])
        return {"wal": size, "wal_pages": self._pages(last)}

    def _place(self) -> str:
        return str(self.store.rows("SELECT pg_current_wal_flush_lsn()")[0][0])

    def _pages(self, last: str) -> int:
        """The bytes of whole pages, as pg_waldump adds them up."""
        if last == self.first:
            return 0
        # Segments are named, as the program looks at any in the folder otherwise, even at one that is not used yet.
        folder = "current_setting('data_directory') || '/pg_wal/' ||"
        version, begun, ended = self.store.rows(
            f"SELECT current_setting('server_version_num')::int / 10000, "
            f"{folder} pg_walfile_name('{self.first}'::pg_lsn + 1), {folder} pg_walfile_name('{last}')")[0]
        program = Path(f"/usr/lib/postgresql/{version}/bin/pg_waldump")
        done = subprocess.run([program, "--stats", "--start", self.first, "--end", last,
                               begun, ended],
                              capture_output=True, text=True, timeout=120)
        total = re.search(r"^Total\s+\d+\s+\d+ \[.*?\]\s+(\d+)", done.stdout, re.MULTILINE)
        if done.returncode != 0 or total is None:
            raise SuiteError(f"expected the statistics of {program}, got {done.returncode}: {done.stderr}")
        return int(total[1])
