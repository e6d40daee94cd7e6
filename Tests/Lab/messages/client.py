"""The Swift of the library LiveryMessages: public values of all that clients send and read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from .description import DescriptionError, Descriptions, MessageKind, ObjectDescription, Operation, camel
from .member import Member, quoted
from .swift import comment, header
from .words import Word, words

TARGET = Path("Sources/LiveryMessages")
# The files of what several roles have in common, and what they hold; each request is in that of its first role.
VALUES = {
    "Objects/Place": ["place", "requested-pickup", "pickup-window"],
    "Objects/RideOption": ["ride-option", "price-range", "party-size-option", "party-size-range", "fare-line-item",
                          "offered-extra"],
    "Objects/RideStatus": ["ride-status", "booked-extra", "user-activity", "vehicle-of-ride", "vehicle-location",
                          "driver-of-ride"],
    "Objects/CompletionStatus": ["completion-status", "payment", "transfer"],
    "Objects/PaymentMethod": ["payment-method", "extra-count", "paid-toll"],
    "Objects/RideReceipt": ["ride-receipt", "receipt-payment", "shared-status"],
    "Objects/HelpCall": ["help-call", "ride-sos"],
    "Vehicles/VehicleAssignment": ["vehicle-assignment"],
    "Payments/PaymentCommand": ["payment-command"],
    "Answers/RequestFailure": ["failure", "error"],
    "Answers/Resolved": ["resolved", "resolutions"],
    "Answers/FoundRide": ["prospect-or-ride", "shown-ride", "found-ride", "updates", "ride-list", "canceled"],
    "Answers/OptionList": ["option-list", "acknowledgement", "applied", "receipt", "shared-ride", "found-share"],
    "Events/RideStatusChanged": ["ride-status-changed", "ride-receipt-issued", "ride-sos-called"],
}
# The objects that are the same for a client.
SAME = {"driver": "driver-of-ride", "shared-driver": "driver-of-ride", "position": "vehicle-location",
        "unsigned-money": "money", "positive-money": "money", "fare": "money"}
# The names that are others than those of the files, or of the enumerations of the workers.
NAMES = {"ride-sos-called": "RideSOSCalled", "applied": "AppliedReport", "canceled": "CanceledRide",
         "updates": "FollowedRide", "resolved": "ResolvedParameters", "receipt": "BilledRide", "failure": "RequestFailure",
         "error": "RequestError", "RetryAdvice.Action": "RetryAdvice", "PaymentResult.Outcome": "PaymentResultReport.Outcome",
         "RideReceipt.Means": "RideReceipt.Payment.Means",
         "RideAccount.Order.State": "CompletionStatus.Transfer.State"}
# The types of the forms that are neither a text nor an object.
TYPES = {"instant": "Instant", "writtenInstant": "Instant", "instantOrLocalTime": "PickupTime", "whole": "Int", "count": "Int",
         "sequence": "Int", "boolean": "Bool", "flag": "Bool", "number": "Double", "products": "[String]",
         "extras": "[ExtraCount]", "stops": "[Place]", "amount": "Money", "texts": "[String: String]",
         "coordinate": "Coordinate", "reportedPosition": "VehicleLocation", "writtenPosition": "VehicleLocation",
         "listedOptions": "[RideOption]", "prospectOrRide": "RideStatus", "decimal": "DecimalNumber",
         "multiplier": "DecimalNumber", "fare": "Money"}
# What no client sends or reads.
SILENT = ("unread", "derived", "internal")
# A closed list that a client reads as an open one.
OPEN = ("ResponseCode",)
# The exchange of each message that the fleet sends unasked, and its type where no member says it.
EVENTS = {"ride-status-changed": ("livery.events", None), "ride-receipt-issued": ("livery.events", None),
          "ride-sos-called": ("livery.help", None), "vehicle-assignment": ("livery.vehicles", ["vehicle.assignment"]),
          "payment-command": ("livery.payments", [f"payment.{word.raw}" for word in words("PaymentCommand.Operation")])}
# What the lists of words are for a client.
SENTENCES = {"RidePhase": "How far a ride has come: SiriKit's `INRidePhase`.",
             "RetryAdvice.Action": "Whether to send a request again that was not carried out.",
             "ErrorReason": "Why a request was not carried out, or a parameter cannot be used."}
STAGES = {"confirm": "What the stage `handle` of `{}` would answer, with nothing done.",
          "resolve": "Whether each parameter of `{}` can be used.",
          "start-updates": "Like `handle`, and begins live updates: an answer after each change of the ride.",
          "stop-updates": "Like `handle`, and ends live updates."}
LIMITS = {"rider": "1 to 128 bytes", "ride": "1 to 128 bytes", "vehicle": "1 to 128 bytes", "product": "1 to 128 bytes",
          "extra": "1 to 128 bytes", "printable": "at most 128 bytes", "phoneNumber": "3 to 15 digits",
          "startCode": "four digits", "link": "at most 1024 bytes", "locale": "at most 256 bytes",
          "products": "1 to 16 of them", "extras": "at most 16 of them", "stops": "at most 3 of them"}


class Client:
    """Writes the library from the descriptions."""

    def __init__(self, found: Descriptions) -> None:
        self.operations = [each for each in found.operations if any(kind.roles != ["fleet"] for kind in each.types)]
        self.objects = {each.file: each for each in [*found.objects, *found.answers]}
        self.answers = {each.name: each for each in found.answers}
        placed = {file for files in VALUES.values() for file in files} | set(SAME) | {"money"}
        if missing := sorted(set(self.objects) - placed):
            raise DescriptionError(f"{missing[0]}.toml: expected a file for it in client.py")

    def files(self) -> dict[Path, str]:
        """The files of the library."""
        parts = {name: [line for file in files for line in self.object(self.objects[file])]
                 for name, files in VALUES.items()}
        parts["Objects/Word"] = [line for name in ("ResponseCode", "RetryAdvice.Action", "RidePhase", "CancellationCause",
                                                  "FaultParty", "RideReport", "RequestParameter")
                                for line in self.word_list(name)]
        parts["Objects/ErrorReason"] = self.word_list("ErrorReason")
        for operation in self.operations:
            parts.setdefault(home(operation), []).extend(self.request(operation))
        return {TARGET / f"{name}.swift": "\n".join([*header("Messages"), *lines]) for name, lines in parts.items()}

    def type_of(self, member: Member) -> str:
        """The type of a property, without its question mark."""
        if member.form == "word":
            name = NAMES.get(member.type, member.type)
        elif member.form == "words":
            name = f"[{NAMES.get(member.type, member.type)}]"
        elif member.form == "resolution":
            name = f"Resolution<{self.name(member.of) if member.of in self.objects else TYPES.get(member.of, 'String')}>"
        elif member.form in self.objects:
            name = self.name(member.form)
        else:
            name = "DecimalNumber" if member.form.endswith("Decimal") else TYPES.get(member.form, "String")
        return f"[{name}]" if member.many else name

    def name(self, file: str) -> str:
        """The name of an object."""
        file = SAME.get(file, file)
        if file in NAMES:
            return NAMES[file]
        return self.objects[file].struct or camel(f"x-{file}")[1:]

    def object(self, described: ObjectDescription) -> list[str]:
        """An object, with the lists of words that are its own."""
        file, name = described.file, self.name(described.file)
        kinds = ["Hashable", "Sendable", "MessageObject"]
        extra = []
        if described in self.answers.values() and described.members[0].name == "code":
            kinds = ["Error", "MessageBody", "MessageObject"] if file == "failure" else ["AnswerContent", "AnswerObject"]
        if file in EVENTS:
            exchange, types = EVENTS[file]
            kinds = ["RideEvent", "MessageBody", "EventObject"]
            types = types or [next(each.default for each in described.members if each.name == "type")]
            extra = ["  /// The exchange to which it is published.", f"  public static let exchange = {quoted(exchange)}",
                     "  /// What the `type` of the message is.",
                     f"  public static let types = [{', '.join(map(quoted, types))}]"]
        lines = self.structure(name, kinds, [described.sentence], extra, described.members)
        return lines + self.own_words(name, described.members)

    def own_words(self, name: str, members: list[Member]) -> list[str]:
        """The lists of words that are of one struct."""
        return [line for each in members if each.form == "word"
                and NAMES.get(each.type, each.type).rpartition(".")[0] == name for line in self.word_list(each.type)]

    def request(self, operation: Operation) -> list[str]:
        """An intent, and its stages."""
        primary = next((kind for kind in operation.types if kind.name.endswith(".handle") or len(operation.types) == 1), None)
        sentences = [re.sub(r" \(rules? [^)]*\)", "", each) for each in operation.comment]
        if operation.needs or operation.one_of:
            sentences += ["", f"Also required: {operation.one_of.get('expected', '')}{operation.needs}."]
        extra = self.way(primary) if primary else []
        lines = self.structure(operation.struct, ["RideRequest" if primary else "MessageBody", "MessageObject"], sentences,
                               extra, operation.members)
        lines += self.own_words(operation.struct, operation.members)
        for kind in operation.types:
            if kind is primary:
                continue
            stem, _, stage = kind.name.rpartition(".")
            lines += comment([STAGES[stage].format(operation.struct if primary else f"{stem}.handle")])
            lines += [f"public struct {kind.case[0].upper()}{kind.case[1:]}: RequestStage {{",
                      *self.way(kind), "  /// What is asked.", f"  public var intent: {operation.struct}", "",
                      "  /// The stage of an intent.", f"  public init(_ intent: {operation.struct}) {{ self.intent = intent }}", "}", ""]
        return lines

    def way(self, kind: MessageKind) -> list[str]:
        """How a type is sent."""
        arguments = [quoted(kind.name)]
        if (senders := [f".{role}" for role in kind.roles if role != "fleet"]) != [".riders"]:
            arguments.append(f"by: [{', '.join(senders)}]")
        arguments += ["onlyAsks: true"] * kind.asks + ["needsMessageIdentifier: true"] * kind.identified
        arguments += ["mayBeLost: true"] * (kind.queue == "positions")
        return ["  /// How it is sent.", f"  public static let way = RequestWay<{self.name(self.answers[kind.answer].file)}>"
                f"({', '.join(arguments)})"]

    def structure(self, name: str, kinds: list[str], sentences: list[str], extra: list[str],
                  members: list[Member]) -> list[str]:
        """A struct, in the extension of that to which it belongs."""
        members = [each for each in members if each.form not in SILENT]
        stored = [each for each in members if each.form != "only"]
        lines = comment(sentences) + [f"public struct {name.rpartition('.')[2]}: {', '.join(kinds)} {{"]
        lines += extra + [""] * bool(extra)
        for each in stored:
            lines += comment([limited(each)], "  ") + [f"  public var {self.declared(each, '')}"]
        parameters = ", ".join(self.declared(each) for each in stored)
        lines += ["", "  /// Of its members.", f"  public init({parameters}) {{", *(f"    self.{each.name} = {each.name}" for each in stored), "  }"]
        needed = [f"{each.name}: .blank" for each in stored if self.is_needed(each)]
        lines += ["", f"  static let blank = {name.rpartition('.')[2]}({', '.join(needed)})", ""]
        lines += ["  mutating func visit<Member: MemberVisitor>(_ member: inout Member) throws(Member.Failure) {",
                  *(f"    try {visit(each)}" for each in members), "  }", "}"]
        if owner := name.rpartition(".")[0]:
            lines = [f"extension {owner} {{", *lines, "}"]
        return [*lines, ""]

    def is_needed(self, member: Member) -> bool:
        """Whether a property has no value of its own."""
        return member.required and not self.type_of(member).startswith("[") and member.form != "flag"

    def declared(self, member: Member, absent: str = " = nil") -> str:
        """A property or a parameter; an optional one has no value of its own as a property."""
        kind = self.type_of(member)
        if self.is_needed(member):
            return f"{member.name}: {kind}"
        if member.form == "flag":
            return f"{member.name}: Bool = false"
        if member.many or member.form in ("texts", "listedOptions"):
            return f"{member.name}: {kind} = {'[:]' if ':' in kind else '[]'}"
        return f"{member.name}: {kind}?{absent}"

    def word_list(self, name: str) -> list[str]:
        """A list of words, in the extension of that to which it belongs."""
        owner, _, own = NAMES.get(name, name).rpartition(".")
        found = words(name)
        is_open = name in OPEN or any(each.open and each.type == name for body in self.objects.values() for each in body.members)
        lines = comment([sentence_of(name)])
        lines.append(f"public enum {own}: {'Hashable, Sendable, OpenWord' if is_open else 'String, Sendable, ClosedWord'} {{")
        lines += [line for each in found for line in self.case(each, not is_open)]
        if is_open:
            lines += ["  /// A word of a later release.", "  case other(String)", "",
                      f"  static let known: [String: {own}] = [", *packed(f"{quoted(each.raw)}: .{each.case}," for each in found),
                      "  ]", "  var unknown: String? { if case .other(let word) = self { word } else { nil } }"]
        lines.append("}")
        if owner:
            lines = [f"extension {owner} {{", *lines, "}"]
        return [*lines, ""]

    @staticmethod
    def case(word: Word, has_raw: bool) -> list[str]:
        """A case with what it means."""
        raw = f" = {quoted(word.raw)}" if has_raw and word.raw != word.case else ""
        return (comment([word.sentence], "  ") if word.sentence else []) + [f"  case {word.case}{raw}"]


def sentence_of(name: str) -> str:
    """What a list of words is."""
    return SENTENCES.get(name) or words(name, whole=True)[0].sentence


def home(operation: Operation) -> str:
    """The file of a request."""
    role = operation.types[0].roles[0]
    if role == "riders":
        return f"Riders/{operation.struct}"
    return {"vehicles": "Vehicles/VehicleUpdate", "payments": "Payments/PaymentResultReport",
            "operators": "Operators/RideSettlement"}[role]


def visit(member: Member) -> str:
    """The call that reads or writes a member."""
    if member.form == "only":
        return f"member({quoted(member.name)}, only: {quoted(member.default)})"
    if member.form == "coordinate":
        return f"{member.name}.visit(&member)"
    label = {"amount": "amount: ", "flag": "flag: "}.get(member.form, "")
    return f"member({label}{quoted(member.name)}, &{member.name})"


def limited(member: Member) -> str:
    """The sentence of a member, with its limits."""
    found = [re.sub("[;,] (of )?a closed list", "", member.sentence).removesuffix(".")]
    if member.form in ("line", "text"):
        found.append(f"at most {member.limit} {'bytes' if member.form == 'line' else 'characters'}")
    elif member.form in LIMITS:
        found.append(LIMITS[member.form])
    if member.range:
        found.append(f"{member.range[0]} to {member.range[1]}")
    if member.most:
        found.append(f"at most {member.most} of them")
    return "; ".join(found) + "."


def packed(parts: Iterable[str]) -> list[str]:
    """The parts in rows."""
    rows = ["   "]
    for part in parts:
        if len(rows[-1]) + len(part) > 92:
            rows.append("   ")
        rows[-1] += f" {part}"
    return rows
