"""Which keys the tables of the descriptions have: one check refuses what is missing, unknown or of another type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .description import DescriptionError

# What a value of each type is called in TOML.
NAMES = {str: "a text", bool: "true or false", int: "a whole number", dict: "a table", list: "an array of texts",
         tuple: "an array of whole numbers"}


@dataclass(frozen=True)
class Shape:
    """The keys of a table, with the types of their values; none stands for any."""

    required: Mapping[str, type | None]
    optional: Mapping[str, type | None] = field(default_factory=dict)

    def check(self, raw: Mapping[str, Any], where: str) -> None:
        """Refuses a key that is missing, one that would be ignored, and a value of another type."""
        known = {**self.required, **self.optional}
        if unknown := sorted(set(raw) - set(known)):
            raise DescriptionError(f"{where}: expected keys of {', '.join(sorted(known))}, got {', '.join(unknown)}")
        for key in self.required:
            if key not in raw or raw[key] in ("", [], {}):
                raise DescriptionError(f"{where}: expected `{key}`")
        for key, value in raw.items():
            expected = known[key]
            # A boolean is a number in Python, so that its type is compared.
            arrays = {list: str, tuple: int}
            is_right = type(value) is expected if expected not in arrays else (
                isinstance(value, list) and all(type(part) is arrays[expected] for part in value))
            if expected and not is_right:
                raise DescriptionError(f"{where}: expected {NAMES[expected]} as `{key}`, got {value!r}")

    def needing(self, *keys: str) -> Shape:
        """The same with keys that are not optional."""
        return Shape({**self.required, **{key: self.optional[key] for key in keys}},
                     {key: kind for key, kind in self.optional.items() if key not in keys})


SHARED = Shape({"members": dict})
OPERATION = Shape({"case": str, "struct": str, "comment": list, "object": str, "sentence": str, "types": dict,
                   "examples": dict, "members": dict},
                  {"scope": str, "one_of": dict, "unread": str, "domain": bool, "needs": str})
ONE_OF = Shape({"members": list, "expected": str})
KIND = Shape({"case": str, "operation": str, "queue": str, "roles": list, "answer": str, "place": int},
             {"asks": bool, "identified": bool})
OBJECT = Shape({"sentence": str, "members": dict},
               {"struct": str, "coding": str, "read": str, "write": str, "draw": str, "object": str, "comment": str,
                "by_hand": bool, "braces": bool, "parameter": str, "access": str, "reads": bool, "listed": dict,
                "variant": dict, "domain": str})
LISTED = Shape({"name": str, "sentence": str})
VARIANT = Shape({"name": str, "object": str, "sentence": str, "member": str, "only": str, "says": str})
ANSWER = Shape({"sentence": str, "members": dict},
               {"object": str, "write": str, "comment": str, "by_hand": bool, "access": str, "canonical": list})
MEMBER = Shape({"form": str, "sentence": str},
               {"required": bool, "swift": str, "example": None, "limit": int, "range": tuple, "at_least": int,
                "below": int, "type": str, "open": bool, "default": str, "pattern": str, "many": bool, "most": int,
                "always": bool, "given": bool, "when": str, "listed": bool, "varies": bool, "of": str, "encoded": bool,
                "currency": str, "hidden": bool, "kept": bool})
# What else a form cannot do without.
NEEDED = {"line": ("limit", "example"), "text": ("limit", "example"), "printable": ("example",), "shown": ("example",),
          "shownLine": ("example",), "shownLink": ("example",), "whole": ("example",), "count": ("example",),
          "sequence": ("example",), "number": ("example",), "word": ("type",), "words": ("type",), "derived": ("type",),
          "internal": ("type",), "texts": ("example",), "key": ("example",), "extra": ("example",),
          "only": ("default",), "pattern": ("example", "pattern"), "resolution": ("type", "of")}


def check_member(raw: Mapping[str, Any], where: str) -> None:
    """Refuses keys that its form needs and does not have, or has and would ignore."""
    form = raw.get("form", "")
    MEMBER.needing(*NEEDED.get(form, ())).check(raw, where)
    if "limit" in raw and "limit" not in NEEDED.get(form, ()):
        raise DescriptionError(f"{where}: expected no limit, which the form {form} does not have")
    # A body has 64 KiB.
    if not 1 <= raw.get("limit", 1) <= 65_536:
        raise DescriptionError(f"{where}: expected a limit of 1 to 65536, got {raw['limit']}")
    if "range" in raw and not (len(raw["range"]) == 2 and raw["range"][0] <= raw["range"][1]):
        raise DescriptionError(f"{where}: expected a range of two numbers, got {raw['range']}")
    if not raw["sentence"].endswith("."):
        raise DescriptionError(f"{where}: expected a sentence with a full stop, got {raw['sentence']}")
