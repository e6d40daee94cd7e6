"""An undisturbed fleet: it has a little of every kind of work, and none of its alerts may fire."""

from __future__ import annotations

from .senders import Sender, Stream, listing
from .stage import KINDS, Stage

NAME = "control"
# Above the pace of a demonstration: rides are over within seconds.
VEHICLES, PACE = 48, 240
BOOKING_EVERY = 20


class Control:
    """Workers, vehicles that drive, and riders."""

    def __init__(self, stage: Stage) -> None:
        self.site = stage.site(NAME, {kind: {} for kind in KINDS})
        # Certificates are known of connections with TLS alone.
        self.site.worker("list-options-worker").environment["LIVERY_AMQP_URL"] = stage.broker.tls_url_of(NAME)
        self._streams: list[Stream] = []

    def start(self) -> None:
        """Begins the traffic; the workers run."""
        self.site.help("simulate", "simulate", "--vehicles", str(VEHICLES), "--pace", str(PACE))
        sender = Sender(self.site.host.url)
        # Without vehicles nothing is offered, which would be an alert.
        while sender.ask("list-ride-options.handle", listing("rider-first"))["code"] != "success":
            sender.pause(0.3)
        sender.close()
        self._streams.append(Stream(self.site.host.url, 0.2, self._send))

    @staticmethod
    def _send(sender: Sender, number: int) -> None:
        rider = f"rider-{number}"
        sender.send("list-ride-options.handle", listing(rider))
        sender.send("get-ride-status.handle", {"riderIdentifier": rider})
        if number % BOOKING_EVERY == 0:
            sender.book(rider)
