"""The forms of a member: its type in Swift, how it is read, written and drawn, and its schema.

The expressions name functions of JSONFields, JSONWriter and BodySchema (Sources/Messages/Coding and Contract), and of
RandomRides (Tests/MessagesTests). Besides these forms a member may be an object: its form is the name of that file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from .member import Form, Member, quoted


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
    """Four properties: where, in which direction, when by the vehicle's clock, and how exactly."""
    return Form(type=lambda m: "Coordinate", read=lambda m: f"try CoordinateCoding.read({m.identifier})" if m.has_value
                else f"try {m.identifier}.map(CoordinateCoding.read)",
                write=lambda m: f"PositionCoding.write({m.value}, course: {m.owner}course, at: {m.owner}locatedAt, "
                                f"within: {m.owner}accuracyMetres, into: &writer)",
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
    "extra": Form(type=lambda m: "ExtraKey", read=lambda m: f'ExtraKey(try fields.requiredIdentifier("{m.name}"))',
                  write=lambda m: f'writer.member("{m.name}", {m.value}.rawValue)',
                  schema=lambda m: f".text(.identifier({quoted(m.example)}))", draw="ExtraKey($.identifier())"),
    "locale": text("String", lambda m: f'try fields.locale("{m.name}")', lambda m: ".text(.locale)", '"de_AT"'),
    "line": text("String", lambda m: f'try fields.line("{m.name}", atMost: {m.limit})',
                 lambda m: f".text(.line({quoted(m.example)}, atMost: {m.limit}))", "$.text()"),
    "text": Form(
        type=lambda m: "String",
        read=lambda m: needed(m, f'try fields.text("{m.name}", atMost: {m.limit})'),
        write=lambda m: f'writer.member("{m.name}", {m.value})',
        schema=lambda m: f".text(.lines({quoted(m.example)}, atMost: {m.limit}))", draw="$.lines()",
        element=(lambda m: f'try fields.texts("{m.name}", atMost: {m.limit}, count: {m.most})',
                 lambda m: f'writer.member("{m.name}", {m.value})')),
    "printable": text("String", lambda m: f'try fields.printableLine("{m.name}")',
                      lambda m: f".text(.printable({quoted(m.example)}))", "$.identifier()"),
    "phoneNumber": text("String", lambda m: f'try fields.phoneNumber("{m.name}")', lambda m: ".text(.phoneNumber)",
                        '"+13125550177"'),
    "startCode": Form(type=lambda m: "StartCode", read=lambda m: f'try fields.startCode("{m.name}")',
                      write=lambda m: f'writer.member("{m.name}", {m.value}?.digits)',
                      schema=lambda m: ".text(.startCode)", draw="StartCode($.number(0...9999))"),
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
    # An array of objects that may be absent, which is another thing than an empty one.
    "extras": Form(type=lambda m: "[ExtraCount]",
                   read=lambda m: f'try fields.objectsIfAny("{m.name}", atMost: 16, ExtraCountCoding.read)',
                   write=lambda m: f'writer.member("{m.name}", {m.value}) {{ $1.array($0, ExtraCountCoding.write) }}',
                   schema=lambda m: ".array(.object(.extraCount), 0...16)"),
    # Another array of objects that may be absent.
    "stops": Form(type=lambda m: "[Place]",
                  read=lambda m: f'try fields.objectsIfAny("{m.name}", atMost: 3, PlaceCoding.read)',
                  write=lambda m: f'writer.member("{m.name}", {m.value}) {{ $1.array($0, PlaceCoding.write) }}',
                  schema=lambda m: ".array(.object(.place), 0...3)"),
    # The id of an observer: stores keep no NUL.
    "correlation": Form(type=lambda m: "String", read=lambda m: f'try fields.correlationIdentifier("{m.name}") ?? ""',
                        write=lambda m: f'if !{m.value}.isEmpty {{ writer.member("{m.name}", {m.value}) }}',
                        schema=lambda m: ".text(.correlation)", absent=lambda m: '""'),
    # Small enough for further lines on the bill.
    "fare": Form(type=lambda m: "Money",
                 read=lambda m: f'try MoneyCoding.fare(try fields.requiredObject("{m.name}"))' if m.required
                 else f'try fields.object("{m.name}").map(MoneyCoding.fare)',
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
    # What only the domain knows: no member of a message.
    "internal": Form(type=lambda m: m.type, read=lambda m: "", write=lambda m: "", schema=None,
                     absent=lambda m: m.default),
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


def at_most(member: Member) -> str:
    """The argument for the longest array."""
    return "" if member.most is None else f", atMost: {member.most}"


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
        element=(lambda m: f'try fields.objects("{m.name}"{at_most(m)}, {coding.read})',
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
