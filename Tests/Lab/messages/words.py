"""The lists of words in the messages, from the Swift that has them, and what the reasons mean, from their page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .description import DescriptionError
from .loading import MESSAGES

FOLDERS = (MESSAGES, MESSAGES.parent / "Rides")


@dataclass(frozen=True)
class Word:
    """A word: its case in Swift, what stands in messages, and what it means."""

    case: str
    raw: str
    sentence: str


@cache
def words(name: str, whole: bool = False) -> list[Word]:
    """The words of an enumeration such as `HelpCall.Caller`; or, `whole`, the enumeration itself as the only one."""
    for path in sorted(path for folder in FOLDERS for path in folder.rglob("*.swift")):
        found = declaration(path, name)
        if found:
            return [Word(name, name, found[0])] if whole else explained(name, found[1])
    raise DescriptionError(f"expected an enumeration {name} of words")


def declaration(path: Path, name: str) -> tuple[str, list[Word]] | None:
    """The sentence and the words of an enumeration, if the file has it."""
    owner, _, own = name.rpartition(".")
    lines = path.read_text(encoding="utf-8").splitlines()
    head = next((place for place, line in enumerate(lines) if re.search(rf"\benum {own}: String\b", line)
                 and (not owner or encloses(lines[:place], owner, line))), None)
    if head is None:
        return None
    indent = len(lines[head]) - len(lines[head].lstrip())
    end = next(place for place in range(head, len(lines)) if lines[place] == " " * indent + "}")
    return sentence(lines[:head]), cases(lines[head + 1:end], indent + 2)


def encloses(lines: list[str], owner: str, line: str) -> bool:
    """Whether the declarations that are open at the end are those of the owner."""
    indent = len(line) - len(line.lstrip())
    open_types: list[str] = []
    for above in reversed(lines):
        depth = len(above) - len(above.lstrip())
        if depth < indent and (match := re.search(r"\b(?:struct|enum|extension|class) ([\w.]+)", above)):
            open_types.insert(0, match[1])
            indent = depth
    return ".".join(open_types) == owner


def cases(lines: list[str], indent: int) -> list[Word]:
    """The cases, each with the comment above it."""
    found: list[Word] = []
    going_on = False
    for place, line in enumerate(lines):
        if not (going_on or line.startswith(" " * indent + "case ")):
            continue
        text = line.strip().removeprefix("case ")
        for part in text.rstrip(",").split(", "):
            case, _, raw = part.partition(" = ")
            found.append(Word(case, raw.strip('"') or case, "" if going_on else sentence(lines[:place])))
        going_on = text.endswith(",")
    return found


def sentence(lines: list[str]) -> str:
    """The first paragraph of the comment at the end of some lines."""
    found: list[str] = []
    for line in reversed(lines):
        if not line.strip().startswith("///"):
            break
        found.insert(0, line.strip().removeprefix("///").strip())
    return " ".join(found).split("  ")[0] if found else ""


def explained(name: str, found: list[Word]) -> list[Word]:
    """The words; reasons and codes with what their page says of them."""
    if name == "RidePhase":
        return [Word("unknown", "unknown", "That of no ride: what `confirm` answers of one that does not exist yet."), *found]
    if name not in ("ErrorReason", "ResponseCode"):
        return found
    page = (MESSAGES / "Messages.docc/Errors.md").read_text(encoding="utf-8")
    said = {}
    for row in re.findall(r"^\| `(\w+)` \|(.*)\|$", page, re.MULTILINE):
        text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", row[1].split(" | ")[-1].strip())
        text = text.replace(" below", "")
        said[row[0]] = text[0].upper() + text[1:] + "."
    return [Word(each.case, each.raw, said.get(each.raw, "")) for each in found]
