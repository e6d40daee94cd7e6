"""Passwords, certificates and quote keys are replaced under load, as the page of the runbook says, without downtime."""

from __future__ import annotations

import base64
import os
import ssl
from collections.abc import Sequence
from pathlib import Path

from fleets.broker import SCRIPT as BROKER_SCRIPT
from fleets.broker import Broker
from fleets.fleet import Worker
from fleets.processes import SuiteError, run as run_command, wait_until
from fleets.store import PostgresStore

from ..plan import Options, Plan
from ..run import Run
from ..scenario import Scenario

USER, OLD, NEW = "rotated", "first-password", "second-password"
QUOTES = 12
RELOAD_SECONDS, CLOSE_SECONDS, READY_SECONDS = 20, 20, 40
TRIP = {"riderIdentifier": "rider-rotation", "locale": "en_US",
        "pickupLocation": {"latitude": 41.8796, "longitude": -87.6237},
        "dropOffLocation": {"latitude": 41.9786, "longitude": -87.9047}}


class SecureBroker(Broker):
    """A node that listens with TLS, too."""

    def start(self) -> None:
        """Makes the certificates at the first start."""
        if not (self.folder / "tls").exists():
            run_command([BROKER_SCRIPT, "tls", self.folder])
        super().start()

    @property
    def secure_url(self) -> str:
        """The URL of the port with TLS, for the user of the suite."""
        return self._recorded("tls_url")


class Rotation(Scenario):
    """The workers have users of their own, whose secrets stand in files."""

    name = "rotation"
    title = "passwords, certificates and quote keys replaced while workers run"
    quick_stores = ("postgres",)

    def __init__(self) -> None:
        super().__init__()
        self.quotes: list[dict[str, object]] = []

    def plan(self, options: Options) -> Plan:
        """A quiet load: what counts is that no request is refused."""
        return Plan(rate=80.0)

    def broker(self, folder: Path) -> Broker:
        """A node with certificates that can be replaced."""
        return SecureBroker(folder / "broker")

    def workers(self, run: Run) -> None:
        """Users with the first secrets, and workers that read these from files."""
        self.secrets = run.folder / "secrets"
        self.secrets.mkdir()
        run.broker.ctl("add_user", USER, OLD)
        run.broker.ctl("set_permissions", "-p", "/", USER, ".*", ".*", ".*")
        self.keys = [f"k{number}:{base64.b64encode(os.urandom(32)).decode()}" for number in (1, 2)]
        self.write("ca.pem", (run.broker.folder / "tls" / "ca.pem").read_text(encoding="utf-8"))
        self.write("amqp-url", self.amqp_url(run, OLD))
        self.write("quote-keys", self.keys[0])
        run.plan.environment |= {"LIVERY_AMQP_URL_FILE": str(self.secrets / "amqp-url"),
                                 "LIVERY_QUOTE_KEYS_FILE": str(self.secrets / "quote-keys")}
        if isinstance(run.store, PostgresStore):
            run.store.psql(f"CREATE ROLE {USER} LOGIN PASSWORD '{OLD}'")
            run.store.psql(run.fleet.tool("database", "permissions", USER))
            run.store.psql(f"GRANT CONNECT ON DATABASE {run.store.database} TO {USER}")
            self.write("store", self.store_url(run.store, OLD))
            run.plan.environment["LIVERY_STORE_FILE"] = str(self.secrets / "store")
        super().workers(run)

    def disturb(self, run: Run) -> None:
        """One secret after another; each in the order of the runbook."""
        self.quote_keys(run)
        self.broker_password(run)
        if isinstance(run.store, PostgresStore):
            self.database_password(run, run.store)
        self.certificates(run)

    def quote_keys(self, run: Run) -> None:
        """Adds the new key behind the old one, puts it first, drops the old one; quotes of before stay valid."""
        workers = [*run.workers("list-options-worker"), *run.workers("request-ride-worker")]
        first, second = self.keys
        self.check_quotes(run, "k1")
        for keys, signer in ((f"{first},{second}", "k1"), (f"{second},{first}", "k2")):
            with run.nemesis.fault("quote keys", "workers", "replaced in the file"):
                self.replace(run, "quote-keys", keys, "quote_keys_reloaded", workers)
            self.check_quotes(run, signer)
        with run.nemesis.fault("quote keys", "workers", "old one dropped"):
            self.replace(run, "quote-keys", second, "quote_keys_reloaded", workers)
        # Quotes of the dropped key are refused: the key was in use, and the check sees a refusal.
        refused = self.refusals(run, [quote for quote in self.quotes if ".k1." in str(quote["quoteIdentifier"])])
        if not refused or any(reason != "invalidQuote" for reason in refused):
            self.found.append(f"rotation: expected invalidQuote for quotes of the dropped key, got {refused}")
        self.quotes = [quote for quote in self.quotes if ".k2." in str(quote["quoteIdentifier"])]
        self.check_quotes(run, "k2")

    def broker_password(self, run: Run) -> None:
        """Changes the password at the broker, then in the file; connections stay until they are closed."""
        lost = self.events(run.workers(), "lane_connection_lost")
        with run.nemesis.fault("broker password", USER):
            run.broker.ctl("change_password", USER, NEW)
            self.replace(run, "amqp-url", self.amqp_url(run, NEW), "broker_url_reloaded", run.workers())
        if self.events(run.workers(), "lane_connection_lost") != lost:
            self.found.append("rotation: connections were lost while the broker's password was changed")
        try:
            run.broker.ctl("authenticate_user", USER, OLD)
            self.found.append("rotation: the broker still accepts the old password")
        except SuiteError:
            pass
        self.reconnect(run)

    def database_password(self, run: Run, store: PostgresStore) -> None:
        """The same at the database; then its sessions end, and new ones use the new password."""
        with run.nemesis.fault("database password", USER):
            store.psql(f"ALTER ROLE {USER} PASSWORD '{NEW}'")
            self.replace(run, "store", self.store_url(store, NEW), "store_url_reloaded", run.workers())
        with run.nemesis.fault("sessions ended", "database"):
            store.psql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{USER}'")
        self.wait_until_ready(run)
        run.wait_for_traffic(200)

    def certificates(self, run: Run) -> None:
        """A new certificate of the same authority, then one of a new authority that workers trusted before."""
        folder = run.broker.folder / "tls"
        self.serve(run, folder)
        new = run.folder / "new-authority"
        new.mkdir()
        run_command(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "30", "-subj", "/CN=New authority",
                     "-keyout", new / "ca.key", "-out", new / "ca.pem"])
        both = "".join((place / "ca.pem").read_text(encoding="utf-8") for place in (folder, new))
        self.write("ca.pem", both)
        self.serve(run, new)
        self.write("ca.pem", (new / "ca.pem").read_text(encoding="utf-8"))
        self.reconnect(run)

    def serve(self, run: Run, authority: Path) -> None:
        """Has the broker show a new certificate of that authority, and the workers connect to it."""
        folder = run.broker.folder / "tls"
        with run.nemesis.fault("certificate", "broker", authority.name):
            issue(folder, authority)
            run.broker.ctl("eval", "ssl:clear_pem_cache().")
        self.reconnect(run)
        port = int(run.broker.secure_url.rpartition(":")[2].split("/")[0])
        shown = ssl.get_server_certificate(("127.0.0.1", port), timeout=run.bound(10))
        if shown.split() != (folder / "server.pem").read_text(encoding="utf-8").split():
            self.found.append("rotation: the broker does not show the new certificate")

    def reconnect(self, run: Run) -> None:
        """Closes the workers' connections; new ones are made with what the files have now."""
        with run.nemesis.fault("connections closed", USER):
            wait_until(lambda: closes_all(run.broker), CLOSE_SECONDS, f"the connections of {USER} are closed", 0.2)
        self.wait_until_ready(run)
        run.wait_for_traffic(200)

    def wait_until_ready(self, run: Run) -> None:
        """Waits until all workers have consumers, stores and rights again."""
        run.fleet.wait_until_ready(READY_SECONDS)

    def replace(self, run: Run, name: str, text: str, event: str, workers: Sequence[Worker]) -> None:
        """Replaces a file, and waits until each worker has logged that it uses the new one."""
        before = self.events(workers, event)
        self.write(name, text)
        wait_until(lambda: all(count > before[name] for name, count in self.events(workers, event).items()),
                   RELOAD_SECONDS, f"{event} of {len(workers)} workers")

    def events(self, workers: Sequence[Worker], event: str) -> dict[str, int]:
        """How often each worker has logged an event."""
        mark = f'"event":"{event}"'
        return {worker.name: (self.secrets.parent / "log" / f"{worker.name}.log").read_text(encoding="utf-8").count(mark)
                for worker in workers}

    def write(self, name: str, text: str) -> None:
        """Replaces a file of the secrets at once: a worker never reads half of it."""
        partial = self.secrets / f".{name}"
        partial.write_text(text, encoding="utf-8")
        partial.rename(self.secrets / name)

    def amqp_url(self, run: Run, password: str) -> str:
        """The URL of the workers' user, with TLS and the authorities of the file."""
        broker = run.broker
        if not isinstance(broker, SecureBroker):
            raise TypeError("expected a broker with TLS")
        base = broker.secure_url.replace("guest:guest", f"{USER}:{password}").partition("?")[0]
        return f"{base}?cacertfile={self.secrets / 'ca.pem'}"

    @staticmethod
    def store_url(store: PostgresStore, password: str) -> str:
        """The URL of the database for the workers' role."""
        scheme, _, rest = store.url.partition("://")
        return f"{scheme}://{USER}:{password}@{rest.partition('@')[2]}"

    def check_quotes(self, run: Run, signer: str) -> None:
        """Asks for new quotes, which that key has signed, and confirms all that are known: none is refused."""
        lists = [{"type": "list-ride-options.handle", "message_id": f"list-{len(self.quotes)}-{number}", "body": TRIP}
                 for number in range(QUOTES)]
        for answer in run.fleet.send(lists):
            option = answer["rideOptions"][0]
            if f".{signer}." not in option["quoteIdentifier"]:
                self.found.append(f"rotation: expected a quote signed by {signer}, got {option['quoteIdentifier'][:12]}")
            self.quotes.append(option)
        if refused := self.refusals(run, self.quotes):
            self.found.append(f"rotation: {len(refused)} of {len(self.quotes)} quotes refused: {set(refused)}")

    def refusals(self, run: Run, quotes: Sequence[dict[str, object]]) -> list[str]:
        """The reasons for which quotes are refused when a booking with them is confirmed, which books nothing."""
        requests = [{"type": "request-ride.confirm", "message_id": f"confirm-{number}-{quote['quoteIdentifier'][-8:]}",
                     "body": TRIP | {"rideOptionName": quote["name"], "quoteIdentifier": quote["quoteIdentifier"],
                                     "partySize": 1, "paymentMethod": {"type": "applePay"}}}
                    for number, quote in enumerate(quotes)]
        return [answer["error"]["reason"] for answer in run.fleet.send(requests) if "error" in answer]


def closes_all(broker: Broker) -> bool:
    """Whether the broker has closed the connections; its command fails when one ends by itself meanwhile."""
    try:
        broker.ctl("close_all_user_connections", USER, "rotation")
        return True
    except SuiteError:
        return False


def issue(folder: Path, authority: Path) -> None:
    """Replaces certificate and key of the broker by new ones of an authority."""
    extension = folder / "names.cnf"
    extension.write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n", encoding="utf-8")
    run_command(["openssl", "req", "-new", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
                 "-keyout", folder / "server.key.new", "-out", folder / "server.csr"])
    run_command(["openssl", "x509", "-req", "-in", folder / "server.csr", "-CA", authority / "ca.pem",
                 "-CAkey", authority / "ca.key", "-CAcreateserial", "-days", "30", "-extfile", extension,
                 "-out", folder / "server.pem.new"])
    for name in ("server.key", "server.pem"):
        (folder / f"{name}.new").chmod(0o600 if name.endswith("key") else 0o644)
        (folder / f"{name}.new").rename(folder / name)
