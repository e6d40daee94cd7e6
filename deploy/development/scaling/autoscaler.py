"""Looks at the broker's figures, and has as many workers as the arithmetic asks for."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from fleets.processes import SuiteError, now

from .arithmetic import Policy, Scaler
from .cluster import MeasuredCluster
from .gauges import messages_in
from .replicas import Replicas


class Autoscaler:
    """A thread whose clock runs `speed` times faster than the wall's; one that is idle only looks."""

    def __init__(self, cluster: MeasuredCluster, replicas: Mapping[str, Replicas], policies: Mapping[str, Policy],
                 speed: float, is_idle: bool = False) -> None:
        self._cluster, self._replicas, self._speed, self._is_idle = cluster, replicas, speed, is_idle
        self._scalers = {kind: Scaler(policies[kind]) for kind in replicas}
        self._poll = min(policy.poll_seconds for policy in policies.values()) / speed
        self.messages: dict[str, int] = {}
        self.changes: list[tuple[float, str, int, int]] = []
        """When which kind went from how many to how many."""
        self.blind = 0
        """Looks at which no node showed a queue: then nothing is changed."""
        self._stopping = threading.Event()
        self._problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="autoscaler", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(30)

    def raise_problem(self) -> None:
        """Raises what has gone wrong in the thread."""
        if self._problem is not None:
            raise SuiteError(f"the autoscaler failed: {self._problem}")

    def _run(self) -> None:
        try:
            while not self._stopping.wait(self._poll):
                self._look()
        except Exception as error:  # raised by raise_problem, since a thread cannot raise to its starter
            self._problem = error

    def _look(self) -> None:
        found = messages_in(self._cluster.figures())
        self.messages = found
        for kind, replicas in self._replicas.items():
            if replicas.queue not in found:
                self.blind += 1
                continue
            current = replicas.count
            count = self._scalers[kind].decide(now() * self._speed, found[replicas.queue], current)
            if count != current and not self._is_idle:
                self.changes.append((now(), kind, current, count))
                replicas.resize(count)
