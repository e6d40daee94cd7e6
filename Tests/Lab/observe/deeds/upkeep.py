"""Faults that do not stop the fleet at once: clocks, certificates, deletions, and a store that refuses connections."""

from __future__ import annotations

import signal

from fleets.clock import SteppedClock
from fleets.store import PostgresStore

from ..stage import Site
from .deed import Deed

AHEAD_SECONDS = 5
SHORT_DAYS, LONG_DAYS = 2, 30
READY_SECONDS = 40
LETTERS, LETTER_BYTES = 30, 60_000


class NoStore(Deed):
    """The database's server lets the fleet in no more."""

    name = "no-store"

    def begin(self) -> None:
        """Sessions are ended, new ones refused."""
        self._allow(False)
        self._server().psql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                            f"WHERE datname = '{self.site.name}'")

    def end(self) -> None:
        """It does again."""
        self._allow(True)

    def _allow(self, is_allowed: bool) -> None:
        self._server().psql(f'ALTER DATABASE "{self.site.name}" ALLOW_CONNECTIONS {str(is_allowed).lower()}')

    def _server(self) -> PostgresStore:
        return PostgresStore(self.site.stage.folder, "postgres")


class NoDeletion(Deed):
    """A trigger of somebody else keeps old outcomes."""

    name = "no-deletion"

    @classmethod
    def prepare(cls, site: Site) -> None:
        """Before the workers start: they delete first after a minute."""
        site.store.psql("CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS "
                        "$$ BEGIN RAISE EXCEPTION 'outcomes are kept'; END $$; "
                        "CREATE TRIGGER keep BEFORE DELETE ON outcomes FOR EACH STATEMENT EXECUTE FUNCTION keep()")

    def begin(self) -> None:
        """It is there since before the workers."""

    def end(self) -> None:
        """It is removed."""
        self.site.store.psql("DROP TRIGGER keep ON outcomes")


class Clock(Deed):
    """The clock of a worker goes wrong, by less than it stops for."""

    name = "clock"

    @classmethod
    def prepare(cls, site: Site) -> None:
        """The worker gets a clock of its own."""
        cls.clock = SteppedClock(site.folder)
        site.worker("dispatch-worker").environment.update(cls.clock.environment())

    def begin(self) -> None:
        """It is ahead."""
        self.clock.step(AHEAD_SECONDS)

    def end(self) -> None:
        """It is right."""
        self.clock.step(0)


class MissingRight(Deed):
    """The workers' user loses a right on the broker, as by a wrong pattern."""

    name = "missing-right"

    def begin(self) -> None:
        """It counts for new connections."""
        self._grant("^$")
        self.site.stage.broker.ctl("close_all_connections", "-p", self.site.name, "rights have changed")

    def end(self) -> None:
        """It has the right again."""
        self._grant(".*")

    def _grant(self, write: str) -> None:
        self.site.stage.broker.ctl("set_permissions", "-p", self.site.name, "guest", ".*", write, ".*")


class FullRoom(Deed):
    """Dead letters fill the room of their sender in the store."""

    name = "full-room"

    def begin(self) -> None:
        """More than a megabyte of reports that cannot be read."""
        for _ in range(LETTERS):
            self.sender.send("vehicle.update", b'{"vehicleIdentifier": "' + b"x" * LETTER_BYTES, reply_to=None)

    def end(self) -> None:
        """No more of them are sent."""


class OtherPayments(Deed):
    """A worker orders money of another payment system than the workers before it."""

    name = "other-payments"

    def begin(self) -> None:
        """Its supervisor starts it again."""
        self._use("built-in")

    def end(self) -> None:
        """It has the payment system of the others."""
        self._use("amqp")

    def _use(self, system: str) -> None:
        worker = self.site.worker("request-ride-worker")
        worker.environment["LIVERY_PAYMENTS"] = system
        self.site.fleet.kill(worker, signal.SIGTERM)


class Certificate(Deed):
    """The broker's certificate is about to end."""

    name = "certificate"

    @classmethod
    def prepare(cls, site: Site) -> None:
        """The worker connects with TLS."""
        for worker in site.fleet.workers:
            worker.environment["LIVERY_AMQP_URL"] = site.stage.broker.tls_url_of(site.name)

    def begin(self) -> None:
        """Workers see it when they connect."""
        self._renew(SHORT_DAYS)

    def end(self) -> None:
        """A new one is there."""
        self._renew(LONG_DAYS)

    def _renew(self, days: int) -> None:
        self.site.stage.broker.certify(days)
        for worker in self.site.fleet.workers:
            self.site.fleet.restart(worker)
