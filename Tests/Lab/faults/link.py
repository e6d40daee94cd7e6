"""A connection to the broker that comes back by itself, on pika's event loop."""

from __future__ import annotations

import random
from collections.abc import Callable

import pika
import pika.exceptions
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

HEARTBEAT_SECONDS = 10
PAUSE_SECONDS = (0.1, 0.6)


class Link:
    """One connection with one channel; lost, it is opened again on the next address after a pause.

    `opened` is called with each new channel, `lost` once for each channel that is gone. Both run on the loop.
    """

    def __init__(
        self, loop: IOLoop, urls: list[str], opened: Callable[[Channel], None], lost: Callable[[str], None]
    ) -> None:
        self._loop, self._urls, self._opened, self._lost = loop, urls, opened, lost
        self._turn = 0
        self._connection: pika.SelectConnection | None = None
        self.channel: Channel | None = None
        self.is_blocked = False
        self.closing = False

    def open(self) -> None:
        """Begins to connect, and retries until it has succeeded."""
        url = self._urls[self._turn % len(self._urls)]
        self._turn += 1
        parameters = pika.URLParameters(url)
        parameters.heartbeat = HEARTBEAT_SECONDS
        parameters.socket_timeout = parameters.stack_timeout = 5
        parameters.connection_attempts = 1
        connection = pika.SelectConnection(
            parameters, custom_ioloop=self._loop, on_open_callback=self._connected,
            on_open_error_callback=self._refused, on_close_callback=self._closed)
        connection.add_on_connection_blocked_callback(lambda *_: self._block(True))
        connection.add_on_connection_unblocked_callback(lambda *_: self._block(False))
        self._connection = connection

    def close(self) -> None:
        """Closes for good."""
        self.closing = True
        if self._connection is not None and self._connection.is_open:
            self._connection.close()

    def reopen(self) -> None:
        """Gives the connection up, for what cannot be mended on it."""
        if self._connection is not None and self._connection.is_open:
            self._connection.close()

    def _block(self, is_blocked: bool) -> None:
        self.is_blocked = is_blocked

    def _connected(self, connection: pika.SelectConnection) -> None:
        connection.channel(on_open_callback=self._ready)

    def _ready(self, channel: Channel) -> None:
        channel.add_on_close_callback(self._channel_closed)
        # A queue that was deleted cancels its consumer; it may be there again for the next channel.
        channel.add_on_cancel_callback(lambda _: self.reopen())
        self.channel = channel
        self.is_blocked = False
        self._opened(channel)

    def _channel_closed(self, channel: Channel, reason: Exception) -> None:
        self._forget(str(reason))
        self.reopen()

    def _closed(self, connection: pika.SelectConnection, reason: Exception) -> None:
        self._forget(str(reason))
        self._again()

    def _refused(self, connection: pika.SelectConnection, reason: Exception) -> None:
        self._again()

    def _forget(self, reason: str) -> None:
        if self.channel is not None:
            self.channel = None
            self._lost(reason)

    def _again(self) -> None:
        if not self.closing:
            self._loop.call_later(random.uniform(*PAUSE_SECONDS), self.open)
