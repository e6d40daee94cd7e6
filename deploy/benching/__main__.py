"""The command line of the bench; `deploy/bench` calls it."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from faulting.processes import REPOSITORY, SuiteError

from .bench import Bench
from .catalogue import ALL, by_name


def main() -> int:
    """Does what the arguments ask for, and gives back the exit code."""
    arguments = parse()
    if arguments.list:
        for run in ALL:
            print(f"{run.name:<12} {run.title}")
        return 0
    with tempfile.TemporaryDirectory(prefix="livery-bench.") as folder:
        bench = Bench(arguments, Path(folder))
        for run in by_name(arguments.only):
            run.measure(bench)
        if arguments.report is not None:
            bench.report.write(arguments.report)
    return 0


def parse() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="deploy/bench", description="Measures what the fleet costs, beside a floor.")
    parser.add_argument("--quick", action="store_true", help="two or three minutes: everything, and nothing judged")
    parser.add_argument("--only", default="", help="the names of runs, separated by commas")
    parser.add_argument("--list", action="store_true", help="tells the runs")
    parser.add_argument("--seed", type=int, default=1, help="what trips and riders are drawn from; 1 if left out")
    parser.add_argument("--report", type=Path, help="where the machine-readable report goes")
    parser.add_argument("--keep", action="store_true", help="leaves the folder with all logs")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (SuiteError, ValueError) as error:
        print(f"deploy/bench: {error}", file=sys.stderr)
        sys.exit(2)
