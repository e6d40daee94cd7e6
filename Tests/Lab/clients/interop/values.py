"""Values of headers: for any library a pair of the AMQP type's name and a text, or the values inside."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

Value = tuple[str, Any]


def kinds(value: Value) -> Iterator[str]:
    """The types in a value."""
    kind, inside = value
    yield kind
    for each in inside.values() if kind == "table" else inside if kind == "array" else ():
        yield from kinds(each)


def value_of(kind: str, inside: Any) -> Any:
    """A value as pika writes and reads it."""
    match kind:
        case "bool": return inside == "true"
        case "int8" | "uint8" | "int16" | "int32" | "int64": return int(inside)
        case "float" | "double": return float(inside)
        case "decimal": return Decimal(inside)
        case "milliseconds": return int(inside)
        case "timestamp": return datetime.fromtimestamp(int(inside), UTC).replace(tzinfo=None)
        case "bytes": return bytes.fromhex(inside)
        case "array": return [value_of(*each) for each in inside]
        case "table": return {name: value_of(*each) for name, each in inside.items()}
        case _: return inside
