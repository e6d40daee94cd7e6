"""The descriptions of the operations, read from their files and checked."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .forms import FORMS, Member

FOLDER = Path(__file__).resolve().parents[3] / "Sources" / "Messages" / "Operations"
KEYS = {"order", "case", "struct", "comment", "object", "sentence", "scope", "one_of", "canonical", "types", "members"}
TYPE_KEYS = {"name", "case", "operation", "queue", "roles", "asks", "identified", "answer", "place"}
ROLES = ("riders", "vehicles", "payments", "operators", "fleet")


class DescriptionError(Exception):
    """What is wrong in a description, and in which file."""


@dataclass(frozen=True)
class MessageKind:
    """One type of message."""

    name: str
    case: str
    operation: str
    queue: str
    roles: list[str]
    answer: str
    place: int
    asks: bool = False
    identified: bool = False


@dataclass(frozen=True)
class Operation:
    """One intent: what its messages say, and which types of message carry it."""

    file: str
    order: int
    case: str
    struct: str
    comment: list[str]
    object: str
    sentence: str
    types: list[MessageKind]
    members: list[Member]
    # The names of all members that are part of the digest, in the order in which they are written.
    canonical: list[str]
    scope: str | None = None
    one_of: dict[str, Any] = field(default_factory=dict)

    def property_of(self, form: str) -> Member | None:
        """The member that names a rider, a ride or a vehicle."""
        return next((member for member in self.members if member.form == form), None)

    @property
    def queues(self) -> list[str]:
        """The queues that carry it."""
        return list(dict.fromkeys(kind.queue for kind in self.types))


def operations(folder: Path = FOLDER) -> list[Operation]:
    """All operations, in their order."""
    files = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.toml"))}
    found = [operation(stem, files) for stem, content in files.items() if "struct" in content]
    places = sorted(kind.place for operation in found for kind in operation.types)
    if places != list(range(1, len(places) + 1)):
        raise DescriptionError(f"expected the places 1 to {len(places)} of the types, got {places}")
    return sorted(found, key=lambda operation: operation.order)


def operation(stem: str, files: dict[str, dict[str, Any]]) -> Operation:
    """The operation of a file."""
    content = files[stem]
    expect_keys(content, KEYS, stem)
    members = [member(stem, raw, files) for raw in content["members"]]
    carried = [each.name for each in members if each.rules.properties]
    canonical = content.get("canonical", carried)
    if sorted(canonical) != sorted(carried):
        raise DescriptionError(f"{stem}.toml: expected all members in `canonical`, got other ones than {carried}")
    kinds = [kind(stem, raw) for raw in content["types"]]
    return Operation(
        file=stem, order=content["order"], case=content["case"], struct=content["struct"], comment=content["comment"],
        object=content["object"], sentence=content["sentence"], types=kinds, members=members, canonical=canonical,
        scope=content.get("scope"), one_of=content.get("one_of", {}))


def kind(stem: str, raw: dict[str, Any]) -> MessageKind:
    """A type of message."""
    expect_keys(raw, TYPE_KEYS, stem)
    if not set(raw["roles"]) <= set(ROLES):
        raise DescriptionError(f"{stem}.toml: expected roles of {', '.join(ROLES)}, got {raw['roles']}")
    return MessageKind(**raw)


def member(stem: str, raw: dict[str, Any], files: dict[str, dict[str, Any]]) -> Member:
    """A member, which may be that of another file with some keys changed."""
    raw = dict(raw)
    if source := raw.pop("as", None):
        named = [other for other in files[source]["members"] if other["name"] == raw["name"]]
        if len(named) != 1:
            raise DescriptionError(f"{stem}.toml: expected a member {raw['name']} in {source}.toml")
        return member(stem, named[0] | raw, files)
    expect_keys(raw, set(Member.__dataclass_fields__), f"{stem}.toml: {raw.get('name')}")
    if raw.get("form") not in FORMS:
        raise DescriptionError(f"{stem}.toml: {raw.get('name')}: expected a form of {', '.join(FORMS)}")
    return Member(**raw)


def expect_keys(raw: dict[str, Any], known: set[str], where: str) -> None:
    """Refuses a key that would be ignored."""
    if unknown := set(raw) - known:
        raise DescriptionError(f"{where}: expected keys of {', '.join(sorted(known))}, got {', '.join(sorted(unknown))}")
