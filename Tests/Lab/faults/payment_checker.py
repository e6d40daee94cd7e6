"""The checker of money: compares the account of the payment system with the ledger and with the riders' statuses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from .payment_accounts import APPROVED, ATTEMPTS, FAILED
from .evidence import Asked, Entry, Evidence, Moved, Payments, StoredRide, Violation
from .paying import NAMED, cents, refund_order
from .places import FAR_RIDER, FAR_SECONDS

BILLS = ("fare", "cancellationFee", "missedPickupFee")
REFUND, SETTLE = "ride.refund", "ride.settle"
FEEDBACK, UNDER_WAY = "send-ride-feedback.handle", "inProgress"
TAKEN = ("success", UNDER_WAY)


@dataclass
class Account:
    """The money of one ride, from all sides; amounts are in minor units."""

    moved: list[Moved] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    refunds: list[Asked] = field(default_factory=list)
    ordered: int = 0
    """The console's orders of refunds that were not refused."""
    is_settled: bool = False
    """Whether the console reported another payment of the ride, and was not refused."""
    is_named: bool = False
    """Whether the console has named the fare, and was not refused."""

    def of(self, kind: str, is_tip: bool) -> int:
        """The payment system's captures (`capture`) or refunds (`refund`)."""
        return sum(moved.amount for moved in self.moved if moved.kind == kind and is_tip_key(moved.key) == is_tip)

    def balance(self, account: str) -> int:
        """The balance of an account of the ledger."""
        return sum(entry.amount for entry in self.entries if entry.account == account)

    @property
    def cost(self) -> int:
        """What the ride was billed at."""
        return sum(entry.amount for entry in self.entries
                   if entry.account == "riderReceivable" and entry.reason.partition(":")[0] in BILLS)

    def driven(self, came: bool) -> int:
        """What the ride was billed at by its driver's reports; a driver at the pickup may report that the rider was missing."""
        allowed = ("cancellationFee", "missedPickupFee") if came else ("cancellationFee",)
        return sum(entry.amount for entry in self.entries if entry.account == "riderReceivable"
                   and entry.reason.partition(":")[0] in BILLS and entry.reason not in allowed)

    @property
    def open_holds(self) -> dict[str, int]:
        """The holds without an end."""
        ended = {moved.reference for moved in self.moved if moved.kind in ("capture", "void", "expire")}
        return {moved.reference: moved.amount for moved in self.moved
                if moved.kind == "hold" and moved.reference not in ended}


class PaymentChecker:
    """Goes through what must hold for the money of each ride, after all payments have ended."""

    def __init__(self, evidence: Evidence, payments: Payments, rides: dict[str, StoredRide]) -> None:
        self._payments, self._rides = payments, rides
        self._accounts: dict[str, Account] = defaultdict(Account)
        for moved in payments.moved:
            self._accounts[moved.ride].moved.append(moved)
        for entry in payments.entries:
            self._accounts[entry.ride].entries.append(entry)
        for asked in {asked.key: asked for asked in payments.asked}.values():
            if asked.operation == "refund":
                self._accounts[asked.ride].refunds.append(asked)
        self._read_orders(evidence)
        self._reachable = reachable(evidence)
        self._codes: dict[str, set[str]] = defaultdict(set)
        for response in evidence.responses:
            if response.type in (REFUND, FEEDBACK):
                self._codes[response.identifier].add(response.code)

    def _read_orders(self, evidence: Evidence) -> None:
        for identifier, kind in {(response.identifier, response.type) for response in evidence.responses
                                 if response.type in (REFUND, SETTLE) and response.code in TAKEN}:
            if kind == REFUND:
                ride, amount = refund_order(identifier)
                self._accounts[ride].ordered += amount
            elif identifier.startswith(NAMED):
                self._accounts[identifier.split("/")[1]].is_named = True
            else:
                self._accounts[identifier.split("/")[1]].is_settled = True

    def check(self) -> Iterator[Violation]:
        """Judges every ride."""
        yield from self._keys()
        for identifier, codes in self._codes.items():
            if codes == {UNDER_WAY}:
                yield Violation("unanswered", f"{identifier} was answered {UNDER_WAY}, and not how it ended")
        for identifier, account in self._accounts.items():
            ride = self._rides.get(identifier)
            if ride is None:
                yield Violation("phantom", f"money of the ride {identifier}, which is not stored")
                continue
            yield from self._ledger(identifier, account)
            # After an outage the reports of any ride can be implausible, and the traffic may end before it is decided.
            is_far = ride.rider.startswith(FAR_RIDER) and identifier not in self._reachable
            is_implausible = (ride.is_held or is_far) and not account.is_named
            billed = account.driven(came=ride.rider.startswith(f"{FAR_RIDER}end-"))
            if is_implausible and billed:
                yield Violation("implausible", f"{billed} of ride {identifier} was billed, whose driver was elsewhere, "
                                        "and no operator has named it")
            if ride.phase == "completed":
                if not is_implausible:
                    yield from self._holds(identifier, account)
                yield from self._paid(identifier, account)

    def _keys(self) -> Iterator[Violation]:
        """A key names one command, however often it is sent; it names the ride, and each command has a result."""
        known: dict[str, Asked] = {}
        for asked in self._payments.asked:
            first = known.setdefault(asked.key, asked)
            if first[1:] != asked[1:]:
                yield Violation("key", f"{asked.key} came with two contents: {first[2:]} and {asked[2:]}")
            if asked.key.split(":")[0] != asked.ride:
                yield Violation("key", f"{asked.key} is a key of the ride {asked.ride}")
        for key in known.keys() - self._payments.decided.keys():
            yield Violation("key", f"the payment system has not decided on {key}")

    def _ledger(self, ride: str, account: Account) -> Iterator[Violation]:
        """Each movement of the payment system is in the ledger once, and tips separately."""
        taken, given = ("capture", 1), ("refund", -1)
        moved = sum(sign * (account.of(kind, False) + account.of(kind, True)) for kind, sign in (taken, given))
        booked = account.balance("gatewayClearing")
        if moved != booked:
            yield Violation("clearing", f"the payment system has {moved} of ride {ride}, the ledger {booked}")
        signs = dict((taken, given))
        movements = Counter(signs[moved.kind] * moved.amount for moved in account.moved if moved.kind in signs)
        lines = Counter(entry.amount for entry in account.entries if entry.account == "gatewayClearing")
        if movements != lines:
            yield Violation("movement", f"the payment system moved {dict(movements)} for ride {ride}, "
                                        f"the ledger has {dict(lines)}")
        tip = account.of("capture", True) - account.of("refund", True)
        if account.balance("tipsPayable") != -tip:
            yield Violation("tip", f"a tip of {tip} for ride {ride}, the ledger owes its driver "
                                   f"{-account.balance('tipsPayable')}")

    def _holds(self, ride: str, account: Account) -> Iterator[Violation]:
        """Nothing is held any more for a ride that has ended."""
        for reference, amount in account.open_holds.items():
            yield Violation("hold", f"{amount} is still held by {reference} for ride {ride}, which has ended")

    def _paid(self, ride: str, account: Account) -> Iterator[Violation]:
        """The rider has paid the cost of the ride once, and its status says so."""
        shown = self._payments.shown.get(ride)
        amount = cents(shown["amount"]) if shown else 0
        outstanding = amount if shown and shown["state"] == "outstanding" else 0
        cost, receivable, refused = account.cost, account.balance("riderReceivable"), self._refused(account)
        # An excess that could not be refunded is owed to the rider.
        is_booked = receivable == outstanding or not outstanding and -refused <= receivable < 0
        if not is_booked or shown and not outstanding and amount != cost or not shown and cost:
            yield Violation("status", f"ride {ride} cost {cost}, of which {receivable} is owed, its status has {shown}")
        if (ride in self._payments.owing) != (outstanding > 0):
            does = "blocks" if ride in self._payments.owing else "does not block"
            yield Violation("blocked", f"ride {ride} {does} its rider, its status has {outstanding} outstanding")
        outside = account.balance("settledOutside")
        if outside and not account.is_settled:
            yield Violation("settled", f"{outside} of ride {ride} was settled without an order")
        paid = account.of("capture", False) - account.of("refund", False) + outside + account.balance("driverCollected")
        too_much = paid - (cost - outstanding - account.ordered)
        figures = f"ride {ride} cost {cost}, owes {outstanding}, {account.ordered} was ordered back, {paid} is paid"
        if too_much > refused:
            yield Violation("overpaid", f"{figures}: {too_much} too much")
        if too_much < 0:
            yield Violation("underpaid", f"{figures}: {-too_much} too little")

    def _refused(self, account: Account) -> int:
        """Refunds that the payment system refused, so that their amounts may stay with the operator.

        What failed and was asked for again, under the next key, is not refused. An order ends with its last attempt: the
        next key is that of another order then.
        """
        refunds = {attempt_of(asked.key): asked for asked in account.refunds if not is_tip_key(asked.key)}
        refused = attempts = 0
        for (prefix, number), asked in sorted(refunds.items()):
            decision, following = self._payments.decided.get(asked.key), refunds.get((prefix, number + 1))
            outcome = decision.outcome if decision else FAILED
            attempts += 1
            if outcome == FAILED and attempts < ATTEMPTS and following and following.amount == asked.amount:
                continue
            attempts = 0
            if outcome != APPROVED:
                refused += asked.amount or 0
        return refused


def is_tip_key(key: str) -> bool:
    """Whether a key is that of a tip."""
    return key.split(":")[1].startswith("tip")


def attempt_of(key: str) -> tuple[str, int]:
    """The charge and the operation of a key, and the number of its attempt."""
    prefix, _, number = key.rpartition(":")
    return prefix, int(number)


def reachable(evidence: Evidence) -> set[str]:
    """The rides whose vehicle had time to drive to the far place between two of their phases, as in an outage."""
    begins: dict[str, dict[str, float]] = defaultdict(dict)
    for event in evidence.events:
        # A vehicle drives neither before it is assigned nor after the end.
        if event.phase != "received":
            begins[event.ride].setdefault(event.phase, event.time)
    return {ride for ride, times in begins.items()
            if any(after - before > FAR_SECONDS for before, after in pairwise(sorted(times.values())))}
