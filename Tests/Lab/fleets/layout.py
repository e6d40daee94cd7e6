"""JSON for files that are read by people and compared line by line."""

from __future__ import annotations

import json
from typing import Any

# A query of the dashboard and a queue of the broker stay on a line with all that belongs to them.
WIDTH = 320


def laid_out(value: Any, indent: int = 0) -> str:
    """The value as JSON, in which an object or a list that fits stands on one line."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + len(flat) <= WIDTH or not isinstance(value, (dict, list)):
        return flat
    start, *members, end = (
        ["{", *(f"{json.dumps(name)}: {laid_out(member, indent + 1)}" for name, member in value.items()), "}"]
        if isinstance(value, dict) else ["[", *(laid_out(member, indent + 1) for member in value), "]"])
    inner = "\n" + " " * (indent + 1)
    return f"{start}{inner}{f',{inner}'.join(members)}\n{' ' * indent}{end}"
