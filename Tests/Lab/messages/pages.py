"""The parts of the pages that the descriptions have."""

from __future__ import annotations

import textwrap

from .description import QUEUES, ROLES, Operation
from .tables import kinds


def types_table(operations: list[Operation], page: str) -> str:
    """The page with the table of the types."""
    lines = ["| `type`, and routing key | role | queue | needs |", "|---|---|---|---|"]
    for each in kinds(operations):
        needs = ["`message_id`"] * each.identified + ["`reply_to`"] * each.asks
        roles = [role for role in ROLES if role in each.roles]
        cells = [f"`{each.name}`", ", ".join(f"`{role}`" for role in roles), f"`{QUEUES[each.queue]}`",
                 ", ".join(needs)]
        lines.append(f"| {' | '.join(cells)} |".replace("|  |", "| |"))
    return replaced(page, "| `type`, and routing key |", lines)


def required_members(operations: list[Operation], page: str) -> str:
    """The page with the list of what the messages of producers need."""
    lines = []
    for each in operations:
        types = [kind.name for kind in each.types if kind.roles != ["fleet"]]
        if not types:
            continue
        shown = [f"`{types[0]}`"]
        for name in types[1:]:
            stem, _, stage = name.rpartition(".")
            shown.append(f"`.{stage}`" if types[0].startswith(f"{stem}.") else f"`{name}`")
        needed = [f"`{member.name}`" for member in each.members if member.required]
        if each.one_of:
            needed.append("one of " + " and ".join(f"`{name}`" for name in each.one_of["members"]))
        text = f"- {', '.join(shown)}: {', '.join(needed)}" + (f"; {each.needs}" if each.needs else "")
        lines += textwrap.wrap(text, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return replaced(page, "- ", lines, after="## Required members\n\n")


def replaced(page: str, start: str, lines: list[str], after: str = "") -> str:
    """The page with other lines in the place of those from a text on to the next empty line."""
    place = page.index(start, page.index(after))
    return page[:place] + "\n".join(lines) + page[page.index("\n\n", place):]
