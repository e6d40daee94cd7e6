"""Which metrics a query in Prometheus' language reads; no more of the language than that takes."""

from __future__ import annotations

import re

KEYWORDS = {"and", "or", "unless", "offset", "bool", "by", "without", "on", "ignoring", "group_left", "group_right",
            "inf", "nan"}
STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)")
BRACES, RANGE = re.compile(r"\{[^}]*\}"), re.compile(r"\[[^\]]*\]")
NAME = re.compile(r"(?<![\w:$.])[a-zA-Z_:][\w:]*(?!\s*\()\b")
SUFFIX = re.compile(r"_(bucket|sum|count)$")


def metrics(expression: str) -> set[str]:
    """The names of the metrics, a histogram's without the suffix of its series."""
    text = STRING.sub('""', expression)
    for pattern in (BRACES, RANGE, GROUPING):
        text = pattern.sub(" ", text)
    names = {name for name in NAME.findall(text) if name.lower() not in KEYWORDS and not _is_function(name, text)}
    return {SUFFIX.sub("", name) for name in names if not re.fullmatch(r"\d\w*", name)}


def _is_function(name: str, text: str) -> bool:
    return re.search(rf"(?<![\w:]){re.escape(name)}\s*\(", text) is not None


def selectors(expression: str) -> set[str]:
    """The series that a query reads: each metric with the labels that it asks for."""
    names = metrics(expression) - {name for name in metrics(expression) if ":" in name}
    found: set[str] = set()
    for name in names:
        found |= set(re.findall(rf"(?<![\w:]){name}(?:_bucket|_sum|_count)?(?:{{[^}}]*}}|(?![\w{{]))", expression))
    return found
