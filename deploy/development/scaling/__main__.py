"""The command line of the scale test; `deploy/scale-test` calls it."""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import traceback
from pathlib import Path

from fleets.processes import SuiteError

from faulting.scenario import Options

from . import page, producer, report
from .day import DayRun, Given, ScaledDay
from .drawing import draw
from .replicas import Build
from .sabotage import NAMES, Sabotage
from .selfcheck import check_the_arithmetic
from .sizes import QUICK, WHOLE
from .verdict import verdict

UNABLE = 2


def main() -> int:
    """Does what the arguments ask for, and returns the exit code."""
    if len(sys.argv) == 3 and sys.argv[1] == "--producer":
        producer.main(sys.argv[2])
        return 0
    arguments = parse()
    if arguments.check:
        return check_the_arithmetic()
    if arguments.draw:
        found = report.read(arguments.draw)
        draw(found, arguments.figure) if arguments.figure else page.write(found)
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        if os.geteuid() != 0:
            raise SuiteError("needs root, for network namespaces and control groups")
        return run(arguments)
    except SuiteError as error:
        print(f"deploy/scale-test: not carried out: {error}", file=sys.stderr)
    except Exception:  # a mistake of the suite is not one of the fleet
        traceback.print_exc()
    return UNABLE


def run(arguments: argparse.Namespace) -> int:
    """One day; 0 if all promises were kept, 1 if one was not."""
    seed = random.SystemRandom().randrange(1_000_000) if arguments.seed is None else arguments.seed
    given = Given(build("before", arguments.before), build("after", arguments.binaries),
                  QUICK if arguments.quick else WHOLE, Sabotage(arguments.sabotage))
    if given.before.version == given.after.version:
        raise SuiteError(f"expected two builds, got {given.before.version} twice")
    print(f"seed {seed}, before {given.before.version}, after {given.after.version}", flush=True)
    options = Options(given.before.folder, arguments.quick, seed, None, None, arguments.keep)
    day = ScaledDay(given)
    execution = DayRun(day, options, "postgres")
    row = execution.execute()
    complaints = verdict(day, row)
    document = report.document(day, execution.evidence, row, complaints, seed)
    print(report.text(document), flush=True)
    if arguments.report:
        report.write(arguments.report, document)
    if arguments.figure:
        draw(document, arguments.figure)
    for text in document["violations"][: report.SHOWN]:
        print(text, file=sys.stderr)
    return 0 if document["ok"] else 1


def build(name: str, folder: Path) -> Build:
    """A build by the folder of its programs."""
    try:
        done = subprocess.run([folder / "livery", "--version"], capture_output=True, text=True, timeout=20, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise SuiteError(f"expected the programs of a build in {folder}, got: {error}") from error
    return Build(name, folder, done.stdout.strip().removeprefix("livery "))


def parse() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="deploy/scale-test", description="A day of a fleet that is scaled.")
    parser.add_argument("--quick", action="store_true", help="a day of two minutes")
    parser.add_argument("--seed", type=int, help="what the load is drawn from; drawn itself, and printed, if left out")
    parser.add_argument("--report", type=Path, help="where the machine-readable report goes")
    parser.add_argument("--figure", type=Path, help="where the figure goes")
    parser.add_argument("--keep", action="store_true", help="leaves the folder of the run")
    parser.add_argument("--sabotage", choices=NAMES, default="", help="breaks a promise on purpose")
    parser.add_argument("--check", action="store_true", help="tries the arithmetic and the judgement, without a fleet")
    parser.add_argument("--draw", type=Path,
                        help="puts the figure and the tables of a report into the page; with --figure only draws")
    parser.add_argument("--binaries", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--before", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


sys.exit(main())
