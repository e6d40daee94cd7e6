"""Live updates: vehicles that move, and observers of the rides of some of them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from typing import Any

from pika import BasicProperties
from pika.adapters.blocking_connection import BlockingChannel

from fleets.broker import channel_at, depths_at
from fleets.processes import SuiteError, comes_true, wait_until

from . import bodies
from .bench import Bench
from .heard import FOLLOW, INTERVAL, PATIENCE, Heard
from .load import BOOK, POSITION, Extent, Kind
from .processgroup import ProcessGroup, processor_times
from .report import Row
from .run import Run
from .stage import WORK_QUEUES, Stage
from .tables import number, table
from .workers import QUOTED_VEHICLES

# So far each goes from one report to the next, 44 m at 11 m/s; it turns after so many of them.
STEP_DEGREES, TURN = 0.0004, 10


class Live(Run):
    """dispatch-worker and status-query-worker, PostgreSQL."""

    name, title = "live", "5,000 vehicles that move and 500 observers of rides, postgres"

    def measure(self, bench: Bench) -> None:
        """Books the rides, has observers follow them and the vehicles move, and judges what was shown and counted."""
        vehicles, observers, seconds = (500, 50, 10) if bench.quick else (5000, 500, 60)
        stage = bench.stage("quorum", "postgres", "live")
        riders, places = booked(stage, vehicles, observers)
        heard = Heard()
        with (stage.workers("dispatch-worker") as dispatch, stage.workers("status-query-worker") as queries,
              heard.listening(stage.url) as queues, channel_at(stage.url) as channel):
            for index, rider in enumerate(riders):
                send(channel, FOLLOW, {"riderIdentifier": rider}, queues[index % len(queues)], index)
                # Not all are due at the same time.
                channel.connection.sleep(INTERVAL / observers)
            wait_until(lambda: len(heard.shown) >= observers, PATIENCE, f"{observers} observers are answered")
            figures = moved(stage, Mover(channel, places, queues), heard, {"dispatch": dispatch, "queries": queries},
                            seconds)
        figures |= heard.figures(observers, seconds)
        bench.report.add(self.name, "live updates", {"vehicles": vehicles, "observers": observers}, figures)
        if any(figures[name] for name in ("ignored", "unanswered", "refused")):
            raise SuiteError(f"expected each report to count; {figures['ignored']:.0f} positions were ignored, "
                             f"{figures['unanswered']} reports unanswered, and refused: {dict(heard.refused)}")
        if figures["lacking"]:
            raise SuiteError(f"expected {figures['newer_wanted']} newer positions; {figures['lacking']} of {observers} "
                             f"observers were shown fewer, one {figures['newer_least']}")

    def table(self, rows: Sequence[Row]) -> str:
        """What it has found, for a person."""
        return table(["", *(f"{row.setting['observers']} observers" for row in rows)], [
            [name.replace("_", " "), *(number(row.figures[name], 0 if value == int(value) else 3) for row in rows)]
            for name, value in rows[0].figures.items()])


def booked(stage: Stage, vehicles: int, observers: int) -> tuple[list[str], list[dict[str, Any]]]:
    """The riders of rides that were booked beside vehicles, and where each of these is."""
    stage.bring_vehicles(QUOTED_VEHICLES)
    products = tuple(bodies.BOOKED)
    generation = stage.bring_vehicles(vehicles, products)
    lines, first = stage.bookings(), stage.loader.next_number
    with stage.workers("request-ride-worker") as group:
        stage.wait_for_supply()
        stage.load(BOOK, Extent(observers, 120, observers // 5), group, lines)
    brought = bodies.vehicles(stage.bench.seed, generation, vehicles, products)
    places = [json.loads(line.replace("%", "0", 1)) for line in brought]
    return [bodies.rider_of(number) for number in range(first, first + observers)], places


def moved(
    stage: Stage, mover: Mover, heard: Heard, workers: dict[str, ProcessGroup], seconds: float
) -> dict[str, float]:
    """Has the vehicles move; the processor time of workers and servers, and what became of the reports."""
    pids = {name: group.pids for name, group in workers.items()}
    pids |= {"broker": [stage.bench.broker.pid], "store": [stage.bench.database_pid], "load": [os.getpid()]}
    # By then each vehicle has said where it is, and each observer was shown it.
    mover.move(2 * INTERVAL)
    heard.begun, before, sent = time.time(), processor_times(pids), mover.sent
    mover.move(seconds)
    figures: dict[str, float] = {"reports_per_second": (mover.sent - sent) / seconds}
    for name, after in processor_times(pids).items():
        figures[f"{name}_cores"] = sum(used - before[name].get(pid, 0) for pid, used in after.items()) / seconds
    figures |= {f"left_in_{queue}": depth for queue, depth in depths_at(stage.url, WORK_QUEUES).items()}
    heard.ended = time.time()
    comes_true(lambda: heard.answers >= mover.sent, PATIENCE)
    for group in workers.values():
        group.check()
    counted = workers["dispatch"].members[0].counted("livery_positions_ignored_total")
    return figures | {"unanswered": mover.sent - heard.answers, "ignored": counted}


# More than five parameters: they are what makes one message.
def send(channel: BlockingChannel, kind: Kind, body: dict[str, Any], reply_to: str, number: int) -> None:
    """Sends a request."""
    channel.basic_publish(kind.exchange, kind.routing_key, bodies.line(body), BasicProperties(
        type=kind.type, correlation_id=str(number), reply_to=reply_to, content_type="application/json"))


class Mover:
    """Sends the reports of vehicles in turn, evenly over the interval."""

    def __init__(self, channel: BlockingChannel, places: list[dict[str, Any]], queues: list[str]) -> None:
        self.channel, self.places, self.queues, self.sent = channel, places, queues, 0

    def move(self, seconds: float) -> None:
        """Sends for so long."""
        begun, first, pause = time.monotonic(), self.sent, INTERVAL / len(self.places)
        while (passed := time.monotonic() - begun) < seconds:
            while self.sent - first < passed / pause:
                self._report(*divmod(self.sent, len(self.places)))
            # It also reads the connection, which the broker would close otherwise.
            self.channel.connection.sleep(0.01)

    def _report(self, step: int, index: int) -> None:
        """Sends where a vehicle is by now: it goes north, turns, and comes back."""
        vehicle, now, away = self.places[index], time.time(), step % (2 * TURN)
        place = {"latitude": round(vehicle["location"]["latitude"] + STEP_DEGREES * min(away, 2 * TURN - away), 7),
                 "longitude": vehicle["location"]["longitude"], "course": 0 if away < TURN else 180,
                 "accuracyMetres": 5,
                 "timestamp": datetime.fromtimestamp(now, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")}
        body = {"vehicleIdentifier": vehicle["vehicleIdentifier"], "sequence": int(now * 1e6), "location": place}
        send(self.channel, POSITION, body, self.queues[index % len(self.queues)], self.sent)
        self.sent += 1
