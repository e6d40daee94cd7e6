"""What a worker publishes beside its answers, so that the floor publishes as much."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pika.adapters.blocking_connection import BlockingChannel

from fleets.broker import channel_at

from .bodies import Bodies
from .load import Extent, Kind

if TYPE_CHECKING:
    from .processgroup import ProcessGroup
    from .stage import Stage

TRIAL = Extent(200, 10, 10)
FLOOR_QUEUE, FLOOR_KEY = "bench.floor", "bench-floor"
# Each publication as the exchange, the routing key, the type and the bytes of its body.
Publication = tuple[str, str, str, int]


@dataclass(frozen=True)
class Echo:
    """What the floor is asked, and what it publishes for it."""

    answer_bytes: float
    kind: Kind
    lines: Bodies
    beside: Sequence[Publication] = ()

    @property
    def arguments(self) -> list[str]:
        """Those of the program, after the limit of a batch."""
        return [str(part) for publication in self.beside for part in publication]


def echo_of(stage: Stage, kind: Kind, group: ProcessGroup, lines: Bodies) -> Echo:
    """The floor for a worker, from a trial: of a kind with events it publishes them, too, for the same observer."""
    asked = replace(kind, name="echo", queue=FLOOR_QUEUE, key=FLOOR_KEY, accepted=("success",))
    if not kind.events:
        return Echo(stage.load(kind, TRIAL, group, lines).figures()["answer_bytes"], asked, lines)
    with channel_at(stage.url) as channel:
        observer = channel.queue_declare("", exclusive=True).method.queue
        channel.queue_bind(observer, "livery.events", "#")
        stage.purge()
        measured = stage.load(kind, TRIAL, group, lines)
        queues = [observer, *stage.sent_to(kind)]
        beside = published(channel, queues, measured.raw["answered"])
    return Echo(measured.figures()["answer_bytes"], asked, lines, beside)


def published(channel: BlockingChannel, queues: Sequence[str], requests: int) -> list[Publication]:
    """The messages in queues as so many publications a request as come nearest, by exchange."""
    sizes: dict[str, list[int]] = {}
    named: dict[str, Counter[tuple[str, str]]] = {}
    for queue in queues:
        while (taken := channel.basic_get(queue, auto_ack=True))[0] is not None:
            method, properties, body = taken
            sizes.setdefault(method.exchange, []).append(len(body))
            named.setdefault(method.exchange, Counter())[method.routing_key, properties.type or "none"] += 1
    found: list[Publication] = []
    for exchange, all_sizes in sizes.items():
        key, kind = named[exchange].most_common(1)[0][0]
        times = round(len(all_sizes) / requests)
        found += [(exchange, key, kind, round(sum(all_sizes) / len(all_sizes)))] * times
    return found
