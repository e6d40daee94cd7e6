"""The disk of the store is full, or can only be read."""

from __future__ import annotations

import shutil
from pathlib import Path

from fleets.disk import SmallDisk
from fleets.processes import run as run_command
from fleets.store import SCRIPT, PostgresStore, SQLiteStore, Store

from ..run import Run
from .outage import Outage

WHOLE_ROUNDS, QUICK_ROUNDS = 3, 1
MEGABYTES = {"sqlite": 96, "postgres": 512}


class DiskOutage(Outage):
    """The store has a disk of its own, which is filled and freed."""

    name = "disk"
    title = "the disk of the store is full, then free again"
    alerts = ("LiveryNoWorkerReady",)
    quick_stores = ("sqlite",)
    needs_root = True
    rate = 120.0

    def store(self, folder: Path, name: str) -> Store:
        """The store, in the folder where the disk is mounted."""
        self.disk = SmallDisk(self.cleanup, folder / "disk", MEGABYTES[name])
        return SQLiteStore(folder / "disk") if name == "sqlite" else PostgresStore(folder / "disk")

    def act(self, run: Run) -> None:
        """Full for some seconds, until writes fail."""
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            run.nemesis.pause(0.5, 2)
            with self.outage(run, "disk full", run.store.name, unready=run.workers("request-ride-worker")):
                self.disk.fill()
                run.nemesis.pause(4, 6)
                self.let_be_noticed()
                self.disk.free()
                self.revive(run)

    def revive(self, run: Run) -> None:
        """PostgreSQL ends itself when its log cannot be written; its supervisor starts it again."""
        store = run.store
        if isinstance(store, PostgresStore) and not store.answers():
            run_command([SCRIPT, "kill", store.folder])
            store.start()

    def clean_up(self) -> None:
        """Unmounts the disk, whose folder can go then."""
        super().clean_up()
        shutil.rmtree(self.disk.path.parent, ignore_errors=True)
