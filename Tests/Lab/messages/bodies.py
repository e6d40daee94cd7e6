"""Whether the examples, of members and of whole messages, are of their forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .description import DescriptionError
from .forms import FORMS
from .member import Member, rows

# What a value of a form has to be, nil if it is, in words.
Judge = Callable[[Member, Any], "str | None"]
INSTANT = r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)"


def text(least: int = 0, most: Callable[[Member], int] = lambda m: 65_536, counts: str = "bytes",
         pattern: str = "") -> Judge:
    """A text of a length, of which a pattern may have to match the whole."""
    def judge(member: Member, value: Any) -> str | None:
        if not isinstance(value, str):
            return "a text"
        size = len(value.encode()) if counts == "bytes" else len(value)
        if not least <= size <= most(member):
            return f"{least} to {most(member)} {counts}"
        if any(ord(char) < 32 or 127 <= ord(char) < 160 for char in value if counts == "bytes" or char not in "\t\r\n"):
            return "no control characters"
        return f"a text like {pattern}" if pattern and not re.fullmatch(pattern, value) else None
    return judge


def number(member: Member, value: Any) -> str | None:
    """A number within its limits."""
    if type(value) not in (int, float):
        return "a number"
    least = value if member.at_least is None else member.at_least
    if value < least or (member.below is not None and value >= member.below):
        return f"a number from {member.at_least}" + (f" to below {member.below}" if member.below is not None else "")
    return None


def whole(least: int | None) -> Judge:
    """A whole number: of the member's range, or from its least one or this one."""
    def judge(member: Member, value: Any) -> str | None:
        if type(value) is not int:
            return "a whole number"
        if member.range and not member.range[0] <= value <= member.range[1]:
            return f"{member.range[0]} to {member.range[1]}"
        floor = least if member.at_least is None else member.at_least
        return None if floor is None or value >= floor else f"{floor} or more"
    return judge


def boolean(_: Member, value: Any) -> str | None:
    """True or false."""
    return None if isinstance(value, bool) else "true or false"


def each(judge: Judge) -> Judge:
    """An array of such values."""
    def judge_all(member: Member, value: Any) -> str | None:
        if not isinstance(value, list):
            return "an array"
        return next((found for part in value if (found := judge(member, part))), None)
    return judge_all


def texts(member: Member, value: Any) -> str | None:
    """A table of texts, of which the example of a member is one."""
    inner = list(value.values()) if isinstance(value, dict) else [value]
    return each(text())(member, inner)


def anything(_: Member, value: Any) -> str | None:
    """What nobody reads, or what code by hand writes."""
    return None if value is not None else "a value"


def only(member: Member, value: Any) -> str | None:
    """The one text that there is."""
    return None if value == member.default else member.default


def pattern_of(member: Member, value: Any) -> str | None:
    """A text of the member's own pattern."""
    return text(pattern=member.pattern)(member, value)


def constant(size: int) -> Callable[[Member], int]:
    """The same limit for each member."""
    return lambda m: size


IDENTIFIER, LINE, LINK = text(1, constant(128)), text(0, constant(128)), text(1, constant(1024), pattern=r"https?://.+")
DECIMAL = text(pattern=r"-?\d+(\.\d+)?")
VALUES: dict[str, Judge] = {
    **dict.fromkeys(("rider", "ride", "vehicle", "product", "key", "extra"), IDENTIFIER),
    **dict.fromkeys(("printable", "shownLine"), LINE), **dict.fromkeys(("link", "shownLink"), LINK),
    **dict.fromkeys(("instant", "writtenInstant"), text(pattern=INSTANT)),
    **dict.fromkeys(("shown", "word"), text()), **dict.fromkeys(("boolean", "flag"), boolean),
    **dict.fromkeys(("decimal", "amount", "unsignedDecimal", "positiveDecimal", "multiplier"), DECIMAL),
    **dict.fromkeys(("unread", "resolution", "derived", "internal", "coordinate"), anything),
    "line": text(0, lambda m: m.limit), "text": text(0, lambda m: m.limit, "characters"),
    "locale": text(pattern=r"[A-Za-z]{2,8}([_-]\w+)*(@.*)?"), "phoneNumber": text(pattern=r"\+?[\d ()./-]{3,}"),
    "startCode": text(pattern=r"\d{4}"),
    "correlation": text(0, constant(255)), "only": only, "pattern": pattern_of, "currency": text(pattern="[A-Z]{3}"),
    "instantOrLocalTime": text(pattern=INSTANT + "?"), "whole": whole(None), "count": whole(0), "sequence": whole(0),
    "number": number, "words": each(text()), "products": each(IDENTIFIER), "texts": texts,
}
# The objects that these forms are, by their files; an array of them, or one.
OBJECTS = {"fare": "unsigned-money", "reportedPosition": "position", "writtenPosition": "vehicle-location",
           "prospectOrRide": "ride-status"}
ARRAYS = {"extras": "extra-count", "stops": "place", "listedOptions": "ride-option"}

if UNJUDGED := set(FORMS) - set(VALUES) - set(OBJECTS) - set(ARRAYS):
    raise DescriptionError(f"bodies.py: expected a judge of the form {', '.join(sorted(UNJUDGED))}")

# The members of each object and answer, by its file.
Bodies = Mapping[str, Sequence[Member]]


def check_example(member: Member, where: str) -> None:
    """Refuses an example of a member that is not of its form."""
    judge = VALUES.get(member.of if member.form == "resolution" else member.form)
    if member.example is not None and judge and (expected := judge(member, member.example)):
        raise DescriptionError(f"{where}: expected {expected} as example, got {member.example!r}")


def check_body(value: Any, members: Sequence[Member], bodies: Bodies, where: str) -> None:
    """Refuses a body with a member that there is not, without one that it needs, or with a value of another form."""
    if not isinstance(value, dict):
        raise DescriptionError(f"{where}: expected a table, got {value!r}")
    named = {name: (member, required) for member in members for name, _, _, required in rows(member)}
    if unknown := sorted(set(value) - set(named)):
        raise DescriptionError(f"{where}.{unknown[0]}: expected a member of {', '.join(named)}")
    for name, (member, required) in named.items():
        if name in value and name == member.name:
            check_value(value[name], member, bodies, f"{where}.{name}")
        elif name not in value and required:
            raise DescriptionError(f"{where}: expected `{name}`")


def check_value(value: Any, member: Member, bodies: Bodies, where: str) -> None:
    """Refuses a value that is not of its member's form."""
    form = ARRAYS.get(member.form, OBJECTS.get(member.form, member.form))
    if member.many or member.form in ARRAYS:
        if not isinstance(value, list):
            raise DescriptionError(f"{where}: expected an array, got {value!r}")
        values = list(enumerate(value))
    else:
        values = [(None, value)]
    for place, part in values:
        path = where if place is None else f"{where}[{place}]"
        if form in bodies:
            check_body(part, bodies[form], bodies, path)
        elif expected := VALUES[form](member, part):
            raise DescriptionError(f"{path}: expected {expected}, got {part!r}")


def resolved(value: Any, pieces: Mapping[str, Any], joins: bool = True) -> Any:
    """The value of an example with the pieces that it names; an array may be the parts of one body."""
    if isinstance(value, dict):
        return {name: resolved(part, pieces, joins=False) for name, part in value.items()}
    if isinstance(value, list):
        parts = [resolved(part, pieces, joins=False) for part in value]
        if joins and all(isinstance(part, dict) for part in parts):
            return {name: part for body in parts for name, part in body.items()}
        return parts
    if name := named_piece(value, pieces):
        return resolved(pieces[name], pieces)
    return value


def named_piece(value: Any, pieces: Mapping[str, Any]) -> str | None:
    """The name of the piece of Examples.toml that stands for the value, if one does."""
    named = re.fullmatch(r"\$(\w+)", value) if isinstance(value, str) else None
    if named and named[1] not in pieces:
        raise DescriptionError(f"Examples.toml: expected a piece {named[1]}")
    return named[1] if named else None
