"""The fleet under test: workers, each with its own settings, and a supervisor that starts again what has died."""

from __future__ import annotations

import base64
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .broker import Broker
from .processes import PATIENCE, Sample, SuiteError, end, now, run, sample, start, wait_until
from .store import Store

KINDS = ("list-options-worker", "request-ride-worker", "status-query-worker", "dispatch-worker")
READY_SECONDS = 40
DRAIN_SECONDS = 25
SUPERVISOR_SECONDS = 0.05
SAMPLE_SECONDS = 1.0


@dataclass
class Exit:
    """The end of a process of a worker; `signal` is what the suite sent it, None when it ended by itself."""

    time: float
    worker: str
    pid: int
    code: int
    signal: int | None
    lived: float


@dataclass
class Worker:
    """A place for a process: when the process ends, the supervisor fills the place again.

    `environment` is laid over the fleet's, `prefix` precedes the command (such as `ip netns exec NAME`), and
    `binaries` is the folder of another build than the fleet's; all count from the next start of a process.
    """

    kind: str
    number: int
    port: int
    environment: dict[str, str] = field(default_factory=dict)
    prefix: list[str] = field(default_factory=list)
    address: str = "127.0.0.1"
    binaries: Path | None = None
    process: subprocess.Popen[bytes] | None = None
    wanted: bool = True
    restart_after: float = 0.0
    started_at: float = 0.0
    ending: int | None = None
    runs: bool = False
    samples: list[Sample] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Such as request-ride-worker-2."""
        return f"{self.kind}-{self.number}"

    @property
    def pid(self) -> int | None:
        """The process, while it runs."""
        return self.process.pid if self.process is not None and self.process.returncode is None else None

    def probe(self, path: str = "/readyz") -> int | None:
        """The status code of a probe; None when there is no answer."""
        return probed(self.address, self.port, path)


class Fleet:
    """Workers on a broker and a store."""

    def __init__(
        self, folder: Path, binaries: Path, broker: Broker, store: Store, catalogue: Path, seed: int
    ) -> None:
        self.folder, self.binaries, self.broker, self.store = folder, binaries, broker, store
        self.log = folder / "log"
        self.workers: list[Worker] = []
        self.exits: list[Exit] = []
        self.histories: list[tuple[str, list[Sample]]] = []
        self.starts = 0
        self.start_seconds = 0.0
        self.restart_delay = 0.1
        keys = base64.b64encode(random.Random(seed).randbytes(32)).decode()
        self._catalogue, self._keys = catalogue, f"k1:{keys}"
        self._lock = threading.RLock()
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._problem: Exception | None = None

    def environment(self) -> dict[str, str]:
        """The settings that all processes of the fleet have."""
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("LIVERY_")}
        return inherited | {
            "LIVERY_AMQP_URL": ",".join(self.broker.urls), "LIVERY_STORE": self.store.url,
            "LIVERY_CATALOGUE": str(self._catalogue), "LIVERY_QUOTE_KEYS": self._keys,
            # The collector of the suite consumes the dead letters from their queues.
            "LIVERY_DEAD_LETTERS": "queue", "LIVERY_DRAIN_SECONDS": str(DRAIN_SECONDS)}

    def tool(self, *arguments: str) -> str:
        """Runs the tool `livery`."""
        return run([self.binaries / "livery", *arguments], self.environment())

    def send(self, messages: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """Sends messages with `livery send`, and returns the bodies of the responses; a refusal is a response, too."""
        with tempfile.NamedTemporaryFile("w", dir=self.folder, suffix=".jsonl", encoding="utf-8") as file:
            file.write("".join(json.dumps(message) + "\n" for message in messages))
            file.flush()
            text = run(["sh", "-c", '"$0" send --json --timeout 60 "$1" || test $? -eq 1', self.binaries / "livery",
                        file.name], self.environment())
        return [json.loads(line)["body"] for line in text.splitlines() if line.startswith("{")]

    def set_up(self) -> None:
        """Declares the topology, makes the database, and declares the queues of the suite."""
        self.tool("topology", "apply")
        self.tool("migrate")
        self.broker.declare()

    def add(self, kind: str, environment: dict[str, str] | None = None, prefix: list[str] | None = None,
            address: str = "127.0.0.1", binaries: Path | None = None) -> Worker:
        """Adds a worker; the supervisor starts it."""
        with self._lock:
            number = sum(worker.kind == kind for worker in self.workers) + 1
            taken = {worker.port for worker in self.workers}
            port = next(port for port in iter(free_port, None) if port not in taken)
            worker = Worker(kind, number, port, environment or {}, prefix or [], address, binaries)
            self.workers.append(worker)
            return worker

    def start(self) -> None:
        """Begins to supervise, and waits until all workers are ready; `start_seconds` is how long that took."""
        began = now()
        self._thread = threading.Thread(target=self._supervise, name="supervisor", daemon=True)
        self._thread.start()
        self.wait_until_ready()
        self.start_seconds = now() - began

    def wait_until_ready(self, seconds: float = READY_SECONDS) -> None:
        """Waits until every worker that is wanted says that it is ready."""
        for worker in [worker for worker in self.workers if worker.wanted]:
            wait_until(lambda: worker.probe() == 200, seconds, f"{worker.name} is ready; see {self.log}")
        self.raise_problem()

    def kill(self, worker: Worker, number: int = signal.SIGKILL) -> bool:
        """Sends a signal that ends the process of a worker; False when it has none just now."""
        with self._lock:
            if worker.pid is None or worker.process is None or worker.process.poll() is not None:
                return False
            worker.ending = number
            os.kill(worker.process.pid, number)
            return True

    def pause(self, worker: Worker) -> None:
        """Stops the process of a worker with SIGSTOP."""
        self._signal(worker, signal.SIGSTOP)

    def resume(self, worker: Worker) -> None:
        """Lets a stopped process continue."""
        self._signal(worker, signal.SIGCONT)

    def restart(self, worker: Worker, seconds: float = DRAIN_SECONDS) -> int:
        """Ends a worker with SIGTERM, waits until its process is gone and another is ready; gives the exit code."""
        process = worker.process
        if process is None or not self.kill(worker, signal.SIGTERM):
            raise SuiteError(f"expected that {worker.name} runs")
        wait_until(lambda: process.returncode is not None, seconds + 5, f"{worker.name} ends within {seconds:.0f} s")
        wait_until(lambda: worker.process is not process, READY_SECONDS, f"{worker.name} is started again")
        wait_until(lambda: worker.probe() == 200, READY_SECONDS, f"{worker.name} is ready again")
        return process.returncode

    def retire(self, workers: list[Worker]) -> None:
        """Ends workers with SIGTERM, all at once, and waits until their processes are gone; they are not started again."""
        for worker in workers:
            worker.wanted = False
            self.kill(worker, signal.SIGTERM)
        wait_until(lambda: not any(worker.runs for worker in workers), DRAIN_SECONDS + 5,
                   f"{', '.join(worker.name for worker in workers)} end within {DRAIN_SECONDS} s")

    def stop(self) -> None:
        """Ends all workers with SIGTERM, and the supervisor."""
        with self._lock:
            for worker in self.workers:
                worker.wanted = False
                if worker.pid is not None:
                    worker.ending = worker.ending or signal.SIGTERM
                    for number in (signal.SIGCONT, signal.SIGTERM):
                        worker.process.send_signal(number)  # type: ignore[union-attr]
        for worker in self.workers:
            if worker.process is not None:
                end(worker.process, (DRAIN_SECONDS + 5) * PATIENCE)
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(10)
        self._look()

    def raise_problem(self) -> None:
        """Raises the error of the supervisor, if there is one."""
        if self._problem is not None:
            raise SuiteError(f"the supervisor failed: {self._problem}")

    def _signal(self, worker: Worker, number: int) -> None:
        with self._lock:
            if worker.pid is not None:
                os.kill(worker.pid, number)

    def _supervise(self) -> None:
        sampled = 0.0
        try:
            while not self._stopping.wait(SUPERVISOR_SECONDS):
                self._look()
                if now() - sampled > SAMPLE_SECONDS:
                    sampled = now()
                    self._sample()
        except Exception as error:  # reported by raise_problem, since a thread cannot raise to its starter
            self._problem = error

    def _look(self) -> None:
        with self._lock:
            for worker in self.workers:
                if worker.runs and worker.process is not None and (code := worker.process.poll()) is not None:
                    self._note_exit(worker, code)
                if worker.wanted and not worker.runs and now() >= worker.restart_after:
                    self._start(worker)

    def _note_exit(self, worker: Worker, code: int) -> None:
        pid = worker.process.pid if worker.process is not None else 0
        self.exits.append(Exit(now(), worker.name, pid, code, worker.ending, now() - worker.started_at))
        worker.runs = False
        self.histories.append((worker.name, worker.samples))
        worker.samples = []
        worker.restart_after = now() + self.restart_delay

    def _start(self, worker: Worker) -> None:
        environment = self.environment() | {"LIVERY_PROBE_PORT": str(worker.port)} | worker.environment
        # A setting from a file replaces the same setting of the fleet.
        for name in worker.environment:
            if name.endswith("_FILE"):
                environment.pop(name.removesuffix("_FILE"), None)
        command = [*worker.prefix, (worker.binaries or self.binaries) / worker.kind]
        worker.ending = None
        worker.runs = True
        worker.process = start(command, self.log / f"{worker.name}.log", environment)
        worker.started_at = now()
        self.starts += 1

    def _sample(self) -> None:
        for worker in self.workers:
            if worker.pid is not None and now() - worker.started_at > 5:
                taken = sample(worker.pid)
                if taken is not None:
                    worker.samples.append(taken)


def probed(address: str, port: int, path: str = "/readyz") -> int | None:
    """The status code of a probe; None when there is no answer."""
    connection = http.client.HTTPConnection(address, port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def free_port() -> int:
    """A free port from 13000 to 19999, below those that outgoing connections take."""
    for _ in range(100):
        port = random.randrange(13000, 20000)
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) != 0:
                return port
    raise SuiteError("expected a free port from 13000 to 19999, found none")
