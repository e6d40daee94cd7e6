"""Name servers that do not answer, and names whose first address does not."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys

from fleets.fleet import Worker
from fleets.processes import comes_true, now, start

from ..plan import Options, Plan
from ..run import PACKAGE_PARENT, Run
from ..watch import all_ready
from .outage import NOTICE_SECONDS, Outage

BROKER, DATABASE = "broker.livery.test", "database.livery.test"
WHOLE_ROUNDS, QUICK_ROUNDS = 5, 1
# A look-up takes 150 s where no name server answers, the most that resolv.conf(5) allows: longer than a lane may hang,
# and than workers may take to come back.
RESOLVER = "nameserver {}\noptions timeout:30 attempts:5\n"
DRAIN_SECONDS = 10
# What the lanes of a worker wait themselves before they are back, one after the other.
SILENT_SECONDS = 20.0
# The worker sees the files of the run in the place of the machine's.
MOUNT = ('mount --bind "$0/resolv.conf" /etc/resolv.conf && mount --bind "$0/hosts" /etc/hosts && exec "$@"')


class NameOutage(Outage):
    """Broker and database have names; workers have name servers and a file of hosts of their own."""

    name = "names"
    title = "name servers silent while workers reconnect, start and end; a first address that is silent"
    stores = ("postgres",)
    needs_root = True

    def plan(self, options: Options) -> Plan:
        """A drain shorter than a look-up, so that a worker that waits for one does not end in order."""
        return Plan(rate=100.0, vehicles=200, settle_seconds=120,
                    environment={"LIVERY_DRAIN_SECONDS": str(DRAIN_SECONDS)})

    def workers(self, run: Run) -> None:
        """Starts the name server, to which every name of the run is this machine."""
        self.hosts = run.folder / "hosts"
        self.hosts.write_text("127.0.0.1 localhost\n", encoding="utf-8")
        address = f"127.53.{os.getpid() // 250 % 250 + 1}.{os.getpid() % 250 + 1}"
        (run.folder / "resolv.conf").write_text(RESOLVER.format(address), encoding="utf-8")
        self.server: subprocess.Popen[bytes] = start(
            [sys.executable, "-B", "-m", "image.nameserver", address], run.folder / "log" / "names.log",
            dict(os.environ) | {"PYTHONPATH": str(PACKAGE_PARENT)})
        named = {"LIVERY_AMQP_URL": run.broker.url.replace("127.0.0.1", BROKER),
                 "LIVERY_STORE": run.store.url.replace("127.0.0.1", DATABASE)}
        prefix = ["unshare", "--mount", "--propagation", "private", "sh", "-c", MOUNT, str(run.folder)]
        for kind, count in run.plan.workers.items():
            for _ in range(count):
                run.fleet.add(kind, run.plan.environment | named, prefix)

    def act(self, run: Run) -> None:
        """First the name server is silent, then the first address."""
        for _ in range(QUICK_ROUNDS if run.options.quick else WHOLE_ROUNDS):
            self.lose_name_servers(run)
        self.silence_first_address(run)

    def lose_name_servers(self, run: Run) -> None:
        """Workers that know the addresses come back, one that starts waits and ends when it is asked to."""
        starting, others = run.workers()[0], run.workers()[1:]
        with self.outage(run, "name servers silent", "broker and database"):
            self.server.send_signal(signal.SIGSTOP)
            self.cut_off(run)
            began, seconds = now(), run.bound(SILENT_SECONDS)
            if not comes_true(lambda: all_ready(others), seconds, 0.1):
                waiting = ", ".join(worker.name for worker in others if worker.probe() != 200)
                self.found.append(f"names: {waiting} not ready {seconds:.0f} s after they were cut off")
            run.evidence.readiness.append(("cut off without names", now() - began))
            # The supervisor starts it again at once, without a known address.
            self.end(run, starting)
            if not comes_true(lambda: starting.probe() == 503, run.bound(NOTICE_SECONDS), 0.1):
                self.found.append(f"names: {starting.name} did not say that it is not ready without a name server")
            self.end(run, starting)
            self.server.send_signal(signal.SIGCONT)

    def silence_first_address(self, run: Run) -> None:
        """The names get two addresses; the first swallows what is sent to it."""
        ports = [int(url.rpartition(":")[2].partition("/")[0]) for url in (run.broker.url, run.store.url)]
        silent = [swallow("::1", port) for port in ports]
        with self.outage(run, "first address silent", "broker and database"), self.hosts.open("a") as hosts:
            for name in (BROKER, DATABASE):
                hosts.write(f"::1 {name}\n127.0.0.1 {name}\n")
            hosts.flush()
            self.cut_off(run)
            began, seconds = now(), run.bound(SILENT_SECONDS)
            if not comes_true(lambda: all_ready(run.workers()), seconds, 0.1):
                self.found.append(f"names: not all ready {seconds:.0f} s after the first address fell silent")
            run.evidence.readiness.append(("cut off with a silent address", now() - began))
        for pair in silent:
            for end in pair:
                end.close()

    @staticmethod
    def cut_off(run: Run) -> None:
        """Ends all connections to broker and database."""
        run.broker.ctl("close_all_connections", "by the nemesis")
        run.store.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'livery'")

    def end(self, run: Run, worker: Worker) -> None:
        """Ends a worker by SIGTERM; its exit code is judged like every other."""
        process = worker.process
        if process is None or not run.fleet.kill(worker, signal.SIGTERM):
            self.found.append(f"names: expected that {worker.name} runs")
        elif not comes_true(lambda: process.returncode is not None, run.bound(DRAIN_SECONDS), 0.05):
            self.found.append(f"names: {worker.name} did not end while no name server answered")
        elif process.returncode != 0:
            self.found.append(f"names: {worker.name} ended with {process.returncode} while no name server answered")

    def clean_up(self) -> None:
        """Ends the name server too."""
        if hasattr(self, "server"):
            self.server.kill()
            self.server.wait()
        super().clean_up()


def swallow(address: str, port: int) -> tuple[socket.socket, socket.socket]:
    """A listener whose backlog one connection fills: the kernel answers to no other."""
    listener, filler = (socket.socket(socket.AF_INET6) for _ in range(2))
    listener.bind((address, port))
    listener.listen(0)
    filler.connect((address, port))
    return listener, filler
