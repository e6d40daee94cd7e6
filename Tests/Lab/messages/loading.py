"""Reads the descriptions from their files and checks them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from . import shapes
from .bodies import check_body, check_example, resolved
from .description import (QUEUES, ROLES, DescriptionError, Descriptions, MessageKind, ObjectDescription,
                          Operation, camel)
from .forms import FORMS, Coding, encoded, many, object_form, resolution
from .member import Form, Member

MESSAGES = Path(__file__).resolve().parents[3] / "Sources" / "Messages"
# The queues of which every message is a query, or a command of the fleet.
QUERIES = ("listOptions", "statusQuery")


def load(folder: Path = MESSAGES) -> Descriptions:
    """All descriptions below a folder, checked."""
    objects = parsed(folder / "Objects", shapes.OBJECT, ("struct", "comment"))
    answers = parsed(folder / "Answers", shapes.ANSWER, ("comment",))
    if taken := sorted(set(objects | answers) & set(FORMS)):
        raise DescriptionError(f"{taken[0]}.toml: expected another name than that of a form")
    forms = FORMS | {stem: object_form(coding(stem, content)) for stem, content in (objects | answers).items()}
    files = parsed(folder / "Operations", shapes.OPERATION)
    for stem, content in files.items():
        if (source := content.get("unread")) and source not in files:
            raise DescriptionError(f"{stem}.toml: expected a file in `unread`, got {source}")
        content["members"] |= {name: {"form": "unread", "sentence": "Not read at this stage."}
                               for name in files.get(source, {}).get("members", {}) if name not in content["members"]}
    digests = parsed_file(folder / "Digests.toml")
    found = [operation(stem, files, forms, digests) for stem, content in files.items() if "types" in content]
    if unknown := set(digests) - {each.file for each in found}:
        raise DescriptionError(f"Digests.toml: expected names of operations, got {', '.join(sorted(unknown))}")
    places = sorted(kind.place for operation in found for kind in operation.types)
    if places != list(range(1, len(places) + 1)):
        raise DescriptionError(f"Operations: expected the places 1 to {len(places)} of the types, got {places}")
    everything = Descriptions(sorted(found, key=lambda each: max(kind.place for kind in each.types)),
                              [described(stem, objects, forms) for stem in objects],
                              [answer(stem, answers, forms) for stem in answers],
                              parsed_file(folder / "Examples.toml"))
    check_examples(everything)
    return everything


def parsed(folder: Path, shape: shapes.Shape, of_written: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """The content of the files of a folder; `of_written` are the keys of one that no code by hand reads and writes."""
    files = {}
    for path in sorted(folder.glob("*.toml")):
        content = files[path.stem] = parsed_file(path)
        if shape == shapes.OPERATION and set(content) == {"members"}:
            continue
        try:
            (shape if content.get("by_hand") else shape.needing(*of_written)).check(content, path.name)
        except DescriptionError as error:
            raise DescriptionError(f"{error}, or `by_hand`") if str(error).endswith(
                tuple(f"expected `{key}`" for key in of_written)) else error
        for name, raw in content["members"].items():
            if not isinstance(raw, dict):
                raise DescriptionError(f"{path.name}: {name}: expected a table, got {raw!r}")
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
    for key, shape in (("listed", shapes.LISTED), ("variant", shapes.VARIANT)):
        if key in content:
            shape.check(content[key], f"{stem}.toml: {key}")
    undecided = [name for name, raw in content["members"].items() if not raw.get("required") and "hidden" not in raw]
    if content.get("domain") and undecided:
        raise DescriptionError(
            f"{stem}.toml: {undecided[0]}: expected `hidden`, true if the end of the ride removes it")
    return ObjectDescription(
        file=stem, object=content.get("object", camel(stem)), sentence=content["sentence"],
        comment=content.get("comment", ""), struct=own.type, coding=own.read.rsplit(".", 1)[0],
        by_hand=content.get("by_hand", False), writes="write" not in content or "parameter" in content,
        members=members(stem, files, forms, owner="value."),
        **{key: content[key] for key in ("parameter", "braces", "access", "reads", "listed", "variant", "domain")
           if key in content})


def answer(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form]) -> ObjectDescription:
    """The answer of a file, or the event, or a part of one."""
    content = files[stem]
    found = members(stem, files, forms)
    by_hand = content.get("by_hand", False)
    if not by_hand and found[0].name != "code":
        raise DescriptionError(f"{stem}.toml: expected the member code first, or `by_hand`")
    names = [each.name for each in found]
    canonical = content.get("canonical", names)
    if sorted(canonical) != sorted(names):
        raise DescriptionError(f"{stem}.toml: expected each member once in `canonical`, got {', '.join(canonical)}")
    name = camel(stem)
    return ObjectDescription(
        file=stem, object=content.get("object", name), sentence=content["sentence"], comment=content.get("comment", ""),
        struct="", coding=content.get("write", f"write{name[0].upper()}{name[1:]}"), by_hand=by_hand,
        writes=not by_hand, members=found, access=content.get("access", ""), canonical=canonical)


def operation(stem: str, files: dict[str, dict[str, Any]], forms: dict[str, Form],
              digests: dict[str, Any]) -> Operation:
    """The operation of a file."""
    content = files[stem]
    found = members(stem, files, forms)
    carried = [each.name for each in found if each.rules.properties]
    first = digests.get(stem, [])
    if gone := [name for name in first if name not in carried]:
        raise DescriptionError(f"Digests.toml: {stem}: expected members of {stem}.toml, got {', '.join(gone)}")
    kinds = [kind(stem, name, raw, content["examples"]) for name, raw in content["types"].items()]
    made = Operation(
        types=kinds, members=found, canonical=[*first, *sorted(set(carried) - set(first))], file=stem,
        **{key: content[key] for key in ("case", "struct", "comment", "object", "sentence", "scope", "one_of", "domain",
                                         "needs") if key in content})
    check_operation(made)
    return made


def kind(stem: str, name: str, raw: dict[str, Any], examples: dict[str, Any]) -> MessageKind:
    """A type of message."""
    where = f"{stem}.toml: {name}"
    shapes.KIND.check(raw, where)
    if not set(raw["roles"]) <= set(ROLES):
        raise DescriptionError(f"{where}: expected roles of {', '.join(ROLES)}, got {', '.join(raw['roles'])}")
    if raw["queue"] not in QUEUES:
        raise DescriptionError(f"{where}: expected a queue of {', '.join(QUEUES)}, got {raw['queue']}")
    if raw["operation"] != "dispatch" and not raw.get("asks"):
        if raw["queue"] in QUERIES:
            raise DescriptionError(f"{where}: expected `asks`, since its queue carries queries")
        if not raw.get("identified"):
            raise DescriptionError(f"{where}: expected `asks` of a query, or `identified` of what changes something")
    request, response = examples.get(f"{name}.request", examples.get("request")), examples.get(name)
    if not request or not response:
        raise DescriptionError(f"{where}: expected `request` and its answer among the examples")
    return MessageKind(name=name, request=request, response=response, **raw)


def check_operation(operation: Operation) -> None:
    """Refuses names of what there is not."""
    where = f"{operation.file}.toml"
    if operation.scope and not operation.property_of(operation.scope):
        raise DescriptionError(f"{where}: expected a member of the form of its scope, {operation.scope}")
    if not operation.scope and any(kind.identified for kind in operation.types):
        raise DescriptionError(f"{where}: expected `scope`, within which a `message_id` is unique")
    if operation.one_of:
        shapes.ONE_OF.check(operation.one_of, f"{where}: one_of")
    names = {member.name for member in operation.members}
    if unknown := set(operation.one_of.get("members", [])) - names:
        raise DescriptionError(f"{where}: expected members in `one_of`, got {', '.join(sorted(unknown))}")


def check_examples(found: Descriptions) -> None:
    """Refuses an example of a message that is not as its members say."""
    bodies = {each.file: each.members for each in [*found.objects, *found.answers]}
    answers = {each.name: each.members for each in found.answers}
    for operation in found.operations:
        for kind in operation.types:
            where = f"{operation.file}.toml: {kind.name}"
            if kind.answer not in answers:
                raise DescriptionError(
                    f"{where}: expected an answer of {', '.join(sorted(answers))}, got {kind.answer}")
            check_body(resolved(kind.request, found.pieces), operation.members, bodies, f"{where}: request")
            check_body(resolved(kind.response, found.pieces), answers[kind.answer], bodies, f"{where}: answer")


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
    shapes.check_member(raw, where)
    if (form := raw["form"]) == "resolution" and (inner := raw["of"]) in forms:
        forms = forms | {"resolution": resolution(forms[inner])}
    if form not in forms:
        raise DescriptionError(f"{where}: expected a form of {', '.join(sorted(forms))}, got {form}; another one "
                               "is added to forms.py and bodies.py")
    rules = forms[form]
    if raw.get("many"):
        if rules.element is None:
            raise DescriptionError(f"{where}: expected a form of which there are arrays, got {form}")
        rules = many(rules)
    if raw.get("encoded"):
        rules = encoded(rules)
    made = Member(name=name, owner=owner, rules=rules, **raw)
    check_example(made, where)
    return made
