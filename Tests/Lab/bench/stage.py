"""A place to measure in: a virtual host with the queues of the fleet, a database, and workers one after the other."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fleets.broker import channel_at, depths_at
from fleets.fleet import free_port
from fleets.processes import SuiteError, comes_true, end, run, start, wait_until
from fleets.store import PostgresStore, SQLiteStore, Store

from . import bodies
from .processgroup import ProcessGroup, Member
from .load import LIST, VEHICLE, Extent, Kind, Loader, Measured
from .publications import FLOOR_KEY, FLOOR_QUEUE, Echo
from .quotes import fetch_quotes, sign_for
from .wal import Wal

if TYPE_CHECKING:
    from .bench import Bench

READY_SECONDS = 30
SETTLE_SECONDS = 120
# Workers look for vehicles once a second.
SUPPLY_SECONDS = 1.5
DISPATCH_QUEUE = "livery.dispatch"
WORK_QUEUES = ("livery.list-options", "livery.request-ride", "livery.status-query", DISPATCH_QUEUE)
# As the workers have them by default.
PREFETCH, BATCH_LIMIT = 256, 128


class Stage:
    """A virtual host and a database."""

    # More than five parameters: it only stores them.
    def __init__(
        self, bench: Bench, folder: Path, url: str, queue_type: str, store: Store, floor_store: Store
    ) -> None:
        self.bench, self.folder, self.url, self.queue_type = bench, folder, url, queue_type
        # The floor has a database of its own, so that workers do not meet its rides.
        self.store, self.floor_store = store, floor_store
        self.loader = Loader(bench.programs.load, url, self.folder, bench.seed)
        self.trips = bodies.trips(bench.seed)
        self.generations = 0

    @property
    def environment(self) -> dict[str, str]:
        """The settings of workers and of the tool."""
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("LIVERY_")}
        return inherited | {"LIVERY_AMQP_URL": self.url, "LIVERY_STORE": self.store.url,
                            "LIVERY_CATALOGUE": str(self.bench.catalogue), "LIVERY_QUOTE_KEYS": self.bench.keys}

    def set_up(self) -> None:
        """Declares the topology with this stage's type of queue, makes the tables, and declares the floor's queue."""
        run([self.bench.binaries / "livery", "topology", "apply", "--queue-type", self.queue_type], self.environment)
        for store in (self.store, self.floor_store):
            run([self.bench.binaries / "livery", "migrate"], self.environment | {"LIVERY_STORE": store.url})
        arguments = {"x-queue-type": self.queue_type, "x-overflow": "reject-publish", "x-max-length": 1_000_000,
                     "x-dead-letter-exchange": "livery.dead-letters", "x-dead-letter-routing-key": "list-options"}
        if self.queue_type == "quorum":
            arguments |= {"x-dead-letter-strategy": "at-least-once", "x-delivery-limit": 20}
        with channel_at(self.url) as channel:
            channel.queue_declare(FLOOR_QUEUE, durable=True, arguments=arguments)
            for kind in (LIST, VEHICLE):
                channel.queue_bind(FLOOR_QUEUE, kind.exchange, FLOOR_KEY)

    def purge(self, queues: Sequence[str] = WORK_QUEUES) -> None:
        """Empties queues: what a measurement left there is no part of the next."""
        with channel_at(self.url) as channel:
            for queue in queues:
                channel.queue_purge(queue)

    @staticmethod
    def sent_to(kind: Kind) -> list[str]:
        """The queues of other workers than the one that is asked."""
        return [queue for queue in WORK_QUEUES if queue != kind.queue]

    @contextlib.contextmanager
    def workers(
        self, kind: str, processes: int = 1, lanes: int = 1, more: Mapping[str, str] | None = None
    ) -> Iterator[ProcessGroup]:
        """Processes of a worker, from when they are ready until they have ended in order."""
        members = [self.launch(kind, lanes, more or {}) for _ in range(processes)]
        try:
            for member in members:
                member.wait_until_ready(READY_SECONDS)
            yield ProcessGroup(kind, members)
        finally:
            codes = [end(member.process) for member in members]
        if any(codes):
            raise SuiteError(f"expected {kind} to end with 0, got {codes}; see {members[0].log}")

    def launch(self, kind: str, lanes: int = 1, more: Mapping[str, str] | None = None) -> Member:
        """Starts a process of a worker."""
        port = free_port()
        settings = {"LIVERY_LANES": str(lanes), "LIVERY_PROBE_PORT": str(port)} | dict(more or {})
        log = self.folder / f"{kind}-{port}.log"
        return Member(start([self.bench.binaries / kind], log, self.environment | settings), log, port)

    @contextlib.contextmanager
    def floor(self, echo: Echo, processes: int = 1) -> Iterator[ProcessGroup]:
        """Processes of the floor, which publishes what an echo has."""
        group = ProcessGroup("floor", [self.launch_floor(echo) for _ in range(processes)])
        try:
            self.load(echo.kind, Extent(10, 10, 1), lines=echo.lines)
            yield group
        finally:
            codes = [end(member.process) for member in group.members]
        if any(codes):
            raise SuiteError(f"expected the floor to end with 0, got {codes}; see {group.members[0].log}")

    def launch_floor(self, echo: Echo) -> Member:
        """Starts a process of the floor."""
        size, log = str(round(echo.answer_bytes)), self.folder / "floor.log"
        stored = ["--store", self.floor_store.url, self.store.url] if echo.kind.writes else []
        command: list[str | Path] = [
            self.bench.programs.floor, *stored, self.url, FLOOR_QUEUE, size, str(PREFETCH), str(BATCH_LIMIT),
            *echo.arguments]
        return Member(start(command, log), log, None)

    def load(self, kind: Kind, extent: Extent, group: ProcessGroup | None = None,
             lines: bodies.Bodies | None = None) -> Measured:
        """Carries out a load; a group, the broker and the database server are watched meanwhile."""
        watch: dict[str, list[int | str]] = {"broker": [self.bench.broker.pid]}
        if group is not None:
            watch["worker"] = list(group.pids)
        if isinstance(self.store, PostgresStore):
            # Its sessions, too, also those that open while the load runs.
            watch["store"] = [f"{self.bench.database_pid}+"]
        asked = lines if lines is not None else bodies.lists(self.trips)
        wal = None
        if kind.is_identified and group is not None and isinstance(self.store, PostgresStore):
            wal = Wal(self.store, extent.seconds / 2)
            wal.begin()
        try:
            measured = self.loader.run(kind, asked, extent, watch)
        finally:
            if wal is not None:
                written = wal.end()
        if wal is not None:
            measured.raw.update(written)
        if group is not None:
            group.check()
        return measured

    def emptied(self, kind: Kind, extent: Extent, group: ProcessGroup, lines: bodies.Bodies | None) -> Measured:
        """The same load, after which what workers have sent to other workers is thrown away."""
        measured = self.load(kind, extent, group, lines)
        self.purge()
        return measured

    def bring_vehicles(
        self, count: int, products: Sequence[str] = bodies.PRODUCTS, more: Mapping[str, str] | None = None
    ) -> int:
        """Has new vehicles come on duty, by a dispatch-worker that ends again when its queue is empty.

        Gives back their generation.
        """
        self.generations += 1
        with self.workers("dispatch-worker", more=more) as group:
            lines = bodies.vehicles(self.bench.seed, self.generations, count, products)
            self.load(VEHICLE, Extent(count, 60, max(1, min(500, count // 4))), group, lines)
            wait_until(lambda: depths_at(self.url, [DISPATCH_QUEUE])[DISPATCH_QUEUE] == 0, SETTLE_SECONDS,
                       f"{DISPATCH_QUEUE} is empty")
        return self.generations

    def retire_taken(self) -> None:
        """Has the vehicles that have a ride leave duty, as if each brought its rider home and its driver went, too."""
        off = "0" if isinstance(self.store, SQLiteStore) else "FALSE"
        self.store.execute(f"UPDATE vehicles SET on_duty = {off} WHERE ride_identifier IS NOT NULL")

    def wait_for_options(self) -> None:
        """Waits until a list-options-worker has options to list."""

        def is_listed() -> bool:
            try:
                self.load(LIST, Extent(1, 10, 1))
                return True
            except SuiteError:
                return False

        if not comes_true(is_listed, READY_SECONDS, 0.2):
            raise SuiteError(f"expected rides on offer within {READY_SECONDS} s")

    def wait_for_supply(self) -> None:
        """Waits until workers have seen vehicles that have come on duty."""
        time.sleep(SUPPLY_SECONDS)

    def bookings(self) -> bodies.Bodies:
        """The bodies of bookings, with quotes of now; they are good for five minutes."""
        with self.workers("list-options-worker"):
            self.wait_for_options()
            with channel_at(self.url) as channel:
                quotes = fetch_quotes(channel, bodies.lists(self.trips))
        return bodies.bookings(self.trips, quotes, lambda rider, token: sign_for(rider, token, self.bench.keys))
