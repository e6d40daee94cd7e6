"""Requests that are late, or wrong."""

from __future__ import annotations

import subprocess
import uuid

from fleets.processes import end, start
from fleets.store import SCRIPT

from ..senders import Sender, Stream, booking, listing
from .deed import Deed


class Lock(Deed):
    """A session holds a lock on the rides, while riders continue to book."""

    name = "lock"

    def begin(self) -> None:
        """In a session of its own, for longer than the run."""
        self._stream = Stream(self.site.host.url, 0.5,
                              lambda sender, _: sender.send("request-ride.handle", booking(f"rider-{uuid.uuid4()}")))
        self._session: subprocess.Popen[bytes] = start(
            [SCRIPT, "psql", self.site.store.folder, "-d", self.site.name, "-c",
             "BEGIN; LOCK TABLE rides IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(600)"],
            self.site.folder / "log" / "lock.log")

    def end(self) -> None:
        """Ends that session as an operator does."""
        self.site.store.psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                             f"WHERE datname = '{self.site.name}' AND query LIKE '%pg_sleep(600)%' "
                             "AND pid <> pg_backend_pid()")
        end(self._session, 10)
        self._stream.stop()


class Malformed(Deed):
    """Every second request cannot be read."""

    name = "malformed"

    def begin(self) -> None:
        """Queries and broken lists by turns."""
        self._stream = Stream(self.site.host.url, 0.05, self._send)

    def end(self) -> None:
        """The producer is mended: all that it sends now is right."""
        self._stream.stop()
        mended = Stream(self.site.host.url, 0.05, lambda sender, number: self._send(sender, 2 * number))
        self.sender.pause(8)
        mended.stop()

    @staticmethod
    def _send(sender: Sender, number: int) -> None:
        if number % 2:
            sender.send("list-ride-options.handle", b'{"riderIdentifier": 7}')
        else:
            sender.send("get-ride-status.handle", {"riderIdentifier": "rider-1"})


def lists(url: str) -> Stream:
    """Riders who look for a ride."""
    return Stream(url, 0.2, lambda sender, number: sender.send("list-ride-options.handle", listing(f"rider-{number}")))
