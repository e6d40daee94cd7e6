"""Bookings beside observers that keep what they are told, beside a slow one, and with payments behind the broker."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import replace

from fleets.broker import channel_at

from .bench import Bench
from .comparing import Subject, compare
from .load import BOOK, Extent
from .run import Run
from .stage import Stage
from .workers import QUOTED_VEHICLES

OBSERVER, PAYMENTS = "bench.observer", "livery.payments"
# The slow one takes so many a second, in steps of a tenth of one.
SLOW_RATE = 200
WINDOW = 1000


class Observers(Run):
    """request-ride-worker, for rides that wait, PostgreSQL."""

    name, title = "observers", "bookings with quorum and slow observers, and with payments behind the broker, postgres"

    def measure(self, bench: Bench) -> None:
        """Measures each beside the observer that the other runs have."""
        # A worker with another payment system than the last one of a database is not ready for a minute.
        for payments, observers in (("built-in", ("usual", "quorum", "slow")), ("amqp", ("usual",))):
            stage = bench.stage("quorum", "postgres", f"observers, payments {payments}")
            stage.bring_vehicles(QUOTED_VEHICLES, more={"LIVERY_PAYMENTS": payments})
            for observer in observers:
                self.measure_one(stage, observer, payments)

    def measure_one(self, stage: Stage, observer: str, payments: str) -> None:
        """Measures with one kind of observer."""
        extent = Extent(6000, 2, WINDOW) if stage.bench.quick else Extent(60_000, 5, WINDOW)
        lines = stage.bookings()
        kind = replace(BOOK, observer=OBSERVER) if observer == "quorum" else BOOK
        with (stage.workers("request-ride-worker", more={"LIVERY_PAYMENTS": payments}) as group,
              observing(stage, observer)):
            setting = {"queue": "quorum", "store": "postgres", "vehicles": "none", "observer": observer,
                       "payments": payments}
            subject = Subject(group.kind, group, lambda extent: stage.emptied(kind, extent, group, lines))
            compare(stage.bench, self.name, setting, [subject], {WINDOW: extent}, rounds=2)
        stage.purge([PAYMENTS])


@contextlib.contextmanager
def observing(stage: Stage, observer: str) -> Iterator[None]:
    """A durable queue bound to the events, with a slow reader if one is wanted; nothing for the usual observer."""
    if observer == "usual":
        yield
        return
    with channel_at(stage.url) as channel:
        channel.queue_declare(OBSERVER, durable=True, arguments={
            "x-queue-type": "quorum" if observer == "quorum" else "classic"})
        channel.queue_bind(OBSERVER, "livery.events", BOOK.events)
    stopping = threading.Event()
    reader = threading.Thread(target=read_slowly, args=(stage, stopping))
    if observer == "slow":
        reader.start()
    try:
        yield
    finally:
        stopping.set()
        if observer == "slow":
            reader.join()
        with channel_at(stage.url) as channel:
            channel.queue_delete(OBSERVER)


def read_slowly(stage: Stage, stopping: threading.Event) -> None:
    """Takes fewer events than there are, so that they pile up."""
    with channel_at(stage.url) as channel:
        while not stopping.wait(0.1):
            for _ in range(SLOW_RATE // 10):
                channel.basic_get(OBSERVER, auto_ack=True)
