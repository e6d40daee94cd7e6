"""Runs the check of the manifests; see deploy/kubernetes/check."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import agreement, selfcheck
from .code import Code
from .manifests import FOLDERS

ROOT = Path(__file__).resolve().parents[3] / "deploy/kubernetes"


def main() -> int:
    """0 when everything agrees, 1 when something does not."""
    parser = argparse.ArgumentParser(prog="deploy/kubernetes/check")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    code = Code.of(options.binaries)
    if options.write:
        for file, text in agreement.contents(ROOT, code).items():
            file.write_text(text, encoding="utf-8")
    wrong = list(agreement.check(ROOT, code))
    if not wrong:
        wrong = [f"not found: {text}" for text in selfcheck.missed(ROOT, code)]
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"{len(FOLDERS)} folders agree with the schemas and the programs; "
              f"{len(selfcheck.MISTAKES)} of {len(selfcheck.MISTAKES)} mistakes were found")
    return 1 if wrong else 0


sys.exit(main())
