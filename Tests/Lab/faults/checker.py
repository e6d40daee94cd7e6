"""The checker: judges the evidence of a run by the invariants of the fleet."""

from __future__ import annotations

import signal
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from .payment_checker import FEEDBACK, UNDER_WAY, PaymentChecker
from .evidence import DeadLetter, Evidence, Response, Violation
from .malformed import is_malformed
from .vehicles import Vehicles

# Their outcome is stored under the identifier, so that all responses to one of them are the same.
STORED = ("request-ride.handle", "cancel-ride.handle", "send-ride-feedback.handle", "ride.update")
BOOKING = "request-ride.handle"
# What the fleet sends to itself, about a ride.
OWN = ("ride.due", "ride.updates-due")
BOOKED = ("success", "inProgress")
# What the first change of a ride says: that it waits or has a driver asked, or that it found its vehicle at once.
BEGINNINGS = ("received", "confirmed")
# Nothing was stored with such an answer, and the same message may be sent again.
PASSING = "contested"
# The producer sends nothing that is wrong: such a reason says that a message was damaged or misread, or that a ride of
# which there was an event is not in the store.
MISREAD = frozenset((
    "malformedJSON", "wrongType", "missingField", "outOfRange", "unknownMember", "bodyTooLarge", "bodyTooDeep",
    "unsupportedContentType", "unknownSchemaVersion", "missingMessageIdentifier", "missingReplyTo",
    "conflictingMessageIdentifier", "unknownRide"))
# The reason of the broker's own dead letters for what was delivered too often.
LIMIT = "delivery_limit"
# The reason of Livery's dead letters for requests whose responses a queue refused for longer than a lane tries.
REFUSED_RESPONSE = "response-refused"
MEGABYTE = 1 << 20


@dataclass
class Rules:
    """What a scenario may do to a run beyond what every run has to bear."""

    dead_letters: int = 0
    """How many dead letters are right, such as one poison message; those of malformed requests always are."""
    refused_responses: bool = False
    """Whether requests may be kept because the queue of their responses refused for long; the broker's own doing."""
    lost: bool = False
    """Whether messages may vanish, because the nemesis removed them from a queue."""
    missing_events: bool = False
    """Whether events may vanish, for the same reason."""
    exit_codes: tuple[int, ...] = (0,)
    """What a worker may end with that was asked to end."""
    own_exits: tuple[int, ...] = ()
    """What a worker may end with by itself."""
    clocks_differ: bool = False
    """Whether workers have clocks that differ, so that the times of two rides do not show which was first."""
    unconfirmed: bool = False
    """Whether publications may stay unconfirmed to the end: nothing is demanded for them."""
    least_redeliveries: int = 0
    """With fewer messages delivered again than this, the disturbed workers had no messages."""
    least_rides: int = 20
    """Fewer rides than this prove nothing."""


class Checker:
    """Goes through the invariants; `violations` has what was found."""

    def __init__(self, evidence: Evidence, rules: Rules) -> None:
        self.evidence, self.rules = evidence, rules
        self.violations: list[Violation] = []
        self.by_request = evidence.responses_by_request()
        self.rides = {ride.identifier: ride for ride in evidence.rides}

    def check(self) -> list[Violation]:
        """Judges everything."""
        checks = (self.answered, self.dead_lettered, self.booked_once, self.agreement, self.named, self.no_phantom, self.history,
                  self.events, self.vehicles, self.ledger, self.payments, self.exits, self.bounded,
                  self.readable, self.meaningful)
        for check in checks:
            self.violations += check()
        return self.violations

    def count(self, *kinds: str) -> int:
        """How many violations there are of some kinds."""
        return sum(violation.kind in kinds for violation in self.violations)

    def answered(self) -> Iterator[Violation]:
        """Every confirmed sending has a response, or a dead letter with a reason; or the nemesis removed it."""
        if self.rules.lost:
            return
        first = self.evidence.answers()
        dead = {letter.correlation for letter in self.evidence.dead_letters if letter.reason}
        for correlation in self.evidence.confirmed:
            if correlation not in first and correlation not in dead and correlation not in self.evidence.destroyed:
                request = self.evidence.requests.get(correlation)
                yield Violation("lost", f"{correlation}: confirmed, never answered: {request}")

    def dead_lettered(self) -> Iterator[Violation]:
        """There are as many dead letters as the scenario made, each with a reason."""
        kept = [letter for letter in self.evidence.dead_letters if is_malformed(letter.identifier)]
        letters = [letter for letter in self.evidence.dead_letters if not is_malformed(letter.identifier)
                   and not (self.rules.refused_responses and letter.reason == REFUSED_RESPONSE)]
        yield from self._malformed(kept)
        if len(letters) > self.rules.dead_letters:
            for letter in letters:
                yield Violation("dead letter", f"{letter.identifier} in {letter.queue}: {letter.reason}, "
                                               f"delivered {letter.deliveries} times")
        for letter in letters:
            if not letter.reason:
                yield Violation("dead letter", f"{letter.identifier} in {letter.queue} has no reason")
        for queue, depth in self.evidence.depths.items():
            if depth > 0 and not self.rules.lost:
                yield Violation("left", f"{depth} messages are left in {queue}")

    def _malformed(self, letters: list[DeadLetter]) -> Iterator[Violation]:
        """Every malformed request is kept, and distinguished by Livery itself."""
        reasons = {letter.correlation: letter.reason for letter in letters}
        for correlation in self.evidence.confirmed:
            request = self.evidence.requests.get(correlation)
            if request is not None and is_malformed(request.identifier) and not self.rules.lost:
                if reasons.get(correlation) in (None, LIMIT):
                    yield Violation("not kept", f"{correlation} is malformed, and its dead letter "
                                                f"has the reason {reasons.get(correlation)}")

    def booked_once(self) -> Iterator[Violation]:
        """Each rider of the suite books once, so a second ride of one is a booking carried out twice."""
        by_rider: dict[str, list[str]] = defaultdict(list)
        for ride in self.evidence.rides:
            by_rider[ride.rider].append(ride.identifier)
        for rider, rides in by_rider.items():
            if len(rides) > 1:
                yield Violation("booked twice", f"{rider} booked once and has the rides {sorted(rides)}")
        for identifier, responses in self.by_request.items():
            booked = {response.ride for response in responses if response.type == BOOKING and response.code in BOOKED}
            if len(booked) > 1:
                yield Violation("booked twice", f"{identifier} was answered with the rides {sorted(map(str, booked))}")
            for response in responses:
                if response.type == BOOKING and not is_malformed(identifier) and response.code not in BOOKED \
                        and response.reason != PASSING:
                    yield Violation("not booked", f"{identifier} was answered {response.reason or response.code}")
            for ride in booked - self.rides.keys():
                yield Violation("ride missing", f"{identifier} was answered with ride {ride}, which is not stored")

    def agreement(self) -> Iterator[Violation]:
        """All responses of a stored request are the same, except values that a repeat after the ride hides."""
        for identifier, responses in self.by_request.items():
            # A tip is answered twice where the payment system answers later: that it is under way, and how it ended.
            found = {(response.code, response.reason, response.ride, response.digest) for response in responses
                     if response.type in STORED and response.reason != PASSING
                     and (response.type, response.code) != (FEEDBACK, UNDER_WAY)}
            if len(found) > 1:
                yield Violation("disagreement", f"{identifier} was answered in several ways: {sorted(map(str, found))}")

    def named(self) -> Iterator[Violation]:
        """A message id of a response has one content."""
        contents: dict[str, str] = {}
        for response in self.evidence.responses:
            if response.name and contents.setdefault(response.name, response.content) != response.content:
                yield Violation("disagreement", f"two responses with other bytes have the id {response.name}")

    def no_phantom(self) -> Iterator[Violation]:
        """Every response, ride, event and outcome belongs to a request that was sent."""
        requests = self.evidence.requests
        sent = {request.identifier for request in requests.values()}
        riders = {request.who for request in requests.values() if request.type == BOOKING}
        for response in self.evidence.responses:
            request = requests.get(response.correlation)
            if request is None or (request.identifier, request.type) != (response.identifier, response.type):
                yield Violation("phantom", f"a response to {response.correlation} ({response.type}), never sent")
        for ride in self.evidence.rides:
            if ride.rider not in riders:
                yield Violation("phantom", f"ride {ride.identifier} of {ride.rider}, who never booked")
        if self.evidence.payments is not None:
            sent |= self.evidence.payments.answers.keys()
        for operation, scope, identifier in self.evidence.outcomes:
            if identifier not in sent and not (operation in OWN and scope in self.rides):
                yield Violation("phantom", f"an outcome of {operation} {identifier} for {scope}, never sent")
        for event in self.evidence.events:
            stored = self.rides.get(event.ride)
            if stored is None or event.sequence > stored.sequence:
                yield Violation("phantom", f"event {event.ride}/{event.sequence}, which is not in the store")

    def history(self) -> Iterator[Violation]:
        """The stored history of each ride is 1 to n, and 1 is its booking."""
        found: dict[str, list[int]] = defaultdict(list)
        for change in self.evidence.changes:
            found[change.ride].append(change.sequence)
            if change.sequence == 1 and change.phase not in BEGINNINGS:
                yield Violation("beginning", f"the history of {change.ride} begins with {change.phase}")
        for identifier, ride in self.rides.items():
            if found.get(identifier, []) != list(range(1, ride.sequence + 1)):
                numbers = found.get(identifier)
                yield Violation("gap", f"the history of {identifier} is {numbers}, not 1 to {ride.sequence}")

    def events(self) -> Iterator[Violation]:
        """The events of each ride are its history, without a gap and without a fork."""
        stored = {(change.ride, change.sequence): change for change in self.evidence.changes}
        contents: dict[tuple[str, int], str] = {}
        for event in self.evidence.events:
            key = (event.ride, event.sequence)
            if contents.setdefault(key, event.digest) != event.digest:
                yield Violation("fork", f"event {event.ride}/{event.sequence} came with two contents")
            change = stored.get(key)
            if change is not None and (change.phase, change.occurred_at) != (event.phase, event.updated_at):
                yield Violation("fork", f"the store has {change}, it was published as {event}")
        if not self.rules.missing_events:
            for ride, sequence in stored.keys() - contents.keys():
                yield Violation("gap", f"event {ride}/{sequence} is in the store and was never published")

    def vehicles(self) -> Iterator[Violation]:
        """A vehicle has one ride at a time: in the store, at any audit, and by the times of events."""
        yield from Vehicles(self.evidence).check(
            compares_times=not (self.rules.missing_events or self.rules.clocks_differ))

    def ledger(self) -> Iterator[Violation]:
        """Each transaction of the ledger adds up to zero, and they are numbered 1 to n."""
        numbers: dict[str, list[int]] = defaultdict(list)
        for ride, number, total in self.evidence.ledger:
            numbers[ride].append(number)
            if total != 0:
                yield Violation("ledger", f"movement {number} of ride {ride} adds up to {total}")
        for ride, found in numbers.items():
            if found != list(range(1, len(found) + 1)):
                yield Violation("ledger", f"the movements of ride {ride} are {found}")
        for fault in self.evidence.store_faults:
            yield Violation("store", fault)

    def payments(self) -> Iterator[Violation]:
        """The payment system's account, the ledger and the riders' statuses agree, if there is a payment system."""
        if self.evidence.payments is not None:
            yield from PaymentChecker(self.evidence, self.evidence.payments, self.rides).check()

    def exits(self) -> Iterator[Violation]:
        """No worker ends by itself, and those asked to end do so with success."""
        for ended in self.evidence.exits:
            if ended.signal is None and ended.code not in self.rules.own_exits:
                yield Violation("crash", f"{ended.worker} ended by itself with {ended.code} after {ended.lived:.1f} s")
            if ended.signal == signal.SIGTERM and ended.code not in self.rules.exit_codes:
                yield Violation("exit", f"{ended.worker} was asked to end and ended with {ended.code}")

    def bounded(self) -> Iterator[Violation]:
        """Who lives a minute holds as much at its end as at its beginning."""
        for worker, samples in self.evidence.histories:
            if len(samples) < 60:
                continue
            third = len(samples) // 3
            early, late = samples[:third], samples[-third:]
            if max(s.descriptors for s in late) > max(s.descriptors for s in early) + 16:
                ends = f"{early[-1].descriptors} to {late[-1].descriptors}"
                yield Violation("growth", f"{worker} went from {ends} descriptors")
            before, after = (statistics.median(s.resident_bytes for s in part) for part in (early, late))
            if after > before * 1.5 + 32 * MEGABYTE:
                yield Violation("growth", f"{worker} went from {before / MEGABYTE:.0f} to {after / MEGABYTE:.0f} MB")

    def readable(self) -> Iterator[Violation]:
        """Every received message could be read, and no request was invalid."""
        for text in self.evidence.unreadable:
            yield Violation("unreadable", text)
        for response in self.evidence.responses:
            if response.reason in MISREAD and not is_malformed(response.identifier):
                yield Violation("misread", f"{response.correlation} ({response.type}) was answered {response.reason}")

    def meaningful(self) -> Iterator[Violation]:
        """Something was at stake: rides were booked, and some were driven to their end."""
        if len(self.rides) < self.rules.least_rides:
            yield Violation("vacuous", f"expected at least {self.rules.least_rides} rides, there are {len(self.rides)}")
        elif not any(ride.phase == "completed" for ride in self.evidence.rides):
            yield Violation("vacuous", "no ride was driven to its end")
        if self.evidence.looks == 0:
            yield Violation("vacuous", "the store was never audited while it was disturbed")
        unconfirmed = len(self.evidence.requests.keys() - self.evidence.confirmed.keys())
        if unconfirmed > 0 and not self.rules.unconfirmed:
            yield Violation("vacuous", f"{unconfirmed} requests were never confirmed, so nothing is demanded for them")
        redelivered = self.evidence.counters.get("messages_redelivered_total", 0)
        if redelivered < self.rules.least_redeliveries:
            yield Violation("vacuous", f"expected at least {self.rules.least_redeliveries} messages delivered again, "
                                       f"there are {redelivered}")


def repeated(responses: list[Response]) -> int:
    """How many responses arrived more often than their requests were sent."""
    return sum(count - 1 for count in Counter(response.correlation for response in responses).values())
