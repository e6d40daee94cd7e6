"""Compares two contracts: what a later build of the same version may change, in both directions.

A request that was taken is taken still, and no member of it is forgotten: inputs only widen. What is written is what
readers of the earlier contract take: outputs only narrow, or grow by members and by words of open lists.

Use: compare.py OLD NEW          two folders of schemas, as `livery contract write` makes them
     compare.py --self-check NEW   changes the contract in many ways, and expects each to be judged rightly
"""
from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

Schema = dict[str, Any]
BOUNDS = (("minimum", 1), ("exclusiveMinimum", 1), ("minLength", 1), ("minItems", 1),
          ("maximum", -1), ("exclusiveMaximum", -1), ("maxLength", -1), ("maxItems", -1), ("x-livery-maxBytes", -1),
          ("x-livery-maxCharacters", -1))


def load(folder: Path) -> dict[str, Schema]:
    """The schemas of a folder by name, such as `request-ride.handle.reader`, each with the definitions of its form."""
    schemas = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
    if not schemas:
        raise SystemExit(f"{folder}: expected schemas, found none")
    shared = {form: schemas.pop(f"definitions.{form}")["$defs"] for form in ("reader", "writer")}
    return {name: schema | {"$defs": shared[name.rpartition(".")[2]]} for name, schema in schemas.items()}


class Side:
    """A schema, and the root with the definitions that it can refer to."""

    def __init__(self, root: Schema, node: Schema) -> None:
        while "$ref" in node or "allOf" in node and "$ref" in node["allOf"][0]:
            reference = node.get("$ref") or node["allOf"][0]["$ref"]
            node = root["$defs"][reference.rsplit("/", 1)[1]]
        self.root, self.node = root, node

    def at(self, node: Schema) -> Side:
        return Side(self.root, node)

    @property
    def types(self) -> set[str]:
        types = self.node.get("type", [])
        return set([types] if isinstance(types, str) else types)

    @property
    def words(self) -> list[Any] | None:
        return [self.node["const"]] if "const" in self.node else self.node.get("enum")

    @property
    def choices(self) -> list[Side]:
        found = self.node.get("anyOf") or self.node.get("oneOf")
        return [self.at(choice) for choice in found] if found else [self]


def misfits(wide: Side, narrow: Side, path: str, *, grows: bool) -> Iterator[str]:
    """Why not all that `narrow` describes is described by `wide`; members may be new where `grows`."""
    if len(wide.choices) > 1 or len(narrow.choices) > 1:
        for one in narrow.choices:
            found = [list(misfits(choice, one, path, grows=grows)) for choice in wide.choices]
            if all(found):
                yield min(found, key=len)[0]
        return
    yield from value_misfits(wide, narrow, path)
    yield from member_misfits(wide, narrow, path, grows=grows)
    for part in ("items", "additionalProperties"):
        if isinstance(wide.node.get(part), dict) and isinstance(narrow.node.get(part), dict):
            yield from misfits(wide.at(wide.node[part]), narrow.at(narrow.node[part]), f"{path}[]", grows=grows)
    if wide.node.get("if") != narrow.node.get("if"):
        yield f"{path}: the condition differs"
    for part in ("then", "else"):
        if part in wide.node and part in narrow.node:
            yield from misfits(wide.at(wide.node[part]), narrow.at(narrow.node[part]), path, grows=grows)


def value_misfits(wide: Side, narrow: Side, path: str) -> Iterator[str]:
    """What of types, words, bounds and patterns does not fit."""
    missing = narrow.types - wide.types - ({"integer"} if "number" in wide.types else set())
    if wide.types and missing:
        yield f"{path}: {sorted(missing)} is not among {sorted(wide.types)}"
    if wide.words is not None:
        extra = [word for word in narrow.words or ["any text"] if word not in wide.words]
        if extra:
            yield f"{path}: {extra} is not among {wide.words}"
    if narrow.words is not None:
        return
    for name, sign in BOUNDS:
        bound = wide.node.get(name)
        if bound is not None and (name not in narrow.node or sign * narrow.node[name] < sign * bound):
            yield f"{path}: {name} is {narrow.node.get(name, 'open')} on one side and {bound} on the other"
    if "pattern" in wide.node and wide.node["pattern"] != narrow.node.get("pattern"):
        yield f"{path}: the pattern differs"


def member_misfits(wide: Side, narrow: Side, path: str, *, grows: bool) -> Iterator[str]:
    """What of the members of objects does not fit."""
    for name in wide.node.get("required", []):
        if name not in narrow.node.get("required", []):
            yield f"{path}.{name}: is not always there"
    members = wide.node.get("properties", {})
    for name, member in narrow.node.get("properties", {}).items():
        if name in members:
            yield from misfits(wide.at(members[name]), narrow.at(member), f"{path}.{name}", grows=grows)
        elif not grows:
            yield f"{path}.{name}: is gone"


def breaks(old: dict[str, Schema], new: dict[str, Schema]) -> Iterator[str]:
    """All that a client of the old contract would suffer from."""
    for name in sorted(old.keys() - new.keys()):
        yield f"{name}: is gone"
    for name in sorted(old.keys() & new.keys()):
        message, _, form = name.rpartition(".")
        if f"{message}.response.reader" in old:
            wide, narrow = Side(new[name], new[name]), Side(old[name], old[name])
            yield from misfits(wide, narrow, name, grows=False)
        elif form == "writer":
            reader = old[f"{message}.reader"]
            yield from misfits(Side(reader, reader), Side(new[name], new[name]), name, grows=True)


def edited(schemas: dict[str, Schema], edit: Callable[[dict[str, Schema]], None]) -> dict[str, Schema]:
    """A copy of a contract that is changed."""
    other = copy.deepcopy(schemas)
    edit(other)
    return other


def each(name: str, edit: Callable[[Schema], object]) -> Callable[[dict[str, Schema]], None]:
    """Edits both forms of a message alike."""
    def edit_both(schemas: dict[str, Schema]) -> None:
        for form in ("reader", "writer"):
            edit(schemas[f"{name}.{form}"])
    return edit_both


BOOKING, ANSWER = "request-ride.handle", "list-ride-options.handle.response"
EVENT, REPORT = "livery.ride.status-changed.v1", "ride.update"


def body(schema: Schema) -> Schema:
    """The definition that a message is."""
    return Side(schema, schema).node


def members(schema: Schema) -> dict[str, Any]:
    """What a message may have."""
    return body(schema)["properties"]


def listed(schema: Schema) -> Schema:
    """The definition of an answer that lists options."""
    return schema["$defs"]["answer.optionList"]


def phases(schema: Schema) -> list[str]:
    """The closed list of phases in an event."""
    return schema["$defs"]["answer.rideStatus"]["properties"]["phase"]["enum"]


# A change of the contract, whether it breaks a client, and how it is made.
CASES: list[tuple[str, bool, Callable[[dict[str, Schema]], None]]] = [
    ("nothing changes", False, lambda _: None),
    ("a request gains an optional member", False, each(BOOKING, lambda s: members(s).update(later={"type": "string"}))),
    ("a limit of a request widens", False, each(BOOKING, lambda s: members(s)["rideOptionName"].update(
        {"maxLength": 256, "x-livery-maxBytes": 256}))),
    ("a member of a request may lack", False, each(BOOKING, lambda s: body(s)["required"].pop())),
    ("a request takes one more word", False, each(REPORT, lambda s: members(s)["event"]["enum"].append("paused"))),
    ("an answer gains a member", False, each(ANSWER, lambda s: listed(s)["properties"].update(later={"type": "string"}))),
    ("a message type is gone", True, lambda all: [all.pop(f"{BOOKING}.{form}") for form in ("reader", "writer")]),
    ("a request loses a member", True, each(BOOKING, lambda s: members(s).pop("partySize"))),
    ("a request needs a member", True, each(BOOKING, lambda s: body(s)["required"].append("partySize"))),
    ("a limit of a request narrows", True, each(BOOKING, lambda s: members(s)["rideOptionName"].update(maxLength=64))),
    ("a member of a request changes type", True, each(BOOKING, lambda s: members(s)["locale"].update(type="integer"))),
    ("a request takes no null any more", True, each(BOOKING, lambda s: members(s)["partySize"].update(type="integer"))),
    ("a word of a request is taken no more", True, each(REPORT, lambda s: members(s)["event"]["enum"].pop())),
    ("a member of an answer may lack", True, each(ANSWER, lambda s: listed(s)["required"].remove("expirationDate"))),
    ("a member of an event may lack", True, each(EVENT, lambda s: body(s)["required"].remove("sequence"))),
    ("a member of an event changes type", True, each(EVENT, lambda s: members(s)["sequence"].update(type="integer"))),
    ("a closed list of an event grows", True, each(EVENT, lambda s: phases(s).append("lost"))),
]


def self_check(schemas: dict[str, Schema]) -> list[str]:
    """The changes that are judged wrongly."""
    wrong = []
    for title, is_breaking, edit in CASES:
        found = list(breaks(schemas, edited(schemas, edit)))
        if bool(found) != is_breaking:
            wrong.append(f"{title}: expected {'a break' if is_breaking else 'none'}, found {found[:2] or 'none'}")
    return wrong


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    if arguments[0] == "--self-check":
        found = self_check(load(Path(arguments[1])))
        good = f"{len(CASES)} changes of a contract are judged rightly"
    else:
        found = list(breaks(load(Path(arguments[0])), load(Path(arguments[1]))))
        good = "nothing breaks a client of the earlier contract"
    print("\n".join(found) or good)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
