"""The course that each scenario takes: start, disturb, settle, stop, collect, check."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from fleets import catalogue
from fleets.broker import EVENTS, RESPONSES
from fleets.fleet import Fleet, Worker
from fleets.processes import SuiteError, comes_true, end, now, start, wait_until

from . import observer, producer
from .checker import OWN, Checker
from .collector import collect
from .evidence import COLLECTOR, NEMESIS, OBSERVER, PRODUCER, Evidence
from .journal import Outstanding
from .nemesis import Nemesis
from .plan import Options
from .report import Row
from .settling import Settling

if TYPE_CHECKING:
    from observe.prometheus import Prometheus

    from .scenario import Scenario

HANG_SECONDS = 3600
# How many starts of the fleet a recovery may take beyond the fleet's own pauses.
STARTS = 20
PACKAGE_PARENT = Path(__file__).resolve().parents[1]


class Run:
    """One scenario on one store."""

    def __init__(self, scenario: Scenario, options: Options, store: str) -> None:
        self.scenario, self.options = scenario, options
        self.plan = scenario.plan(options)
        self.folder = Path(tempfile.mkdtemp(prefix=f"livery-faults-{scenario.name}-"))
        # A database server that runs under another account has to get through.
        self.folder.chmod(0o711)
        (self.folder / "log").mkdir()
        catalogue.write(self.folder / "catalogue.json", self.plan.policies)
        self.broker = scenario.broker(self.folder)
        self.store = scenario.store(self.folder, store)
        self.fleet = Fleet(self.folder, options.binaries, self.broker, self.store, self.folder / "catalogue.json",
                           options.seed)
        self.nemesis = Nemesis(self.folder / NEMESIS, options.seed)
        self.evidence = Evidence()
        self.prometheus: Prometheus | None = None
        self._producer: subprocess.Popen[bytes] | None = None
        self._observers: list[subprocess.Popen[bytes]] = []
        self._came_to_rest = False
        self._auditing = threading.Event()
        self._auditor: threading.Thread | None = None

    @property
    def sent(self) -> int:
        """How many requests the producer has sent."""
        return self._progress()["sent"]

    @property
    def confirmed(self) -> int:
        """How many sendings the broker has confirmed."""
        return self._progress()["confirmed"]

    def workers(self, kind: str | None = None) -> list[Worker]:
        """The workers, of all kinds or of one."""
        return [worker for worker in self.fleet.workers if kind in (None, worker.kind)]

    def bound(self, seconds: float) -> float:
        """How long something may take: those seconds for the pauses of the fleet itself, which are the same on every
        machine, and some times what the whole fleet needed for its start in this run, which is the machine's pace."""
        return seconds + STARTS * self.fleet.start_seconds

    def wait_for_traffic(self, more: int, seconds: float = 60) -> None:
        """Waits until that many more requests were confirmed, which shows that the load is on."""
        target = self.confirmed + more
        wait_until(lambda: self.confirmed >= target, seconds, f"{more} more requests are confirmed")

    def outstanding(self) -> Outstanding:
        """Asked again and again, gives the confirmed requests without a response."""
        return Outstanding(self.folder / PRODUCER, self.folder.glob(f"{OBSERVER}*"), self.nemesis.destroyed)

    def listen(self, urls: list[str]) -> subprocess.Popen[bytes]:
        """Starts an observer, with a journal of its own."""
        name = f"{OBSERVER}{len(self._observers) or ''}"
        started = self.role("observer", asdict(observer.Orders(urls, str(self.folder / name))))
        self._observers.append(started)
        return started

    def listen_no_more(self, process: subprocess.Popen[bytes]) -> None:
        """Ends an observer that is not the first."""
        self._observers.remove(process)
        end(process)

    def stop_listening(self) -> None:
        """Stops the observer as it is."""
        self._signal(self._observers[0], signal.SIGSTOP)

    def resume_listening(self) -> None:
        """Lets the observer continue."""
        self._signal(self._observers[0], signal.SIGCONT)

    def pause_traffic(self) -> None:
        """Stops the producer as it is; it loses its connection when that lasts longer than its heartbeats."""
        self._signal(self._producer, signal.SIGSTOP)

    def resume_traffic(self) -> None:
        """Lets the producer continue."""
        self._signal(self._producer, signal.SIGCONT)

    @staticmethod
    def _signal(process: subprocess.Popen[bytes] | None, number: int) -> None:
        if process is not None:
            process.send_signal(number)

    def execute(self) -> Row:
        """Takes the whole course, and leaves nothing running."""
        began = now()
        try:
            self._begin()
            self.scenario.disturb(self)
            self.fleet.raise_problem()
            self._settle()
            self.scenario.come_to_rest(self)
            return self._judge(began)
        except Exception:
            self.keep("what was found so far")
            raise
        finally:
            self._end()

    def keep(self, what: str) -> None:
        """Leaves the folder, and says where it is."""
        if not self.options.keep:
            self.options = Options(**{**asdict(self.options), "keep": True})
            print(f"  {what} is in {self.folder}", file=sys.stderr, flush=True)

    def _begin(self) -> None:
        self.broker.has_exporter = self.options.alerts
        self.broker.start()
        self.store.start()
        self.fleet.set_up()
        self.scenario.workers(self)
        self.fleet.start()
        if self.options.alerts:
            self._watch()
        self.listen(self.broker.urls)
        self._producer = self.start_producer()
        wait_until(lambda: (self.folder / "progress").exists(), 20, "the producer has begun")
        # Vehicles report first; each worker looks at the supply once a second.
        self.wait_for_traffic(self.plan.vehicles + int(self.plan.rate))
        self._auditor = threading.Thread(target=self._audit, name="auditor", daemon=True)
        self._auditor.start()

    def _watch(self) -> None:
        """Starts Prometheus, which scrapes the broker and the workers that run now."""
        # Prometheus and python3-yaml are installed for this option alone.
        from observe.prometheus import Prometheus

        self.prometheus = Prometheus(self.folder / "prometheus")
        self.prometheus.start([(worker.kind, f"{worker.address}:{worker.port}") for worker in self.workers()],
                              self.broker.exporter)
        self.prometheus.wait_until_calm(len(self.workers()), self.scenario.expected_alerts(self))

    def start_producer(self) -> subprocess.Popen[bytes]:
        """Starts the load."""
        return self.role("producer", asdict(self.producer_orders()))

    def producer_orders(self) -> producer.Orders:
        """What the producer of this run is to do."""
        return producer.Orders(
            self.broker.urls, str(self.folder / PRODUCER), str(self.folder / "progress"), RESPONSES,
            self.options.seed, self.plan.rate, self.plan.vehicles, self.plan.burst_seconds,
            bookings=self.plan.bookings, malformed=self.plan.malformed, unreadable=self.plan.unreadable,
            is_paying=self.plan.is_paying, implausible=self.plan.implausible)

    def role(self, name: str, orders: dict[str, object], package: str = "faults") -> subprocess.Popen[bytes]:
        """Starts a process of the suite that has its orders on the command line."""
        environment = dict(os.environ) | {"PYTHONPATH": str(PACKAGE_PARENT)}
        command = [sys.executable, "-B", "-m", package, f"--{name}", json.dumps(orders)]
        return start(command, self.folder / "log" / f"{name}.log", environment)

    def _progress(self) -> dict[str, int]:
        named = [(self._producer, "producer"), *((process, "observer") for process in self._observers)]
        for process, name in named:
            if process is not None and process.poll() is not None:
                raise SuiteError(f"the {name} ended with {process.returncode}; see {self.folder}/log/{name}.log")
        return json.loads((self.folder / "progress").read_text(encoding="utf-8"))

    def _audit(self) -> None:
        """Looks into the store now and then whether a vehicle serves two; a store that is away is no finding."""
        while not self._auditing.wait(2.0):
            try:
                found = self.store.rows(
                    "SELECT vehicle_identifier, COUNT(*) FROM rides WHERE slot IS NOT NULL "
                    "AND vehicle_identifier IS NOT NULL GROUP BY vehicle_identifier HAVING COUNT(*) > 1")
                self.evidence.audits += [f"{vehicle} had {count} unfinished rides" for vehicle, count in found]
                self.evidence.looks += 1
            except Exception:
                continue

    def _settle(self) -> None:
        """Ends the traffic, and waits until all is answered and handled, or nothing moves any more."""
        if self._producer is not None:
            self.resume_traffic()
            end(self._producer, producer.LAST_CONFIRMS_SECONDS * 2)
        settling = Settling(self.outstanding(), self.broker, self.bound(30), self.bound(self.plan.settle_seconds))
        comes_true(settling.is_over, HANG_SECONDS, 0.2)
        self._came_to_rest = settling.left == 0

    def _judge(self, began: float) -> Row:
        # Before the workers stop, which raises alerts as well.
        fired = self.prometheus.fired() if self.prometheus is not None else []
        self.fleet.stop()
        self._auditing.set()
        evidence = self.evidence
        # A worker sends messages about due rides until it stops, which the next start of the fleet finds. If the queues
        # never were empty, everything in them counts.
        evidence.depths = self.broker.left(but=OWN) if self._came_to_rest else self.broker.depths()
        evidence.counters = self.broker.counters()
        # What the workers published on their way out is drained as well.
        wait_until(lambda: not any(self.broker.depths((RESPONSES, EVENTS)).values()), 30,
                   "the observer has drained its queues")
        time.sleep(0.2)
        for listening in self._observers:
            end(listening)
        collect(self.broker.urls[0], self.folder / COLLECTOR)
        self.nemesis.close()
        evidence.load_journals(self.folder)
        evidence.load_store(self.store)
        evidence.load_payments(self.folder, self.store)
        evidence.store_faults = self.store.check()
        evidence.exits, evidence.histories = self.fleet.exits, self.fleet.histories
        checker = Checker(evidence, self.plan.rules)
        violations = checker.check()
        extra = self.scenario.also_check(self)
        if self.options.alerts:
            extra += [f"alert: {name} was expected and did not fire"
                      for name in self.scenario.expected_alerts(self) if name not in fired]
        row = Row.of(self.scenario.name, self.store.name, checker, extra, self.fleet.starts, now() - began)
        row.alerts = fired
        if violations or extra:
            self.keep("the evidence")
        return row

    def _end(self) -> None:
        self._auditing.set()
        steps = [*([self.prometheus.stop] if self.prometheus is not None else []), self.fleet.stop, *(lambda p=p: end(p, 5) for p in (self._producer, *self._observers) if p is not None),
                 self.broker.stop, self.store.stop, self.scenario.clean_up]
        for step in steps:
            try:
                step()
            except Exception as error:  # the other steps have to be done nevertheless
                print(f"  while ending: {error}", file=sys.stderr)
        if not self.options.keep:
            shutil.rmtree(self.folder, ignore_errors=True)
