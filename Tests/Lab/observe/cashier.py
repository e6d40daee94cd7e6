"""A payment system that answers at once: it approves everything, but declines refunds on request."""

from __future__ import annotations

import json

from .senders import Sender, Stream

QUEUE = "livery.payments"
PAUSE_SECONDS = 0.1


class Cashier:
    """Works from its making to `stop`."""

    def __init__(self, url: str, declines_refunds: bool) -> None:
        self._declines_refunds = declines_refunds
        self._stream = Stream(url, PAUSE_SECONDS, self._serve)

    def stop(self) -> None:
        """Ends."""
        self._stream.stop()

    def _serve(self, sender: Sender, number: int) -> None:
        while True:
            method, _, body = sender.channel.basic_get(QUEUE)
            if method is None:
                return
            self._answer(sender, json.loads(body))
            sender.channel.basic_ack(method.delivery_tag)

    def _answer(self, sender: Sender, command: dict[str, str]) -> None:
        declines = self._declines_refunds and command["operation"] == "refund"
        body = {"rideIdentifier": command["rideIdentifier"], "key": command["key"],
                "outcome": "declined" if declines else "approved"}
        if not declines:
            body["reference"] = command.get("reference", f"ref-{command['key']}")
        sender.send("payment.result", body)
