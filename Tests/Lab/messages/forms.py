"""The forms of a member: its type in Swift, how it is read and written, and its schema.

The expressions name functions of JSONFields, JSONWriter and BodySchema (Sources/Messages/Coding and Contract).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Member:
    """A member of a body, as its file describes it."""

    name: str
    form: str
    sentence: str
    required: bool = False
    # The name in Swift, where it is another.
    swift: str = ""
    example: Any = None
    # The limit of a text, by its name in TextLimit, CharacterLimit or ShortString.
    limit: str = ""
    range: tuple[int, int] | None = None
    # The list of words, or the type of a derived value.
    type: str = ""
    # The value of a derived member that is not written.
    default: str = ""

    @property
    def identifier(self) -> str:
        """The name of the property."""
        return self.swift or self.name

    @property
    def rules(self) -> Form:
        """What holds for its form."""
        return FORMS[self.form]


@dataclass(frozen=True)
class Property:
    """A stored property of an intent."""

    name: str
    type: str
    default: str | None


@dataclass(frozen=True)
class Form:
    """What the members of a form share: functions of the member that return Swift."""

    type: Callable[[Member], str]
    read: Callable[[Member], str]
    write: Callable[[Member], str]
    # None for what no message says.
    schema: Callable[[Member], str] | None
    # The value of an absent member, if the property is not optional.
    absent: Callable[[Member], str] | None = None
    # False for a member that is not kept.
    properties: bool = True


def quoted(text: object) -> str:
    """A text as a literal of Swift."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def limit(member: Member) -> str:
    """The limit of a text of one line."""
    return "ShortString.limit" if member.limit == "shortString" else f"TextLimit.{member.limit}"


def needed(member: Member, read: str) -> str:
    """The read value, or the error that it is missing."""
    return f'try fields.require("{member.name}", {read})' if member.required else read


def named(type_name: str, shared: str, example: str) -> Form:
    """An identifier with a type of its own; `shared` reads the required one."""
    return Form(
        type=lambda m: type_name,
        read=lambda m: f"try fields.{shared}()" if m.required and shared
        else f'try fields.identifier("{m.name}").map {{ {type_name}($0) }}',
        write=lambda m: f'writer.member("{m.name}", {m.identifier}{"" if m.required else "?"}.rawValue)',
        schema=lambda m: f".text(.identifier({quoted(m.example or example)}))")


def text(type_name: str, read: Callable[[Member], str], schema: Callable[[Member], str]) -> Form:
    """A value that is written by its name alone."""
    return Form(type=lambda m: type_name, read=lambda m: needed(m, read(m)),
                write=lambda m: f'writer.member("{m.name}", {m.identifier})', schema=schema)


def value(type_name: str, coding: str, schema: str, write: str = "") -> Form:
    """An object that a coding reads and writes."""
    def read(m: Member) -> str:
        if m.required:
            return f'try {coding}(try fields.requiredObject("{m.name}"))'
        return f'try fields.object("{m.name}").map({coding})'
    written = write or coding.rsplit(".", 1)[0] + ".write"
    return Form(type=lambda m: type_name, read=read,
                write=lambda m: f'writer.member("{m.name}", {m.identifier}, by: {written})',
                schema=lambda m: f".object(.{schema})")


def whole_schema(member: Member) -> str:
    """A whole number, of a range or any."""
    bounds = f"{member.range[0]}...{member.range[1]}, " if member.range else ""
    return f".integer({bounds}example: {member.example})"


FORMS: dict[str, Form] = {
    "rider": named("RiderIdentifier", "rider", "rider-42"),
    "ride": named("RideIdentifier", "ride", "lj5ags4lxxp7noxni56u6ztvx4"),
    "vehicle": named("VehicleIdentifier", "vehicle", "veh-3"),
    "product": named("ProductKey", "", "suv"),
    "locale": text("String", lambda m: f'try fields.locale("{m.name}")', lambda m: ".text(.locale)"),
    "line": text("String", lambda m: f'try fields.line("{m.name}", atMost: {limit(m)})',
                 lambda m: f".text(.line({quoted(m.example)}, atMost: {limit(m)}))"),
    "text": text("String", lambda m: f'try fields.text("{m.name}", atMost: CharacterLimit.{m.limit})',
                 lambda m: f".text(.lines({quoted(m.example)}, atMost: CharacterLimit.{m.limit}))"),
    "printable": text("String", lambda m: f'try fields.printableLine("{m.name}")',
                      lambda m: f".text(.printable({quoted(m.example)}))"),
    "link": text("String", lambda m: f'try fields.link("{m.name}")', lambda m: ".text(.link)"),
    "instant": text("Instant", lambda m: f'try fields.instant("{m.name}")', lambda m: ".text(.instant)"),
    "whole": text("Int", lambda m: f'try fields.count("{m.name}"'
                  + (f", in: {m.range[0]}...{m.range[1]})" if m.range else ")"), whole_schema),
    "boolean": Form(type=lambda m: "Bool", read=lambda m: f'try fields.bool("{m.name}")',
                    write=lambda m: f'if let {m.identifier} {{ writer.member("{m.name}", {m.identifier}) }}',
                    schema=lambda m: ".boolean"),
    # A boolean that is false where it is absent, and left out where it is false.
    "flag": Form(type=lambda m: "Bool", read=lambda m: f'try fields.bool("{m.name}") ?? false',
                 write=lambda m: f'if {m.identifier} {{ writer.member("{m.name}", true) }}',
                 schema=lambda m: ".boolean", absent=lambda m: "false"),
    "sequence": Form(type=lambda m: "Int64", read=lambda m: f'try fields.sequence("{m.name}")',
                     write=lambda m: f'writer.member("{m.name}", {m.identifier})',
                     schema=lambda m: f".count(example: {m.example})"),
    "word": Form(type=lambda m: m.type,
                 read=lambda m: f'try fields.{"requiredWord" if m.required else "word"}("{m.name}", of: {m.type}.self)',
                 write=lambda m: f'writer.member("{m.name}", {m.identifier}{"" if m.required else "?"}.rawValue)',
                 schema=lambda m: f".word(of: {m.type}.self)"),
    "words": Form(type=lambda m: f"[{m.type}]",
                  read=lambda m: f'try fields.array("{m.name}") {{ (elements) throws(JSONFault) in '
                                 f"try elements.word(of: {m.type}.self) }}",
                  write=lambda m: f'writer.member("{m.name}", words: {m.identifier})',
                  schema=lambda m: f".list(.word(of: {m.type}.self))"),
    "products": Form(type=lambda m: "[ProductKey]", read=lambda m: f'try fields.products("{m.name}")',
                     write=lambda m: f'writer.member("{m.name}", keys: {m.identifier})',
                     schema=lambda m: '.array(.text(.identifier("suv")), 1...16)'),
    # The id of an observer: stores keep no NUL.
    "correlation": Form(type=lambda m: "String", read=lambda m: f'try fields.correlationIdentifier("{m.name}") ?? ""',
                        write=lambda m: f'if !{m.identifier}.isEmpty {{ writer.member("{m.name}", {m.identifier}) }}',
                        schema=lambda m: ".text(.correlation)", absent=lambda m: '""'),
    "place": Form(type=lambda m: "Place", read=lambda m: needed(m, f'try fields.place("{m.name}")'),
                  write=lambda m: f'writer.member("{m.name}", {m.identifier}, by: PlaceCoding.write)',
                  schema=lambda m: ".object(.place)"),
    "positiveMoney": value("Money", "MoneyCoding.amountAboveZero", "positiveMoney"),
    "unsignedMoney": value("Money", "MoneyCoding.amountFromZero", "unsignedMoney"),
    # Small enough for further lines on the bill.
    "fare": value("Money", "MoneyCoding.fare", "unsignedMoney"),
    "paymentMethod": value("PaymentMethod", "PaymentMethodCoding.read", "paymentMethod",
                           "PaymentMethodCoding.writeWhole"),
    "requestedPickup": value("RequestedPickup", "RequestedPickupCoding.read", "requestedPickup"),
    "driver": value("Driver", "DriverCoding.readReported", "driver", "DriverCoding.write"),
    # Three properties: where, in which direction, and when by the vehicle's clock.
    "position": Form(type=lambda m: "Coordinate", read=lambda m: f"try {m.identifier}.map(PlaceCoding.coordinate)",
                     write=lambda m: f"VehicleCoding.writeLocation({m.identifier}, course: course, at: locatedAt, into: &writer)",
                     schema=lambda m: ".object(.position)"),
    # What the worker adds to the digest: no member of a message.
    "derived": Form(type=lambda m: m.type, read=lambda m: "",
                    write=lambda m: f'if {m.identifier} != .{m.default} {{ writer.member("{m.name}", {m.identifier}.rawValue) }}',
                    schema=None, absent=lambda m: f".{m.default}"),
    # Stops are refused: without them it would be another trip.
    "noStops": Form(type=lambda m: "", read=lambda m: f'try fields.refuseStops("{m.name}")', write=lambda m: "",
                    schema=lambda m: ".array(.object(.place), 0...0)", properties=False),
    "unread": Form(type=lambda m: "", read=lambda m: "", write=lambda m: "", schema=lambda m: ".anything",
                   properties=False),
}


def properties(member: Member) -> list[Property]:
    """The stored properties of a member, in order."""
    form = member.rules
    if not form.properties:
        return []
    if form.absent:
        return [Property(member.identifier, form.type(member), form.absent(member))]
    optional = "" if member.required else "?"
    found = [Property(member.identifier, form.type(member) + optional, None if member.required else "nil")]
    if member.form == "position":
        found += [Property("course", "Double?", "nil"), Property("locatedAt", "Instant?", "nil")]
    return found
