"""The suite's payment system, a thread: consumes commands from `livery.payments`, answers late, twice and in any order.

It is a witness: its actions and answers are in its journal first, and it outlives every restart of the broker.
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

from .bank import CALM, UNKNOWN, Bank, Command, Mood, mood
from .journal import Journal
from .link import Link
from .publishing import Message, Publisher

QUEUE = "livery.payments"
TURN_SECONDS = 0.02


@dataclass
class Case:
    """A received command, and its result."""

    command: Command
    mood: Mood
    outcome: str | None = None
    reference: str | None = None
    is_told: bool = False
    answers: int = 0


class PaymentSystem:
    """Works from `start` to `stop`; after `calm` it tells the truth at once, and refuses nothing by itself."""

    def __init__(self, urls: list[str], journal: Path, seed: int) -> None:
        self._seed = seed
        self._numbers = random.Random(seed)
        self._loop = IOLoop()
        self._journal = Journal(journal)
        self._publisher = Publisher(self._loop, urls, self._journal, None)
        self._link = Link(self._loop, urls, self._listen, lambda _: None)
        self._bank = Bank(lambda *what: self._journal.write("m", now(), *what))
        self._cases: dict[str, Case] = {}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._counter = itertools.count()
        self._calming, self._stopping = threading.Event(), threading.Event()
        self._is_calm = False
        self.problem: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="payment system", daemon=True)
        self.commands = 0
        """How many commands have come, repeats too."""

    @property
    def is_idle(self) -> bool:
        """Whether the storm is over, and every command is answered, with the truth."""
        return self._is_calm and not self._due and self._publisher.pending == 0

    def start(self) -> None:
        """Begins to take commands."""
        self._thread.start()

    def calm(self) -> None:
        """Ends the storm: all that is open is answered now."""
        self._calming.set()

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
        elif case.is_told:
            self._later(self._numbers.uniform(0, 0.3), lambda: self._tell(case))
        elif self._is_calm or self._numbers.random() < 0.5:
            self._say(case, UNKNOWN)
        channel.basic_ack(method.delivery_tag)

    def _begin(self, command: Command) -> None:
        case = Case(command, CALM if self._is_calm else mood(self._seed, command))
        self._cases[command.key] = case
        self._later(case.mood.decides_after, lambda: self._decide(case))
        for pause, word in case.mood.says:
            self._later(pause, partial(self._say, case, word) if word else partial(self._tell, case))

    def _decide(self, case: Case) -> None:
        if case.outcome is None:
            case.outcome, case.reference = self._bank.decide(case.command, case.mood.intention)
            self._journal.write("d", now(), case.command.key, case.outcome, case.reference)
            if case.mood.expires_after is not None and case.command.operation == "authorise" and case.reference:
                reference = case.reference
                self._later(case.mood.expires_after, lambda: self._bank.expire(reference))

    def _tell(self, case: Case) -> None:
        """Says what has become of a command."""
        self._decide(case)
        case.is_told = True
        self._say(case, case.outcome or UNKNOWN)

    def _say(self, case: Case, word: str) -> None:
        key = case.command.key
        case.answers += 1
        # Some payment systems give a repeat the identifier of what it repeats.
        number = case.answers if self._numbers.random() < 0.7 else 1
        body = {"rideIdentifier": case.command.ride, "key": key, "outcome": word}
        if word == case.outcome and case.reference is not None:
            body["reference"] = case.reference
        self._publisher.publish(Message(f"{key}/{case.answers}/{word}", f"{key}/{number}/{word}", "payment.result",
                                        "dispatch", case.command.ride, body))

    def _later(self, pause: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (now() + (0 if self._is_calm else pause), next(self._counter), action))

    def _turn(self) -> None:
        if self._calming.is_set() and not self._is_calm:
            self._settle()
        while self._due and self._due[0][0] <= now():
            heapq.heappop(self._due)[2]()
        self._publisher.pump()
        self._journal.flush()
        if self._stopping.is_set():
            self._loop.stop()
        else:
            self._loop.call_later(TURN_SECONDS, self._turn)

    def _settle(self) -> None:
        """Says all that is to be said yet, and the truth last."""
        self._is_calm = True
        while self._due:
            heapq.heappop(self._due)[2]()
        for case in self._cases.values():
            if not case.is_told:
                self._tell(case)
