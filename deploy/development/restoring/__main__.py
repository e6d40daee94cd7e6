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
    page, missing = PAGE.read_text(encoding="utf-8"), 0
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
        for what, seen in facts:
            row = f"| {what} | {seen} |"
            print(f"{name}: {row}{'' if row in page else '    not in the page'}", flush=True)
            missing += row not in page
        shutil.rmtree(folder)
    return 1 if missing else 0


sys.exit(main())
