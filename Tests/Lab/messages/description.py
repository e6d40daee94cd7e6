"""The descriptions of the operations and of the objects in their messages, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .member import Member

ROLES = ("riders", "vehicles", "payments", "operators", "fleet")
QUEUES = {"listOptions": "list-options", "requestRide": "request-ride", "statusQuery": "status-query",
          "dispatch": "dispatch", "positions": "positions"}


class DescriptionError(Exception):
    """What is wrong in a description, in which file and at which member."""


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
    # What the examples of the request and of its answer say.
    request: Any
    response: Any
    asks: bool = False
    identified: bool = False

    @property
    def family(self) -> str:
        """The family of its queue: positions have a queue of their own, and the worker of dispatch."""
        return "dispatch" if self.queue == "positions" else self.queue


@dataclass(frozen=True)
class Operation:
    """One intent: what its messages say, and which types of message carry it."""

    file: str
    case: str
    struct: str
    comment: list[str]
    object: str
    sentence: str
    types: list[MessageKind]
    members: list[Member]
    # The names of all members that are part of the digest, in the order in which they are written: those of version 1
    # as Digests.toml has them, then later ones by name.
    canonical: list[str]
    scope: str | None = None
    one_of: dict[str, Any] = field(default_factory=dict)
    # Whether its struct is one of the domain.
    domain: bool = False
    # What a message needs beside the required members, for people.
    needs: str = ""

    def property_of(self, form: str) -> Member | None:
        """The member that names a rider, a ride or a vehicle."""
        return next((member for member in self.members if member.form == form), None)

    @property
    def families(self) -> list[str]:
        """The families of the queues that carry it."""
        return list(dict.fromkeys(kind.family for kind in self.types))


@dataclass(frozen=True)
class ObjectDescription:
    """One object that messages contain."""

    file: str
    # Its name in the contract.
    object: str
    sentence: str
    comment: str
    struct: str
    coding: str
    # None for one that code by hand reads and writes, or that a generated coding only reads.
    by_hand: bool
    writes: bool
    members: list[Member]
    reads: bool = True
    # The members in the order in which an answer has them.
    canonical: list[str] = field(default_factory=list)
    parameter: str = ""
    braces: bool = True
    access: str = ""
    # The object with the members that only an option of a list has.
    listed: dict[str, str] = field(default_factory=dict)
    # The object that has another text in the place of one member.
    variant: dict[str, str] = field(default_factory=dict)
    # What its struct is; empty where the struct is written by hand.
    domain: str = ""

    @property
    def name(self) -> str:
        """Its name in Swift."""
        return camel(self.file)


@dataclass(frozen=True)
class Descriptions:
    """All that is described."""

    operations: list[Operation]
    objects: list[ObjectDescription]
    answers: list[ObjectDescription]
    # The parts of the examples, by name.
    pieces: dict[str, Any]


def camel(stem: str) -> str:
    """The name in Swift of a file."""
    first, *rest = stem.split("-")
    return first + "".join(word.capitalize() for word in rest)
