"""The Swift of the examples of the messages."""

from __future__ import annotations

import json
from typing import Any

from .bodies import named_piece
from .description import Operation
from .swift import comment, header
from .tables import kinds

# What stands in the table of the types itself.
LONGEST = 45


def examples(operations: list[Operation], pieces: dict[str, Any]) -> str:
    """The file of the examples: of each request, of each answer, and of the events."""
    lines = header("Messages") + ["import Messages", "", *comment(["One example of each message, all of one trip from "
                                  "downtown Chicago to its airport."]), "enum MessageExamples {"]
    constants: dict[str, str] = {}
    for name, sentence in (("request", "The body of a request."), ("response", "The body of the answer to it.")):
        groups: dict[str, list[str]] = {}
        for kind in kinds(operations):
            groups.setdefault(document(getattr(kind, name), pieces), []).append(kind.case)
        for text, cases in list(groups.items()):
            if len(text) > LONGEST:
                constants[constant := f"{cases[0]}{name.capitalize()}"] = text
                groups[constant] = groups.pop(text)
        lines += [*comment([sentence], "  "), f"  static func {name}(_ type: MessageType) -> Document {{",
                  "    switch type {"]
        lines += [f"    case {', '.join(f'.{case}' for case in cases)}: {text}" for text, cases in groups.items()]
        lines += ["    }", "  }", ""]
    lines[-1:] = ["}", "", "extension MessageExamples {"]
    return "\n".join([*lines, *(declared(name, text) for name, text in constants.items()), "}", ""])


def example_pieces(pieces: dict[str, Any]) -> str:
    """The file of the parts that the examples share."""
    return "\n".join([*header("Messages"), *comment(["What the examples of the messages share."]), "extension MessageExamples {",
                      *(declared(name, document(piece, pieces)) for name, piece in pieces.items()), "}", ""])


def declared(name: str, text: str) -> str:
    return f"  static let {name}: Document = {text}"


def document(value: Any, pieces: dict[str, Any]) -> str:
    """A body, or the parts that it joins."""
    if isinstance(value, list):
        return " + ".join(literal(part, pieces) for part in value)
    return literal(value, pieces)


def literal(value: Any, pieces: dict[str, Any]) -> str:
    """A value as a literal of Swift."""
    if isinstance(value, dict):
        return "[" + ", ".join(f'"{name}": {literal(part, pieces)}' for name, part in value.items()) + "]"
    if isinstance(value, list):
        return "[" + ", ".join(literal(part, pieces) for part in value) + "]"
    if name := named_piece(value, pieces):
        return name
    return json.dumps(value, ensure_ascii=False)
