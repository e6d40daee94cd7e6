"""The forms of a member: its type in Swift, how it is read, written and drawn, and its schema.

The expressions name functions of JSONFields, JSONWriter and BodySchema (Sources/Messages/Coding and Contract), and of
RandomRides (Tests/MessagesTests). Besides these forms a member may be an object: its form is the name of that file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
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
    # The limits of a number: the least one, and the first one that is too large.
    at_least: int | None = None
    below: int | None = None
    # The list of words, or the type of a derived value.
    type: str = ""
    # Whether later releases may write more words of the same version.
    open: bool = False
    # The value of a derived member that is not written, or the only text that there is.
    default: str = ""
    # The pattern of a text that no other form describes.
    pattern: str = ""
    # Whether it is an array, and of how many at most.
    many: bool = False
    most: int | None = None
    # Whether the property always has a value, though a reader must not rely on the member.
    always: bool = False
    # Whether it is written from a parameter of its name, and the parameter without which it is not written.
    given: bool = False
    when: str = ""
    # Whether only the options of a list have it, and whether it differs between the lists of a catalogue.
    listed: bool = False
    varies: bool = False
    # The form of the values that a resolution has.
    of: str = ""
    # Whether an answer gets the object as JSON text.
    encoded: bool = False
    # What the currency of an amount is said to be.
    currency: str = "The currency."
    # Whether it is removed from the status of a ride that has ended.
    hidden: bool = False
    # Whether a masked recording keeps it: else only words, times, money and objects are.
    kept: bool = False
    # What its value is a property of, and what holds for its form: no keys of a description.
    owner: str = ""
    rules: Form = None  # type: ignore[assignment]

    @property
    def identifier(self) -> str:
        """The name of the property."""
        return self.swift or self.name

    @property
    def value(self) -> str:
        """The expression of its value in a writer."""
        return self.owner + self.identifier

    @property
    def has_value(self) -> bool:
        """Whether the property is never nil."""
        return self.required or self.always


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
    # A random value.
    draw: str = ""
    # The value of an absent member, if the property is not optional.
    absent: Callable[[Member], str] | None = None
    # False for a member that is not kept.
    properties: bool = True
    # The one element of an array: how it is read, and written.
    element: tuple[Callable[[Member], str], Callable[[Member], str]] | None = None
    # Whether a masked recording keeps the texts, or the numbers, of this form.
    keeps: str = ""


def quoted(text: object) -> str:
    """A text as a literal of Swift."""
    return '"' + str(text).replace("\\", "\\\\").replace('"', '\\"') + '"'


def limit(member: Member) -> str:
    """The limit of a text of one line."""
    return "ShortString.limit" if member.limit == "shortString" else f"TextLimit.{member.limit}"


def needed(member: Member, read: str) -> str:
    """The read value, or the error that it is missing."""
    return f'try fields.require("{member.name}", {read})' if member.has_value else read


def named(type_name: str, shared: str, example: str) -> Form:
    """An identifier with a type of its own; `shared` reads the required one."""
    return Form(
        type=lambda m: type_name,
        read=lambda m: f"try fields.{shared}()" if m.required and shared
        else f'try fields.identifier("{m.name}").map {{ {type_name}($0) }}',
        write=lambda m: f'writer.member("{m.name}", {m.value}{"" if m.required else "?"}.rawValue)',
        schema=lambda m: f".text(.identifier({quoted(m.example or example)}))", draw=f"{type_name}($.identifier())")


def text(type_name: str, read: Callable[[Member], str], schema: Callable[[Member], str], draw: str = "",
         keeps: str = "") -> Form:
    """A value that is written by its name alone."""
    return Form(type=lambda m: type_name, read=lambda m: needed(m, read(m)),
                write=lambda m: f'writer.member("{m.name}", {m.value})', schema=schema, draw=draw, keeps=keeps)


def shared(type_name: str, name: str, required: str, schema: Callable[[Member], str], draw: str,
           keeps: str = "") -> Form:
    """A value for which JSONFields has a function of its own that requires it."""
    return Form(type=lambda m: type_name,
                read=lambda m: f'try fields.{required if m.has_value else name}("{m.name}")',
                write=lambda m: f'writer.member("{m.name}", {m.value})', schema=schema, draw=draw, keeps=keeps)


def schema_only(schema: Callable[[Member], str], keeps: str = "") -> Form:
    """What code by hand reads and writes."""
    return Form(type=lambda m: "", read=lambda m: "", write=lambda m: "", schema=schema, properties=False, keeps=keeps)


def whole_schema(member: Member) -> str:
    """A whole number, of a range or any."""
    bounds = f"{member.range[0]}...{member.range[1]}, " if member.range else ""
    return f".integer({bounds}example: {member.example})"


def number_schema(member: Member) -> str:
    """A number with limits."""
    bounds = [f"minimum: {member.at_least}"] if member.at_least is not None else []
    bounds += [f"limit: {member.below}"] if member.below is not None else []
    return f".number(NumberSchema({', '.join([*bounds, f'example: {member.example}'])}))"


def count_schema(member: Member) -> str:
    """A whole number from 0 or 1 on."""
    if member.at_least is None:
        return f".count(example: {member.example})"
    return f".integer({member.at_least} ... .max, example: {member.example})"


def any_text(member: Member) -> str:
    """A text that Livery writes."""
    return f".text(.any({quoted(member.example)}))"


def position(schema: str) -> Form:
    """Three properties: where, in which direction, and when by the vehicle's clock."""
    return Form(type=lambda m: "Coordinate", read=lambda m: f"try {m.identifier}.map(CoordinateCoding.read)",
                write=lambda m: f"PositionCoding.write({m.value}, course: {m.owner}course, at: {m.owner}locatedAt, "
                                "into: &writer)",
                schema=lambda m: f".object(.{schema})", draw="$.coordinate()")


FORMS: dict[str, Form] = {
    "rider": named("RiderIdentifier", "rider", "rider-42"),
    "ride": named("RideIdentifier", "ride", "lj5ags4lxxp7noxni56u6ztvx4"),
    "vehicle": named("VehicleIdentifier", "vehicle", "veh-3"),
    "product": named("ProductKey", "", "suv"),
    # The same, as Livery has written it.
    "key": Form(type=lambda m: "ProductKey", read=lambda m: f'ProductKey(try fields.requiredStoredText("{m.name}"))',
                write=lambda m: f'writer.member("{m.name}", {m.value}.rawValue)',
                schema=lambda m: f".text(.identifier({quoted(m.example)}))", draw="ProductKey($.identifier())"),
    "locale": text("String", lambda m: f'try fields.locale("{m.name}")', lambda m: ".text(.locale)", '"de_AT"'),
    "line": text("String", lambda m: f'try fields.line("{m.name}", atMost: {limit(m)})',
                 lambda m: f".text(.line({quoted(m.example)}, atMost: {limit(m)}))", "$.text()"),
    "text": Form(
        type=lambda m: "String",
        read=lambda m: needed(m, f'try fields.text("{m.name}", atMost: CharacterLimit.{m.limit})'),
        write=lambda m: f'writer.member("{m.name}", {m.value})',
        schema=lambda m: f".text(.lines({quoted(m.example)}, atMost: CharacterLimit.{m.limit}))", draw="$.lines()",
        element=(lambda m: f'try fields.texts("{m.name}", atMost: CharacterLimit.{m.limit}, count: {m.most})',
                 lambda m: f'writer.member("{m.name}", {m.value})')),
    "printable": text("String", lambda m: f'try fields.printableLine("{m.name}")',
                      lambda m: f".text(.printable({quoted(m.example)}))", "$.text()"),
    "phoneNumber": text("String", lambda m: f'try fields.phoneNumber("{m.name}")', lambda m: ".text(.phoneNumber)",
                        "$.text()"),
    "link": text("String", lambda m: f'try fields.link("{m.name}")', lambda m: ".text(.link)", "$.link()"),
    # What Livery shows: of any length, of a line as it was reported, and a link.
    "shown": shared("String", "storedText", "requiredStoredText", any_text, "$.anyText()"),
    "shownLine": text("String", lambda m: f'try fields.line("{m.name}", atMost: TextLimit.name)', any_text, "$.text()"),
    "shownLink": text("String", lambda m: f'try fields.link("{m.name}")', any_text, "$.link()"),
    "instant": text("Instant", lambda m: f'try fields.instant("{m.name}")', lambda m: ".text(.instant)", "$.moment()",
                    "texts"),
    "writtenInstant": shared("Instant", "instant", "requiredInstant", lambda m: ".text(.writtenInstant)", "$.moment()",
                             "texts"),
    "whole": text("Int", lambda m: f'try fields.count("{m.name}"'
                  + (f", in: {m.range[0]}...{m.range[1]})" if m.range else ")"), whole_schema, "$.number(-3...99)"),
    "count": shared("Int", "count", "requiredCount", count_schema, "$.number(1...1000)"),
    "boolean": text("Bool", lambda m: f'try fields.bool("{m.name}")', lambda m: ".boolean", "$.chance()"),
    # A boolean that is false where it is absent, and left out where it is false.
    "flag": Form(type=lambda m: "Bool", read=lambda m: f'try fields.bool("{m.name}") ?? false',
                 write=lambda m: f'if {m.value} {{ writer.member("{m.name}", true) }}',
                 schema=lambda m: ".boolean", draw="$.chance()", absent=lambda m: "false"),
    "sequence": Form(type=lambda m: "Int64", read=lambda m: f'try fields.sequence("{m.name}")',
                     write=lambda m: f'writer.member("{m.name}", {m.value})',
                     schema=lambda m: f".count(example: {m.example})"),
    "number": text("Double", lambda m: f'try fields.number("{m.name}", from: {m.at_least}, of: "{m.type}")',
                   number_schema, "Double($.number(0...5000)) / 4"),
    "word": Form(type=lambda m: m.type,
                 read=lambda m: f'try fields.{"requiredWord" if m.required else "word"}("{m.name}", of: {m.type}.self)',
                 write=lambda m: f'writer.member("{m.name}", {m.value}{"" if m.required else "?"}.rawValue)',
                 schema=lambda m: f".word(of: {m.type}.self{', isOpen: true' if m.open else ''})",
                 draw="$.pick(TYPE.allCases)", keeps="texts",
                 element=(lambda m: f'try fields.words("{m.name}", of: {m.type}.self) ?? []',
                          lambda m: f'writer.member("{m.name}", {m.value}.map(\\.rawValue))')),
    # An array of words that may be absent, which is another thing than an empty one.
    "words": Form(type=lambda m: f"[{m.type}]",
                  read=lambda m: f'try fields.words("{m.name}", of: {m.type}.self)',
                  write=lambda m: f'writer.member("{m.name}", words: {m.value})',
                  schema=lambda m: f".list(.word(of: {m.type}.self))", keeps="texts"),
    "products": Form(type=lambda m: "[ProductKey]", read=lambda m: f'try fields.products("{m.name}")',
                     write=lambda m: f'writer.member("{m.name}", keys: {m.value})',
                     schema=lambda m: '.array(.text(.identifier("suv")), 1...16)'),
    # The id of an observer: stores keep no NUL.
    "correlation": Form(type=lambda m: "String", read=lambda m: f'try fields.correlationIdentifier("{m.name}") ?? ""',
                        write=lambda m: f'if !{m.value}.isEmpty {{ writer.member("{m.name}", {m.value}) }}',
                        schema=lambda m: ".text(.correlation)", absent=lambda m: '""'),
    # Small enough for further lines on the bill.
    "fare": Form(type=lambda m: "Money", read=lambda m: f'try fields.object("{m.name}").map(MoneyCoding.fare)',
                 write=lambda m: f'writer.member("{m.name}", {m.value}, by: MoneyCoding.write)',
                 schema=lambda m: ".object(.unsignedMoney)"),
    # Two members: the amount and the code of its currency.
    "amount": Form(type=lambda m: "Money", read=lambda m: f'try MoneyCoding.read("{m.name}", of: fields)',
                   write=lambda m: f'MoneyCoding.writeMembers("{m.name}", {m.value}, into: &writer)' if m.required
                   else f'if let amount = {m.value} {{ MoneyCoding.writeMembers("{m.name}", amount, into: &writer) }}',
                   schema=lambda m: ".text(.amount)", draw="$.amount()", keeps="texts"),
    "multiplier": Form(type=lambda m: "Multiplier", read=lambda m: f'try fields.multiplier("{m.name}")',
                       write=lambda m: f'writer.member("{m.name}", {m.value}?.decimalString)',
                       schema=lambda m: '.text(TextSchema(example: "1.50", patterns: [#"^[0-9]+(\\.[0-9]+)?$"#]))',
                       draw="Multiplier(basisPoints: $.number(0...99_999))", keeps="texts"),
    "texts": Form(type=lambda m: "[String: String]", read=lambda m: f'try fields.texts("{m.name}")',
                  write=lambda m: f'writer.member("{m.name}", {m.value})', schema=lambda m: f".map({any_text(m)})",
                  draw="$.texts()", absent=lambda m: "[:]"),
    # Two members: latitude and longitude.
    "coordinate": Form(type=lambda m: "Coordinate", read=lambda m: "try CoordinateCoding.read(fields)",
                       write=lambda m: f"CoordinateCoding.write({m.value}, into: &writer)",
                       schema=lambda m: "", draw="$.coordinate()"),
    "reportedPosition": position("position"),
    "writtenPosition": position("vehicleLocation"),
    # What the worker adds to the digest: no member of a message.
    "derived": Form(type=lambda m: m.type, read=lambda m: "",
                    write=lambda m: f'if {m.value} != .{m.default} {{ writer.member("{m.name}", {m.value}.rawValue) }}',
                    schema=None, absent=lambda m: f".{m.default}"),
    # Stops are refused: without them it would be another trip.
    "noStops": Form(type=lambda m: "", read=lambda m: f'try fields.refuseStops("{m.name}")', write=lambda m: "",
                    schema=lambda m: ".array(.object(.place), 0...0)", properties=False),
    # What code by hand writes in an answer.
    "only": schema_only(lambda m: f".only({quoted(m.default)})", "texts"),
    "pattern": schema_only(lambda m: f'.text(TextSchema(example: {quoted(m.example)}, patterns: [#"{m.pattern}"#]))'),
    "listedOptions": schema_only(lambda m: ".array(.object(listedOption), 1...Int.max)"),
    "prospectOrRide": schema_only(lambda m: ".either([prospect, rideStatus])"),
    "unread": schema_only(lambda m: ".anything"),
    "decimal": schema_only(lambda m: ".text(.amount)", "texts"),
    "unsignedDecimal": schema_only(lambda m: ".text(.unsignedAmount)", "texts"),
    "positiveDecimal": schema_only(lambda m: ".text(.positiveAmount)", "texts"),
    "currency": schema_only(lambda m: ".text(.currency)", "texts"),
    "instantOrLocalTime": schema_only(lambda m: ".text(.instantOrLocalTime)", "texts"),
}


@dataclass(frozen=True)
class Coding:
    """What reads and writes an object of the contract."""

    type: str
    schema: str
    read: str
    write: str
    draw: str


def object_form(coding: Coding) -> Form:
    """The form of the members that are such objects."""
    def read(m: Member) -> str:
        if m.has_value:
            return f'try {coding.read}(try fields.requiredObject("{m.name}"))'
        return f'try fields.object("{m.name}").map({coding.read})'
    return Form(
        type=lambda m: coding.type, read=read,
        write=lambda m: f'writer.member("{m.name}", {m.value}, by: {coding.write})',
        schema=lambda m: f".object(.{coding.schema})", draw=coding.draw,
        element=(lambda m: f'try fields.objects("{m.name}", {coding.read})',
                 lambda m: f'writer.member("{m.name}", each: {m.value}, by: {coding.write})'))


def resolution(form: Form) -> Form:
    """The form of what a parameter has come to, whose values are of that form."""
    assert form.schema
    schema = form.schema
    return schema_only(lambda m: f'.object(.resolution("{m.type}", {schema(m)}))')


def encoded(form: Form) -> Form:
    """The form of an object that an answer gets as JSON text."""
    return replace(form, type=lambda m: "[UInt8]", write=lambda m: f'writer.member("{m.name}", raw: {m.value})')


def many(form: Form) -> Form:
    """The form of an array of what a form describes; it is empty where it is absent."""
    assert form.element and form.schema
    read, write = form.element
    schema = form.schema

    def counted(m: Member) -> str:
        return f".list({schema(m)})" if m.most is None else f".array({schema(m)}, 0...{m.most})"
    return Form(type=lambda m: f"[{form.type(m)}]", read=read, write=write, schema=counted, draw=form.draw,
                absent=lambda m: "[]", keeps=form.keeps)


def draw(member: Member) -> str:
    """A random value of a member."""
    expression = f"$.number({member.range[0]}...{member.range[1]})" if member.range else member.rules.draw

    def of(owner: str) -> str:
        return expression.replace("$", owner).replace("TYPE", member.type)
    if member.many:
        return f"random.many(3) {{ {of('$0')} }}"
    if member.has_value or member.rules.absent:
        return of("random")
    return f"random.maybe {{ {of('$0') if '$' in expression else 'in '.join(['_ ', member.rules.draw])} }}"


def properties(member: Member) -> list[Property]:
    """The stored properties of a member, in order."""
    form = member.rules
    if not form.properties:
        return []
    if form.absent:
        return [Property(member.identifier, form.type(member), form.absent(member))]
    optional = "" if member.has_value else "?"
    found = [Property(member.identifier, form.type(member) + optional, None if member.has_value else "nil")]
    if member.form in ("reportedPosition", "writtenPosition"):
        found += [Property("course", "Double?", "nil"), Property("locatedAt", "Instant?", "nil")]
    return found


# A member of a schema: its name, its form, its sentence, and whether it is required.
Row = tuple[str, str, str, bool]


def rows(member: Member) -> list[Row]:
    """The members of the schema."""
    if member.form == "coordinate":
        return [("latitude", ".number(NumberSchema(minimum: -90, maximum: 90, example: 41.8796))",
                 "Degrees north of the equator, in WGS 84.", True),
                ("longitude", ".number(NumberSchema(minimum: -180, maximum: 180, example: -87.6237))",
                 "Degrees east of Greenwich, in WGS 84.", True)]
    if not (form := member.rules.schema):
        return []
    found = [(member.name, form(member), member.sentence, member.required)]
    if member.form == "amount":
        found.append(("currencyCode", ".text(.currency)", member.currency, member.required))
    return found
