"""The command line: the check, and the processes and the hook that it starts."""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

from faulting import observer
from fleets.processes import REPOSITORY, SuiteError

from . import gateway, routes, spoiling
from .measuring import measure
from .run import Course

UNABLE = 2


def main() -> int:
    """0 when nothing was lost and nothing done twice, 1 when something was, 2 when it could not be found out."""
    arguments = parse()
    if arguments.gateway:
        gateway.main(arguments.gateway)
    elif arguments.measure:
        measure(arguments.binaries, arguments.measure)
    elif arguments.observer:
        observer.main(arguments.observer)
    elif arguments.change:
        action, area = arguments.words
        if not (arguments.deaf and action.startswith("hold")):
            routes.change(arguments.change, action, area, "cell-1", "cell-2")
    else:
        return check(arguments)
    return 0


def parse() -> argparse.Namespace:
    """The arguments; those without help are for the processes and the hook of the check."""
    parser = argparse.ArgumentParser(prog="deploy/cells/check", description="Moves an area under load, and checks it.")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--spoil", choices=spoiling.ALL, help="does the move wrong, which must be found")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release")
    parser.add_argument("--measure", type=int, help="only measures the steps for an area of that many finished rides")
    parser.add_argument("--gateway", help=argparse.SUPPRESS)
    parser.add_argument("--observer", help=argparse.SUPPRESS)
    parser.add_argument("--change", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--deaf", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("words", nargs="*", help=argparse.SUPPRESS)
    return parser.parse_args()


def check(arguments: argparse.Namespace) -> int:
    """Takes the course and says how it ended."""
    began = time.monotonic()
    print(f"seed {arguments.seed}", flush=True)
    try:
        faults = Course(arguments.binaries, arguments.seed, arguments.spoil).execute()
    except SuiteError as error:
        print(f"deploy/cells/check: {error}", file=sys.stderr)
        return UNABLE
    verdict = f"{faults} faults" if faults else "nothing lost, nothing done twice"
    print(f"deploy/cells/check: {verdict}, {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


sys.exit(main())
