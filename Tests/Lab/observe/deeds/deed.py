"""What all deeds have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from .. import faults
from ..senders import Sender
from ..stage import Site


class Deed(ABC):
    """Raises a fault on a fleet and ends it. `settings` of a worker's kind count from its start."""

    name = ""
    settings: dict[str, str] = {}

    def __init__(self, site: Site) -> None:
        self.site = site
        self._sender: Sender | None = None

    @property
    def fault(self) -> faults.Fault:
        """The fault of that name."""
        return next(fault for fault in faults.ALL if fault.name == self.name)

    @property
    def sender(self) -> Sender:
        """A connection for the thread that does the deed."""
        if self._sender is None:
            self._sender = Sender(self.site.host.url)
        return self._sender

    @classmethod
    def prepare(cls, site: Site) -> None:
        """What has to be done before the workers start."""

    @abstractmethod
    def begin(self) -> None:
        """Raises it."""

    @abstractmethod
    def end(self) -> None:
        """Ends it; what is called when it was begun, however far."""

    def close(self) -> None:
        """Lets the connection go."""
        if self._sender is not None:
            self._sender.close()

    def concerns(self, labels: dict[str, Any]) -> bool:
        """Whether an alert is of this fleet; one of the broker is of every fleet."""
        if "vhost" in labels:
            return labels["vhost"] == self.site.name
        return labels.get("job") in (None, self.site.job, "the broker")
