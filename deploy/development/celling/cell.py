"""A cell: a virtual host, a database and a fleet of its own, on a node and a server that all cells share."""

from __future__ import annotations

import os
import re
from pathlib import Path

from fleets.broker import Broker
from fleets.fleet import KINDS, Fleet
from fleets.processes import run
from fleets.store import PostgresStore

from . import areas

WORKER, PASSWORD = "livery_worker", "a-password-of-the-check"


class VirtualHost(Broker):
    """A virtual host of a node that is started elsewhere."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        self.vhost = name

    @property
    def url(self) -> str:
        """Where workers connect to."""
        return super().url.replace("%2F", self.vhost)


class Database(PostgresStore):
    """A database of a server that is started elsewhere; workers have a role of their own, with the least rights."""

    @property
    def owner_url(self) -> str:
        """The URL of the owner of the tables."""
        return re.sub(r"/livery(?=$|\?)", f"/{self.database}", super().url)

    @property
    def url(self) -> str:
        """The value of LIVERY_STORE for workers."""
        return re.sub(r"://[^@]*@", f"://{WORKER}:{PASSWORD}@", self.owner_url)


class Cell:
    """One of them, by its name, which is that of its virtual host, too."""

    def __init__(self, folder: Path, binaries: Path, name: str, keys: list[str], seed: int) -> None:
        self.name, self.folder = name, folder / name
        (self.folder / "log").mkdir(parents=True)
        self.broker = VirtualHost(folder / "broker", name)
        self.store = Database(folder, name.replace("-", "_"))
        self.catalogue = self.folder / "catalogue.json"
        areas.write(self.catalogue, keys)
        # The keys of quotes follow from the seed: they are the same in all cells.
        self.fleet = Fleet(self.folder, binaries, self.broker, self.store, self.catalogue, seed)

    def set_up(self) -> None:
        """Makes topology and tables, and gives the workers' role its rights."""
        server = PostgresStore(self.store.folder.parent, "postgres")
        server.psql(f'CREATE DATABASE "{self.store.database}" OWNER livery')
        owner = self.fleet.environment() | {"LIVERY_STORE": self.store.owner_url}
        livery = self.fleet.binaries / "livery"
        run([livery, "topology", "apply"], owner)
        run([livery, "migrate"], owner)
        self.store.psql(run([livery, "database", "permissions", WORKER], owner))
        self.broker.declare()
        for kind in KINDS:
            self.fleet.add(kind, {"LIVERY_LANES": "2"} if kind == "dispatch-worker" else {})


def environment(old: Cell, new: Cell, vehicles: Path, gateway: str, broker: str) -> dict[str, str]:
    """What deploy/cells/move reads."""
    return dict(os.environ) | {
        "CELL_FROM": old.store.owner_url, "CELL_TO": new.store.owner_url,
        "CELL_VEHICLES": str(vehicles), "CELL_GATEWAY": gateway, "CELL_BROKER": broker,
        "CELL_VHOST": old.name, "CELL_BATCH": "200"}
