"""What all runs share: the options, a folder, a broker, a database server, the programs, and the report."""

from __future__ import annotations

import argparse
from pathlib import Path

from .report import Report


class Bench:
    """A measurement from its beginning to its end."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options, self.folder = options, folder
        self.binaries: Path = options.binaries
        self.quick: bool = options.quick
        self.seed: int = options.seed
        self.report = Report()
