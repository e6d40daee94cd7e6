"""Prints what restoring an older copy means on each store, and compares it with the page of the runbook."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from fleets.processes import REPOSITORY, SuiteError
from fleets.store import PostgresStore, SQLiteStore

from .trial import Trial

PAGE = REPOSITORY / "deploy" / "runbook" / "Backups.md"


def main() -> int:
    """0 when the page says what was seen, 1 when it does not, 2 when it could not be found out."""
    parser = argparse.ArgumentParser(prog="deploy/runbook/check")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--store", choices=("sqlite", "postgres"), action="append")
    options = parser.parse_args()
    rows, differences = recorded_rows(PAGE.read_text(encoding="utf-8")), 0
    for name in options.store or ("sqlite", "postgres"):
        folder = Path(tempfile.mkdtemp(prefix=f"livery-restore-{name}-"))
        # A database server that runs under another account has to get through.
        folder.chmod(0o711)
        try:
            store = SQLiteStore(folder) if name == "sqlite" else PostgresStore(folder)
            facts = Trial(folder, options.binaries, store).facts()
        except SuiteError as error:
            print(f"{name}: {error}\nwhat was found so far is in {folder}", file=sys.stderr)
            return 2
        seen = [f"| {what} | {found} |" for what, found in facts]
        for row in seen:
            print(f"{name}: {row}{'' if row in rows else '    not in the page'}", flush=True)
        for row in rows:
            if row not in seen:
                print(f"{name}: {row}    in the page, not seen", flush=True)
        differences += seen != rows
        shutil.rmtree(folder)
    return 1 if differences else 0


def recorded_rows(page: str) -> list[str]:
    """The rows of the page's table of what is so after a restore."""
    lines = page.splitlines()
    start = lines.index("| what | after the restore |") + 2
    rows = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        rows.append(line)
    return rows


sys.exit(main())
