"""The accounts of the simulated payment system: holds, captures and refunds; and how it answers commands."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

APPROVED, DECLINED, FAILED, UNKNOWN, ACT = "approved", "declined", "failed", "unknown", "needsAction"
OPEN, CAPTURED, VOIDED, EXPIRED = "open", "captured", "voided", "expired"
# How often a command is approved, and how much of the rest is refused for good. A void may fail, but is refused for
# good only where there is nothing to void.
APPROVALS = {"authorise": (0.86, 0.5), "capture": (0.62, 0.35), "void": (0.80, 0.0), "refund": (0.70, 0.5)}
# Livery stops after that many attempts. The last void succeeds: the payment system leaves no hold.
ATTEMPTS = 3
EXPIRING = 0.03


@dataclass(frozen=True)
class Command:
    """What the payment system is asked to do; amounts are in minor units."""

    key: str
    operation: str
    ride: str
    amount: int | None
    reference: str | None

    @classmethod
    def read(cls, body: dict[str, Any]) -> Command:
        """A received command."""
        amount = int(Decimal(body["amount"]) * 100) if "amount" in body else None
        return cls(body["key"], body["operation"], body["rideIdentifier"], amount, body.get("reference"))

    @property
    def attempt(self) -> int:
        """The number at the end of the key."""
        return int(self.key.rpartition(":")[2])


@dataclass
class Holding:
    """A hold, or a payment, by the reference that the payment system gave it."""

    ride: str
    amount: int
    state: str
    refunded: int = 0


class PaymentAccounts:
    """Carries commands out, each once. `moved` is called for every movement: kind, key, ride, amount, reference."""

    def __init__(self, moved: Callable[[str, str, str, int, str], None]) -> None:
        self._moved = moved
        self._holds: dict[str, Holding] = {}
        self._payments: dict[str, Holding] = {}

    def decide(self, command: Command, intention: str) -> tuple[str, str | None]:
        """The outcome of a command with that intended outcome; and the reference of the hold or payment that it made."""
        if intention != APPROVED:
            return intention, None
        amount = command.amount or 0
        match command.operation:
            case "authorise":
                reference = f"hold-{len(self._holds) + 1}"
                self._holds[reference] = Holding(command.ride, amount, OPEN)
                return self._approve("hold", command, amount, reference)
            case "capture":
                hold = self._open(command)
                if hold is None or amount > hold.amount:
                    return DECLINED, None
                hold.state = CAPTURED
                reference = f"payment-{len(self._payments) + 1}"
                self._payments[reference] = Holding(command.ride, amount, CAPTURED)
                return self._approve("capture", command, amount, reference)
            case "void":
                hold = self._open(command)
                if hold is None:
                    return DECLINED, None
                hold.state = VOIDED
                return self._approve("void", command, hold.amount, command.reference or "")
            case "refund":
                payment = self._payments.get(command.reference or "")
                if payment is None or payment.refunded + amount > payment.amount:
                    return DECLINED, None
                payment.refunded += amount
                return self._approve("refund", command, amount, command.reference or "")
        raise ValueError(f"expected one of {', '.join(APPROVALS)}, got {command.operation}")

    def expire(self, reference: str) -> None:
        """Releases a hold that is still open, without an answer."""
        hold = self._holds[reference]
        if hold.state == OPEN:
            hold.state = EXPIRED
            self._moved("expire", "", hold.ride, hold.amount, reference)

    def _open(self, command: Command) -> Holding | None:
        hold = self._holds.get(command.reference or "")
        return hold if hold is not None and hold.state == OPEN and hold.ride == command.ride else None

    def _approve(self, kind: str, command: Command, amount: int, reference: str) -> tuple[str, str]:
        # A capture is noted with its hold, whose end it is; the answer has the name of the payment.
        noted = command.reference or reference if kind == "capture" else reference
        self._moved(kind, command.key, command.ride, amount, noted)
        return APPROVED, reference


@dataclass(frozen=True)
class Behavior:
    """How a command is answered: its intended outcome, the time of the decision, and the answers.

    `answers` are pauses and outcomes; None is the real outcome, which is sent after the decision. With `is_withheld`
    the real outcome is sent when the scenario ends its faults, not before.
    """

    intention: str
    decides_after: float
    answers: tuple[tuple[float, str | None], ...]
    expires_after: float | None = None
    is_withheld: bool = False


IMMEDIATE = Behavior(APPROVED, 0.0, ((0.0, None),))
MANNERS = ("prompt", "twice", "late", "unknown", "failed", "withheld", "act")
WEIGHTS = {"authorise": (44, 14, 10, 10, 8, 6, 8), "capture": (28, 14, 14, 12, 24, 8, 0),
           "void": (44, 14, 12, 12, 12, 6, 0), "refund": (46, 14, 14, 18, 0, 8, 0)}


def behavior_of(seed: int, command: Command) -> Behavior:
    """How a command is answered, by seed and key alone.

    A command that was answered as failed may have been carried out, except refunds: Livery repeats a failed refund under
    another key.
    """
    numbers = random.Random(f"{seed}/{command.key}")
    approved, declined = APPROVALS[command.operation]
    intention = APPROVED if numbers.random() < approved else DECLINED if numbers.random() < declined else FAILED
    if command.operation == "void" and command.attempt >= ATTEMPTS:
        intention = APPROVED
    expires = numbers.uniform(1, 8) if command.operation == "authorise" and numbers.random() < EXPIRING else None
    manner = numbers.choices(MANNERS, WEIGHTS[command.operation])[0]
    if manner == "failed" and command.operation == "void" and command.attempt >= ATTEMPTS:
        manner = "late"
    late = numbers.uniform(1.5, 8.0)
    decides = 0.0 if numbers.random() < 0.5 else numbers.uniform(0, late)
    stale = ((late + numbers.uniform(0, 2), manner),) if numbers.random() < 0.2 else ()
    match manner:
        case "prompt":
            return Behavior(intention, 0.0, ((numbers.uniform(0, 0.1), None),), expires)
        case "twice":
            again = tuple((numbers.uniform(0, 6.0), None) for _ in range(numbers.randint(1, 3)))
            return Behavior(intention, 0.0, ((0.0, None), *again), expires)
        case "late":
            return Behavior(intention, decides, ((late, None),), expires)
        case "unknown" | "failed":
            return Behavior(intention, decides, ((numbers.uniform(0, 0.3), manner), (late, None), *stale), expires)
        case "act":
            return Behavior(intention, decides, ((0.0, ACT), (late, None)), expires)
    first = ((0.0, numbers.choice((UNKNOWN, FAILED))),) if command.operation == "capture" else ()
    return Behavior(intention, decides, first, expires, is_withheld=True)
