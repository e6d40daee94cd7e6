"""A member of a body, as its file describes it, and what the members of a form share."""

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
    # The limit of a text: of a line in bytes, of a text in characters.
    limit: int = 0
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
        found += [Property("course", "Double?", "nil"), Property("locatedAt", "Instant?", "nil"),
                  Property("accuracyMetres", "Double?", "nil")]
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
