"""What the proofs run on: one broker with its exporter, one database server, and fleets that do not meet each other."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from fleets import catalogue
from fleets.broker import SCRIPT as BROKER_SCRIPT
from fleets.broker import Broker
from fleets.fleet import Fleet, Worker
from fleets.processes import SuiteError, end, run, start
from fleets.store import SCRIPT as DATABASE_SCRIPT
from fleets.store import PostgresStore

from .prometheus import Prometheus

# Vehicles that drive in time lapse: no fleet of the street would believe where they are.
POLICIES = {"positions": {"metresPerSecond": 5000}}
KINDS = ("list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker")


class WatchedBroker(Broker):
    """A node with exporter and TLS, whose certificate can be replaced."""

    def start(self) -> None:
        """Starts it."""
        run([BROKER_SCRIPT, "exporter", self.folder])
        run([BROKER_SCRIPT, "tls", self.folder])
        super().start()

    @property
    def exporter(self) -> str:
        """Where Prometheus asks, without the scheme."""
        return self._recorded("metrics_url").removeprefix("http://")

    def url_of(self, host: str) -> str:
        """Where the workers of a virtual host connect to."""
        return self.url.replace("%2F", host)

    def tls_url_of(self, host: str) -> str:
        """The same with TLS."""
        return self._recorded("tls_url").replace("%2F", host)

    def certify(self, days: int) -> None:
        """Gives the node a certificate that is valid for that many days; new connections see it."""
        folder = self.folder / "tls"
        extension = self.folder / "extension"
        extension.write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n", encoding="utf-8")
        request = folder / "new.csr"
        run(["openssl", "req", "-new", "-key", folder / "server.key", "-subj", "/CN=localhost", "-out", request])
        run(["openssl", "x509", "-req", "-in", request, "-CA", folder / "ca.pem", "-CAkey", folder / "ca.key",
             "-CAcreateserial", "-days", str(days), "-extfile", extension, "-out", folder / "server.pem"])
        self.ctl("eval", "ssl:clear_pem_cache().")


@dataclass
class Host:
    """What a fleet sees of the broker: its virtual host."""

    name: str
    url: str

    @property
    def urls(self) -> list[str]:
        """Where to connect to."""
        return [self.url]


class Database(PostgresStore):
    """A database of its own on the server that all share."""

    @property
    def url(self) -> str:
        """The value of LIVERY_STORE."""
        return f"{super().url.rpartition('/')[0]}/{self.database}"


class Site:
    """A fleet with a virtual host and a database; `job` is its name in Prometheus."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.job, self.name, self.stage = f"livery-{name}", name, stage
        self.folder = stage.folder / name
        (self.folder / "log").mkdir(parents=True)
        self.host = Host(name, stage.broker.url_of(name))
        self.store = Database(stage.folder, name)
        # What a fleet asks of its broker is the address alone.
        catalogue.write(self.folder / "catalogue.json", POLICIES)
        self.fleet = Fleet(self.folder, stage.binaries, self.host, self.store,  # type: ignore[arg-type]
                           self.folder / "catalogue.json", 1)
        self._helpers: list[subprocess.Popen[bytes]] = []

    def set_up(self, workers: dict[str, dict[str, str]]) -> None:
        """Makes host, database and topology, and adds the workers, by kind with their settings."""
        broker = self.stage.broker
        broker.ctl("add_vhost", self.name)
        broker.ctl("set_permissions", "-p", self.name, "guest", ".*", ".*", ".*")
        Database(self.stage.folder, "postgres").psql(f'CREATE DATABASE "{self.name}" OWNER livery')
        self.fleet.tool("topology", "apply")
        self.fleet.tool("migrate")
        for kind, settings in workers.items():
            self.fleet.add(kind, {"LIVERY_DEAD_LETTERS": "store", "LIVERY_PROBE_ADDRESS": "127.0.0.1"} | settings)

    def worker(self, kind: str) -> Worker:
        """The only worker of a kind."""
        return next(worker for worker in self.fleet.workers if worker.kind == kind)

    def help(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Starts the tool `livery` beside the fleet."""
        helper = start([self.stage.binaries / "livery", *arguments], self.folder / "log" / f"{name}.log",
                       self.fleet.environment())
        self._helpers.append(helper)
        return helper

    def stop(self) -> None:
        """Ends helpers and workers."""
        for helper in self._helpers:
            end(helper, 5)
        self.fleet.stop()


class Stage:
    """All of it, in one folder."""

    def __init__(self, binaries: Path) -> None:
        self.binaries = binaries
        self.folder = Path(tempfile.mkdtemp(prefix="livery-observe-"))
        # The account of the database server has to get through.
        self.folder.chmod(0o711)
        self.broker = WatchedBroker(self.folder / "broker")
        self.prometheus = Prometheus(self.folder / "prometheus")
        self.sites: dict[str, Site] = {}

    def start(self) -> None:
        """Starts broker and database server."""
        self.broker.start()
        run([DATABASE_SCRIPT, "start", self.folder / "database", "--unsafe"])

    def site(self, name: str, workers: dict[str, dict[str, str]]) -> Site:
        """Makes a fleet, which does not run yet."""
        self.sites[name] = site = Site(self, name)
        site.set_up(workers)
        return site

    def watch(self) -> None:
        """Lets Prometheus ask every fleet."""
        jobs = {site.job: [(worker.kind, worker.port) for worker in site.fleet.workers] for site in self.sites.values()}
        self.prometheus.start(jobs, self.broker.exporter)

    def stop(self, keep: bool) -> None:
        """Ends everything, the fleets first."""
        steps = [self.prometheus.stop, *(site.stop for site in self.sites.values()), self.broker.stop,
                 lambda: run([DATABASE_SCRIPT, "stop", self.folder / "database"])]
        for step in steps:
            try:
                step()
            except (SuiteError, OSError, subprocess.SubprocessError) as error:  # the other steps have to be taken
                print(f"while ending: {error}", flush=True)
        if keep:
            print(f"logs and data are in {self.folder}", flush=True)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
