"""Reads the descriptions from their files and checks them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from .description import (QUEUES, ROLES, DescriptionError, Descriptions, MessageKind, ObjectDescription,
                          Operation, camel)
from .forms import FORMS, Coding, encoded, many, object_form, resolution
from .member import Form, Member

MESSAGES = Path(__file__).resolve().parents[3] / "Sources" / "Messages"
OPERATION_KEYS = {"order", "case", "struct", "comment", "object", "sentence", "scope", "one_of", "canonical", "types",
                  "examples", "unread", "domain", "members"}
OBJECT_KEYS = {"struct", "coding", "read", "write", "draw", "object", "comment", "sentence", "by_hand", "braces",
               "parameter", "access", "reads", "listed", "variant", "domain", "canonical", "members"}
TYPE_KEYS = {"case", "operation", "queue", "roles", "asks", "identified", "answer", "place"}
MEMBER_KEYS = set(Member.__dataclass_fields__) - {"name", "owner", "rules"}
# The limits that a form of text needs, by their names in TextLimit or ShortString, and in CharacterLimit.
LIMITS = {"line": ("name", "token", "reference", "link", "shortString"), "text": ("place", "comment")}
# What a form cannot do without.
NEEDED = {"line": "example", "text": "example", "printable": "example", "shown": "example", "shownLine": "example",
          "shownLink": "example", "whole": "example", "count": "example", "sequence": "example", "number": "example",
          "word": "type", "words": "type", "derived": "type", "internal": "type", "texts": "example"}


def load(folder: Path = MESSAGES) -> Descriptions:
    """All descriptions below a folder, checked."""
    objects, answers = parsed(folder / "Objects", OBJECT_KEYS), parsed(folder / "Answers", OBJECT_KEYS)
    if taken := sorted(set(objects | answers) & set(FORMS)):
        raise DescriptionError(f"{taken[0]}.toml: expected another name than that of a form")
    forms = FORMS | {stem: object_form(coding(stem, content)) for stem, content in (objects | answers).items()}
    files = parsed(folder / "Operations", OPERATION_KEYS)
    for stem, content in files.items():
        if (source := content.get("unread")) and source not in files:
            raise DescriptionError(f"{stem}.toml: expected a file in `unread`, got {source}")
        content["members"] |= {name: {"form": "unread", "sentence": "Not read at this stage."}
                               for name in files.get(source, {}).get("members", {}) if name not in content["members"]}
    found = [operation(stem, files, forms) for stem, content in files.items() if "struct" in content]
    for each in found:
        check_operation(each, {camel(stem) for stem in answers})
    if len({each.order for each in found}) < len(found):
        raise DescriptionError("Operations: expected another `order` in each file")
    places = sorted(kind.place for operation in found for kind in operation.types)
    if places != list(range(1, len(places) + 1)):
        raise DescriptionError(f"Operations: expected the places 1 to {len(places)} of the types, got {places}")
    return Descriptions(sorted(found, key=lambda operation: operation.order),
                        [described(stem, objects, forms) for stem in objects],
                        [answer(stem, answers, forms) for stem in answers],
                        parsed_file(folder / "Examples.toml"))


def parsed(folder: Path, keys: set[str]) -> dict[str, dict[str, Any]]:
    """The content of the files of a folder."""
    files = {}
    for path in sorted(folder.glob("*.toml")):
        files[path.stem] = parsed_file(path)
        expect_keys(files[path.stem], keys, path.name)
        for key in ("members", *(("sentence",) if "struct" in files[path.stem] else ())):
            if not files[path.stem].get(key):
                raise DescriptionError(f"{path.name}: expected `{key}`")
    return files


def parsed_file(path: Path) -> dict[str, Any]:
    """The content of a file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        # Also a second member of one name.
        raise DescriptionError(f"{path.name}: {error}") from error


def coding(stem: str, content: dict[str, Any]) -> Coding:
    """What reads and writes an object."""
    struct = content.get("struct", "")
    name = content.get("coding", struct.rsplit(".", maxsplit=1)[-1] + "Coding")
    draw = f"$.{camel(stem)}()" if content.get("by_hand") else f"RandomObjects.{camel(stem)}(&$)"
    return Coding(type=struct, schema=camel(stem), read=content.get("read", f"{name}.read"),
                  write=content.get("write", f"{name}.write"), draw=content.get("draw", draw))


def described(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form]) -> ObjectDescription:
    """The object of a file."""
    content = files[stem]
    own = coding(stem, content)
    by_hand = content.get("by_hand", False)
    if not by_hand and not (own.type and content.get("comment")):
        raise DescriptionError(f"{stem}.toml: expected `struct` and `comment`, or `by_hand`")
    undecided = [name for name, raw in content["members"].items() if not raw.get("required") and "hidden" not in raw]
    if content.get("domain") and undecided:
        raise DescriptionError(f"{stem}.toml: {undecided[0]}: expected `hidden`, true if the end of the ride removes it")
    return ObjectDescription(
        file=stem, object=content.get("object", camel(stem)), sentence=content["sentence"],
        comment=content.get("comment", ""), struct=own.type, coding=own.read.rsplit(".", 1)[0], by_hand=by_hand,
        writes="write" not in content or "parameter" in content, members=members(stem, files, forms, owner="value."),
        **{key: content[key] for key in ("parameter", "braces", "access", "reads", "listed", "variant", "domain")
           if key in content})


def answer(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form]) -> ObjectDescription:
    """The answer of a file, or the event, or a part of one."""
    content = files[stem]
    found = members(stem, files, forms)
    by_hand = content.get("by_hand", False)
    if not by_hand and not (content.get("comment") and found[0].name == "code"):
        raise DescriptionError(f"{stem}.toml: expected `comment` and the member code first, or `by_hand`")
    names = [each.name for each in found]
    canonical = content.get("canonical", names)
    if sorted(canonical) != sorted(names):
        raise DescriptionError(f"{stem}.toml: expected each member once in `canonical`, got {', '.join(canonical)}")
    name = camel(stem)
    return ObjectDescription(
        file=stem, object=content.get("object", name), sentence=content["sentence"], comment=content.get("comment", ""),
        struct="", coding=content.get("write", f"write{name[0].upper()}{name[1:]}"), by_hand=by_hand,
        writes=not by_hand, members=found, access=content.get("access", ""), canonical=canonical)


def operation(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form]) -> Operation:
    """The operation of a file."""
    content = files[stem]
    found = members(stem, files, forms)
    carried = [each.name for each in found if each.rules.properties]
    canonical = content.get("canonical", carried)
    if sorted(canonical) != sorted(carried):
        different = ", ".join(sorted(set(canonical) ^ set(carried)))
        raise DescriptionError(f"{stem}.toml: expected each member once in `canonical`: {different}")
    examples = content.get("examples", {})
    kinds = [kind(stem, name, raw, examples) for name, raw in content.get("types", {}).items()]
    return Operation(
        file=stem, order=content["order"], case=content["case"], struct=content["struct"], comment=content["comment"],
        object=content["object"], sentence=content["sentence"], types=kinds, members=found, canonical=canonical,
        scope=content.get("scope"), one_of=content.get("one_of", {}), domain=content.get("domain", False))


def kind(stem: str, name: str, raw: dict[str, Any], examples: dict[str, Any]) -> MessageKind:
    """A type of message."""
    where = f"{stem}.toml: {name}"
    expect_keys(raw, TYPE_KEYS, where)
    if missing := TYPE_KEYS - {"asks", "identified"} - set(raw):
        raise DescriptionError(f"{where}: expected {', '.join(sorted(missing))}")
    if not set(raw["roles"]) <= set(ROLES):
        raise DescriptionError(f"{where}: expected roles of {', '.join(ROLES)}, got {', '.join(raw['roles'])}")
    request, response = examples.get(f"{name}.request", examples.get("request")), examples.get(name)
    if not request or not response:
        raise DescriptionError(f"{where}: expected `request` and its answer among the examples")
    return MessageKind(name=name, request=request, response=response, **raw)


def check_operation(operation: Operation, answers: set[str]) -> None:
    """Refuses names of what there is not."""
    where = f"{operation.file}.toml"
    names = {member.name for member in operation.members}
    if not operation.types:
        raise DescriptionError(f"{where}: expected `types`")
    if operation.scope and not operation.property_of(operation.scope):
        raise DescriptionError(f"{where}: expected a member of the form of its scope, {operation.scope}")
    if unknown := set(operation.one_of.get("members", [])) - names:
        raise DescriptionError(f"{where}: expected members in `one_of`, got {', '.join(sorted(unknown))}")
    for kind in operation.types:
        if kind.queue not in QUEUES:
            raise DescriptionError(f"{where}: {kind.name}: expected a queue of {', '.join(QUEUES)}, got {kind.queue}")
        if kind.answer not in answers:
            raise DescriptionError(f"{where}: {kind.name}: expected an answer of {', '.join(sorted(answers))}, "
                                   f"got {kind.answer}")


def members(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form], owner: str = "") -> list[Member]:
    """The members of a file, in their order."""
    found = [member(stem, name, raw, files, forms, owner) for name, raw in files[stem]["members"].items()]
    identifiers = [each.identifier for each in found]
    if twice := [each.name for each in found if identifiers.count(each.identifier) > 1]:
        raise DescriptionError(f"{stem}.toml: {twice[-1]}: expected a property of its own, got {twice[0]}'s")
    return found


def member(stem: str, name: str, raw: dict[str, Any], files: dict[str, dict[str, Any]], forms: dict[str, Form],
           owner: str) -> Member:
    """A member, which may be that of another file with some keys changed."""
    where = f"{stem}.toml: {name}"
    raw = dict(raw)
    if source := raw.pop("as", None):
        if name not in files.get(source, {}).get("members", {}):
            raise DescriptionError(f"{where}: expected a member of this name in {source}.toml")
        return member(stem, name, files[source]["members"][name] | raw, files, forms, owner)
    expect_keys(raw, MEMBER_KEYS, where)
    if (form := raw.get("form")) == "resolution" and (inner := raw.get("of")) in forms:
        forms = forms | {"resolution": resolution(forms[inner])}
    if form not in forms:
        raise DescriptionError(f"{where}: expected a form of {', '.join(sorted(forms))}, got {form}; another one is added "
                               "to forms.py")
    if not str(raw.get("sentence", "")).endswith("."):
        raise DescriptionError(f"{where}: expected a sentence with a full stop, got {raw.get('sentence')}")
    if (needed := NEEDED.get(form)) and needed not in raw:
        raise DescriptionError(f"{where}: expected `{needed}`, which the form {form} needs")
    check_limits(where, raw)
    rules = forms[form]
    if raw.get("many"):
        if rules.element is None:
            raise DescriptionError(f"{where}: expected a form of which there are arrays, got {form}")
        rules = many(rules)
    if raw.get("encoded"):
        rules = encoded(rules)
    return Member(name=name, owner=owner, rules=rules, **raw)


def check_limits(where: str, raw: dict[str, Any]) -> None:
    """Refuses a limit that the form does not have, and an example that is not within it."""
    known = LIMITS.get(raw["form"], ())
    if known and raw.get("limit") not in known:
        raise DescriptionError(f"{where}: expected a limit of {', '.join(known)}, got {raw.get('limit')}; another one is "
                               "added to LIMITS of loading.py, to TextLimit.swift and to the list of Contract.md")
    if not known and "limit" in raw:
        raise DescriptionError(f"{where}: expected no limit, which the form {raw['form']} does not have")
    if "range" in raw:
        least, most = raw["range"]
        if least > most or not least <= raw.get("example", least) <= most:
            raise DescriptionError(
                f"{where}: expected a range with the example {raw.get('example')}, got {least} to {most}")


def expect_keys(raw: dict[str, Any], known: set[str], where: str) -> None:
    """Refuses a key that would be ignored."""
    if unknown := set(raw) - known:
        raise DescriptionError(
            f"{where}: expected keys of {', '.join(sorted(known))}, got {', '.join(sorted(unknown))}")
