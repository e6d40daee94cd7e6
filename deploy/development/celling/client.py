"""A client that sends one message at a time to a cell and waits for the answer; its messages are in a journal."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pika

from faulting.journal import Journal
from faulting.publishing import exchange_of
from fleets.processes import SuiteError, now

from .cell import Cell

ANSWER_SECONDS = 150.0


class Client:
    """Has a queue of the same name in every cell, so that an answer finds it wherever the ride is by then."""

    def __init__(self, cells: list[Cell], name: str, journal: Path) -> None:
        self.queue = f"replies.check.{name}"
        self._journal = Journal(journal)
        self._channels = {cell.name: self._open(cell) for cell in cells}
        self._sendings = 0

    def _open(self, cell: Cell) -> Any:
        parameters = pika.URLParameters(cell.broker.url)
        parameters.heartbeat = 0
        channel = pika.BlockingConnection(parameters).channel()
        channel.queue_declare(self.queue, durable=True)
        return channel

    def send(self, cell: Cell, kind: str, identifier: str, body: dict[str, Any]) -> str:
        """Publishes a message and returns its correlation."""
        self._sendings += 1
        correlation = f"{identifier}/check{self._sendings}"
        who = body.get("riderIdentifier") or body.get("vehicleIdentifier") or body.get("rideIdentifier")
        self._journal.write("s", now(), correlation, identifier, kind, "", who, 0)
        self._journal.flush()
        self._channels[cell.name].basic_publish(exchange_of(kind), kind, json.dumps(body), pika.BasicProperties(
            type=kind, message_id=identifier, correlation_id=correlation, reply_to=self.queue, delivery_mode=2,
            content_type="application/json"), mandatory=True)
        return correlation

    def ask(self, cell: Cell, kind: str, identifier: str, body: dict[str, Any]) -> dict[str, Any]:
        """Sends a message and returns the answer."""
        correlation = self.send(cell, kind, identifier, body)
        deadline = time.monotonic() + ANSWER_SECONDS
        while time.monotonic() < deadline:
            for found, answer in self.take(cell):
                if found == correlation:
                    return answer
            time.sleep(0.02)
        raise SuiteError(f"expected an answer to {kind} {identifier} from {cell.name} within {ANSWER_SECONDS:.0f} s")

    def take(self, cell: Cell) -> list[tuple[str, dict[str, Any]]]:
        """What has come from a cell: correlations and bodies."""
        taken = []
        while (got := self._channels[cell.name].basic_get(self.queue, auto_ack=True))[0] is not None:
            taken.append((got[1].correlation_id, json.loads(got[2])))
        return taken

    def close(self) -> None:
        """Closes the connections."""
        for channel in self._channels.values():
            channel.connection.close()
        self._journal.close()
