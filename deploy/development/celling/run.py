"""The course of the check: two cells under load, a move that is reverted, the move, and the judgment of both."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from faulting import observer
from faulting.journal import Tail
from fleets.broker import RESPONSES, Broker
from fleets.processes import SuiteError, comes_true, end, now, run, start, wait_until
from fleets.store import PostgresStore

from . import gateway, routes, spoiling
from .areas import MOVING, OTHER, STAYING
from .cell import PASSWORD, WORKER, Cell, environment
from .judging import judge
from .traffic import vehicle_name
from .witness import Witness

PACKAGES = Path(__file__).resolve().parents[1]
MOVE = PACKAGES.parent / "cells" / "move"
SCRIPT = PACKAGES / "broker"
RATE, VEHICLES, SETTLE_SECONDS = 90.0, 90, 600.0


class Course:
    """One run, in a folder of its own."""

    def __init__(self, binaries: Path, seed: int, spoil: str | None) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="livery-cells-"))
        # A database server that runs under another account has to get through.
        self.folder.chmod(0o711)
        (self.folder / "log").mkdir()
        self.node, self.server = Broker(self.folder / "broker"), PostgresStore(self.folder)
        self.old = Cell(self.folder, binaries, "cell-1", [MOVING, STAYING], seed)
        # The new cell knows the area before it comes; nothing is sent there for it until then.
        self.new = Cell(self.folder, binaries, "cell-2", [OTHER, MOVING], seed)
        self.cells, self._seed, self._spoil = [self.old, self.new], seed, spoil
        self._roles: list[subprocess.Popen[bytes]] = []
        self.complaints: list[str] = []
        self._began, self._wal = now(), 0

    def execute(self) -> int:
        """Takes the whole course; returns how many faults were found."""
        try:
            self._begin()
            self._print("begun")
            witness = Witness(self.old, self.new, self.folder / "witness.jsonl")
            self.complaints += witness.before()
            self._print("the witness has booked")
            self._rehearse()
            self._move()
            self._traffic(300)
            self.complaints += witness.after()
            self._print("the witness has asked")
            self._finish()
            self._traffic(100)
            self.complaints += witness.ended()
            witness.close()
            self._print("the traffic has ended")
            self._settle()
            self._print("settled")
            return self._judge()
        finally:
            self._end()

    def _print(self, what: str) -> None:
        print(f"{now() - self._began:5.1f} s  {what}", flush=True)

    def _begin(self) -> None:
        with ThreadPoolExecutor() as pool:
            serving = pool.submit(self._start_server)
            self.node.start()
            run([SCRIPT, "vhosts", self.node.folder, "cell", "2"])
            serving.result()
            for done in [pool.submit(cell.set_up) for cell in self.cells]:
                done.result()
            for done in [pool.submit(cell.fleet.start) for cell in self.cells]:
                done.result()
        for cell in self.cells:
            self._role(f"observer-{cell.name}", "--observer", asdict(observer.Orders(
                [cell.broker.url], str(self.folder / f"observer-{cell.name}.jsonl"))))
        routes.write(self.folder, routes.Routes({MOVING: "cell-1", STAYING: "cell-1", OTHER: "cell-2"}))
        self._role("gateway", "--gateway", asdict(gateway.Orders(
            {cell.name: cell.broker.url for cell in self.cells}, str(self.folder / "producer.jsonl"), str(self.folder),
            RESPONSES, self._seed, RATE, VEHICLES)))
        self._wal = self._written()
        wait_until(lambda: (self.folder / "progress").exists(), 20, "the gateway has begun")
        self._traffic(3 * VEHICLES + int(3 * RATE))

    def _start_server(self) -> None:
        self.server.start()
        self.server.psql(f"CREATE ROLE {WORKER} LOGIN PASSWORD '{PASSWORD}'")

    def _role(self, name: str, option: str, orders: dict[str, object]) -> None:
        command = [sys.executable, "-B", "-m", "celling", option, json.dumps(orders)]
        self._roles.append(start(command, self.folder / "log" / f"{name}.log",
                                 dict(os.environ) | {"PYTHONPATH": str(PACKAGES)}))

    def _progress(self, name: str) -> int:
        if any(role.poll() is not None for role in self._roles):
            raise SuiteError(f"the gateway or an observer has ended; see {self.folder}/log")
        return int(json.loads((self.folder / "progress").read_text(encoding="utf-8"))[name])

    def _traffic(self, more: int) -> None:
        """Waits until that many more requests were confirmed."""
        target = self._progress("confirmed") + more
        wait_until(lambda: self._progress("confirmed") >= target, 60, f"{more} more requests are confirmed")

    def _step(self, step: str, other: dict[str, str] | None = None) -> None:
        """Takes a step of the move, and shows what it says."""
        vehicles = self.folder / "vehicles"
        vehicles.write_text("".join(f"{vehicle_name(MOVING, index)}\n" for index in range(VEHICLES)), encoding="utf-8")
        hook = [sys.executable, "-B", "-m", "celling", "--change", str(self.folder)]
        hook += ["--deaf"] if self._spoil == spoiling.DEAF else []
        settings = environment(self.old, self.new, vehicles, " ".join(hook), f"{SCRIPT} ctl {self.node.folder}")
        settings |= {"PYTHONPATH": str(PACKAGES)} | (other or {})
        began = now()
        print(run([MOVE, step, MOVING], settings).rstrip(), flush=True)
        print(f"  {step}: {now() - began:.1f} s", flush=True)

    def _rehearse(self) -> None:
        """Begins a move and reverts it, with possible failures; the load continues before and after."""
        self._step("ahead")
        routes.change(self.folder, "hold-cell", MOVING, "cell-1", "cell-2")
        # What they held is delivered again, to those that are started in their places.
        for worker in self.old.fleet.workers:
            self.old.fleet.kill(worker)
        for step in ("quiet", "freeze"):
            self._step(step)
        # A database that does not answer: the copy must be seen to have failed, and be possible to take back.
        nowhere = {"CELL_TO": self.new.store.owner_url.replace("cell_2", "nowhere")}
        try:
            self._step("copy", nowhere)
            self.complaints.append("a copy to a missing database counted as done")
        except SuiteError:
            self._step("thaw")
        routes.change(self.folder, "release-cell", MOVING, "cell-1", "cell-2")
        self._step("abandon")
        rides = self.new.store.rows(f"SELECT COUNT(*) FROM rides WHERE area = '{MOVING}'")[0][0]
        if rides:
            self.complaints.append(f"{rides} rides are in the new cell after the move was abandoned")

    def _move(self) -> None:
        if self._spoil in spoiling.SPOILS:
            self._step("ahead")
            routes.change(self.folder, "hold-cell", MOVING, "cell-1", "cell-2")
            for step in ("quiet", "freeze", "copy"):
                self._step(step)
            routes.change(self.folder, "hold-area", MOVING, "cell-1", "cell-2")
            spoiling.spoil(self._spoil, self.old, self.new)
            routes.change(self.folder, "release-area", MOVING, "cell-1", "cell-2")
            return
        self._step("run")

    def _finish(self) -> None:
        """Removes the area from the old cell; a failure is a finding."""
        try:
            self._step("finish")
        except SuiteError as error:
            self.complaints.append(str(error))

    def _settle(self) -> None:
        """Ends the traffic, and waits until all of it is answered."""
        end(self._roles[-1], gateway.LAST_SECONDS + 20)
        progress = json.loads((self.folder / "progress").read_text(encoding="utf-8"))
        if progress["pending"]:
            self.complaints.append(f"{progress['pending']} messages of the gateway were never confirmed")
        if not progress["held"]:
            self.complaints.append("the gateway has held nothing, so nothing was at stake")
        waiting: set[str] = set()
        sent = Tail(self.folder / "producer.jsonl")
        heard = [Tail(self.folder / f"observer-{cell.name}.jsonl") for cell in self.cells]
        answered: set[str] = set()

        def is_settled() -> bool:
            waiting.update(line[2] for line in sent.lines() if line[0] == "c")
            answered.update(line[2] for tail in heard for line in tail.lines() if line[0] == "r")
            waiting.difference_update(answered)
            return not waiting

        comes_true(is_settled, SETTLE_SECONDS, 0.2)

    def _written(self) -> int:
        """The bytes that the server has written to its log of changes."""
        return int(self.server.rows("SELECT CAST(pg_current_wal_insert_lsn() - '0/0' AS bigint)")[0][0])

    def _judge(self) -> int:
        for cell in self.cells:
            cell.fleet.stop()
        # What the workers published on their way out is written as well.
        for cell in self.cells:
            wait_until(lambda: not any(cell.broker.depths(("faults.events", RESPONSES)).values()), 20, "drained queues")
        time.sleep(0.2)
        for role in self._roles:
            end(role)
        rides = sum(int(cell.store.rows("SELECT COUNT(*) FROM rides")[0][0]) for cell in self.cells)
        written = (self._written() - self._wal) / rides / 1e3
        print(f"PostgreSQL wrote {written:.1f} kB to its log of changes for a ride, positions and the move included")
        found = judge(self.folder, self.old, self.new) + self.complaints
        for text in found:
            print(f"fault: {text}", file=sys.stderr)
        return len(found)

    def _end(self) -> None:
        steps = [*(cell.fleet.stop for cell in self.cells), *(lambda r=role: end(r, 5) for role in self._roles),
                 self.node.stop, self.server.stop]
        for step in steps:
            try:
                step()
            except Exception as error:  # the other steps have to be done nevertheless
                print(f"while ending: {error}", file=sys.stderr)
        if not os.environ.get("CELLS_KEEP"):
            shutil.rmtree(self.folder, ignore_errors=True)
        else:
            print(f"kept: {self.folder}", file=sys.stderr)
