"""A simulated payment system, a thread: consumes commands from `livery.payments`, answers late, twice and in any order.

It writes actions and answers to its journal before it sends them, and runs on through every restart of the broker.
"""

from __future__ import annotations

import heapq
import itertools
import json
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pika
from pika.adapters.select_connection import IOLoop
from pika.channel import Channel

from fleets.processes import now

from .payment_accounts import IMMEDIATE, UNKNOWN, Behavior, Command, PaymentAccounts, behavior_of
from .journal import Journal
from .link import Link
from .publishing import Message, Publisher

QUEUE = "livery.payments"
TURN_SECONDS = 0.02


@dataclass
class Case:
    """A received command, and its result."""

    command: Command
    behavior: Behavior
    outcome: str | None = None
    reference: str | None = None
    is_answered: bool = False
    answers: int = 0


class PaymentSystem:
    """Works from `start` to `stop`; after `settle` it approves everything and answers at once with the real outcome."""

    def __init__(self, urls: list[str], journal: Path, seed: int) -> None:
        self._seed = seed
        self._numbers = random.Random(seed)
        self._loop = IOLoop()
        self._journal = Journal(journal)
        self._publisher = Publisher(self._loop, urls, self._journal, None)
        self._link = Link(self._loop, urls, self._listen, lambda _: None)
        self._accounts = PaymentAccounts(lambda *what: self._journal.write("m", now(), *what))
        self._cases: dict[str, Case] = {}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._counter = itertools.count()
        self._settling, self._stopping = threading.Event(), threading.Event()
        self._is_settled = False
        self.problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="payment system", daemon=True)
        self.commands = 0
        """How many commands have come, repeats too."""

    @property
    def is_idle(self) -> bool:
        """Whether every command is answered with its real outcome, after `settle`."""
        return self._is_settled and not self._due and self._publisher.pending == 0

    def start(self) -> None:
        """Begins to take commands."""
        self._thread.start()

    def settle(self) -> None:
        """Ends late and false answers: all that is open is answered now."""
        self._settling.set()

    def stop(self) -> None:
        """Ends, and closes the journal."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(30)

    def _run(self) -> None:
        try:
            self._link.open()
            self._loop.call_later(0, self._turn)
            self._loop.start()
        except Exception as error:  # reported by the scenario, since a thread cannot raise to its starter
            self.problem = error
        self._journal.close()

    def _listen(self, channel: Channel) -> None:
        channel.basic_qos(prefetch_count=200)
        channel.basic_consume(QUEUE, self._take)

    def _take(self, channel: Channel, method: Any, properties: pika.BasicProperties, body: bytes) -> None:
        command = Command.read(json.loads(body))
        self._journal.write("p", now(), command.key, command.operation, command.ride, command.amount, command.reference)
        self._journal.flush()
        self.commands += 1
        case = self._cases.get(command.key)
        if case is None:
            self._begin(command)
        elif case.is_answered:
            self._later(self._numbers.uniform(0, 0.3), lambda: self._answer_outcome(case))
        elif self._is_settled or self._numbers.random() < 0.5:
            self._answer(case, UNKNOWN)
        channel.basic_ack(method.delivery_tag)

    def _begin(self, command: Command) -> None:
        case = Case(command, IMMEDIATE if self._is_settled else behavior_of(self._seed, command))
        self._cases[command.key] = case
        self._later(case.behavior.decides_after, lambda: self._decide(case))
        for pause, outcome in case.behavior.answers:
            self._later(pause, partial(self._answer, case, outcome) if outcome else partial(self._answer_outcome, case))

    def _decide(self, case: Case) -> None:
        if case.outcome is None:
            case.outcome, case.reference = self._accounts.decide(case.command, case.behavior.intention)
            self._journal.write("d", now(), case.command.key, case.outcome, case.reference)
            if case.behavior.expires_after is not None and case.command.operation == "authorise" and case.reference:
                reference = case.reference
                self._later(case.behavior.expires_after, lambda: self._accounts.expire(reference))

    def _answer_outcome(self, case: Case) -> None:
        """Answers with the real outcome."""
        self._decide(case)
        case.is_answered = True
        self._answer(case, case.outcome or UNKNOWN)

    def _answer(self, case: Case, outcome: str) -> None:
        key = case.command.key
        case.answers += 1
        # Some payment systems give a repeat the identifier of what it repeats.
        number = case.answers if self._numbers.random() < 0.7 else 1
        body = {"rideIdentifier": case.command.ride, "key": key, "outcome": outcome}
        if outcome == case.outcome and case.reference is not None:
            body["reference"] = case.reference
        self._publisher.publish(Message(f"{key}/{case.answers}/{outcome}", f"{key}/{number}/{outcome}", "payment.result",
                                        "dispatch", case.command.ride, body))

    def _later(self, pause: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (now() + (0 if self._is_settled else pause), next(self._counter), action))

    def _turn(self) -> None:
        if self._settling.is_set() and not self._is_settled:
            self._answer_all()
        while self._due and self._due[0][0] <= now():
            heapq.heappop(self._due)[2]()
        self._publisher.pump()
        self._journal.flush()
        if self._stopping.is_set():
            self._loop.stop()
        else:
            self._loop.call_later(TURN_SECONDS, self._turn)

    def _answer_all(self) -> None:
        """Sends all answers that are due later, and the real outcomes last."""
        self._is_settled = True
        while self._due:
            heapq.heappop(self._due)[2]()
        for case in self._cases.values():
            if not case.is_answered:
                self._answer_outcome(case)
