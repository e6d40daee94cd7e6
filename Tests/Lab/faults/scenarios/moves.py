"""The fleet moves to servers of the next release, as the page of upgrades says, while riders book."""

from __future__ import annotations

import os
from pathlib import Path

from fleets import debians
from fleets.broker import DEAD_LETTER_QUEUES, EVENTS, FEED, RESPONSES, SCRIPT, WORK_QUEUES, Broker, version
from fleets.fleet import Worker
from fleets.processes import REPOSITORY, SuiteError, run as run_command, wait_until
from fleets.store import PostgresStore

from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

CLIENT = "client"
MOVE = REPOSITORY / "deploy" / "rabbitmq" / "move"
CONNECTION = "a client is to connect to the new broker"


class TwoBrokers(Broker):
    """An old broker and a new one; `current` is the one that the fleet is at."""

    def __init__(self, old: Broker, new: Broker) -> None:
        super().__init__(old.folder)
        self.old, self.new, self.current = old, new, old

    def start(self) -> None:
        """Starts both. Only the old one knows the user of producer and observer."""
        run_command([SCRIPT, "plugin", self.new.folder, "rabbitmq_shovel"])
        for broker in (self.old, self.new):
            broker.start()
        add_client(self.old)

    def stop(self) -> None:
        """Ends both."""
        self.old.stop()
        self.new.stop()

    @property
    def url(self) -> str:
        """That of the workers."""
        return self.current.url

    @property
    def urls(self) -> list[str]:
        """Those of the clients, who try the one after the other."""
        both = (self.old, self.new) if self.current is self.old else (self.new,)
        return [broker.url.replace("guest:guest", f"{CLIENT}:{CLIENT}") for broker in both]

    def ctl(self, *arguments: str) -> str:
        """That of the node where the fleet is."""
        return self.current.ctl(*arguments)


def add_client(broker: Broker) -> None:
    """Lets the clients in."""
    broker.ctl("add_user", CLIENT, CLIENT)
    broker.ctl("set_permissions", CLIENT, ".*", ".*", ".*")


class Move(Scenario):
    """Of each pair, one server runs on this Debian and one in a root of the other Debian."""

    name = "move"
    title = "to the broker and the database server of the next release, under load"
    stores = ("postgres",)
    needs_root = True

    def plan(self, options: Options) -> Plan:
        """Some dead letters to move; what waits while the database moves is answered later."""
        return Plan(settle_seconds=120, malformed=0.01)

    def broker(self, folder: Path) -> Broker:
        """RabbitMQ 4 is the new one."""
        suite = debians.other_suite()
        debians.make_root(suite)
        pair = Broker(folder / "broker"), debians.RootBroker(suite)
        return TwoBrokers(*(pair if version() < (4,) else reversed(pair)))

    def store(self, folder: Path, name: str) -> PostgresStore:
        """The older release of the two; the newer one is started when the database moves."""
        pair = PostgresStore(folder), debians.RootPostgres(debians.other_suite())
        self.old_store, self.new_store = pair if version() < (4,) else reversed(pair)
        return self.old_store

    def workers(self, run: Run) -> None:
        """At the old broker, as a user that stays when the clients are sent away."""
        run.plan.environment["LIVERY_AMQP_URL"] = run.broker.url
        super().workers(run)

    def disturb(self, run: Run) -> None:
        """The broker first, then the database server."""
        brokers = run.broker
        if not isinstance(brokers, TwoBrokers):
            raise SuiteError("expected two brokers")
        run.wait_for_traffic(300)
        with run.nemesis.fault("move", "broker", f"of {len(run.workers())} workers"):
            self.move_broker(run, brokers)
        run.wait_for_traffic(300)
        with run.nemesis.fault("move", "database server"):
            self.move_store(run)
        run.wait_for_traffic(300)

    def move_broker(self, run: Run, brokers: TwoBrokers) -> None:
        """Moves half of the workers, the clients, the other half, and the remaining messages."""
        old, new = brokers.old, brokers.new
        # Within the folder of the node, which its root has, too.
        definitions = new.folder / "livery.json"
        definitions.write_text(run.fleet.tool("topology", "definitions", "--without-users"), encoding="utf-8")
        new.ctl("import_definitions", str(definitions))
        new.declare()
        for worker in [worker for worker in run.workers() if worker.number == 2]:
            self.restart_at(run, worker, new.url)
        listening = run.listen([old.url])
        run.listen([new.url])
        add_client(new)
        old.ctl("set_user_limits", CLIENT, '{"max-connections": 0}')
        old.ctl("close_all_user_connections", CLIENT, CONNECTION)
        wait_until(lambda: not any(old.depths().values()) and not old.held(), 60, "the old broker has no work left")
        for worker in [worker for worker in run.workers() if worker.number == 1]:
            self.restart_at(run, worker, new.url)
        brokers.current = new
        wait_until(lambda: not any(old.depths((RESPONSES, EVENTS)).values()), 60, "responses and events are read")
        run.listen_no_more(listening)
        run_command([MOVE, old.url, "/", *WORK_QUEUES, *DEAD_LETTER_QUEUES, RESPONSES, EVENTS, FEED],
                    dict(os.environ) | {"RABBITMQCTL": " ".join(map(str, new.control))})
        old.stop()

    def restart_at(self, run: Run, worker: Worker, url: str) -> None:
        """Restarts a worker with another URL."""
        worker.environment["LIVERY_AMQP_URL"] = url
        run.fleet.restart(worker)

    def move_store(self, run: Run) -> None:
        """All workers stop, since both servers would take bookings; the requests wait."""
        self.new_store.start()
        run.fleet.retire(run.workers())
        dump = self.new_store.folder.parent / "livery.dump"
        self.new_store.program("pg_dump", "--format=custom", f"--file={dump}", self.old_store.url)
        self.new_store.program("pg_restore", "--exit-on-error", "--no-owner", f"--dbname={self.new_store.url}", dump)
        run.store = run.fleet.store = self.new_store
        for worker in run.workers():
            worker.wanted = True
        run.fleet.wait_until_ready()

    def clean_up(self) -> None:
        """Ends both database servers."""
        self.old_store.stop()
        self.new_store.stop()
