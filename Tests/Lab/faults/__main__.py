"""The command line of the suite; `deploy/faults` calls it."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from fleets.processes import REPOSITORY

from . import observer, producer
from .campaign import Campaign, run_one
from .planted_errors import check_the_checker
from .scenario import Scenario
from .scenarios import ALL

QUICK_JOBS = 3


def main() -> int:
    """Does what the arguments ask for, and returns the exit code."""
    if len(sys.argv) == 3 and sys.argv[1] in ("--producer", "--observer"):
        (producer if sys.argv[1] == "--producer" else observer).main(sys.argv[2])
        return 0
    arguments = parse()
    if arguments.check_the_checker:
        return check_the_checker()
    if arguments.list:
        for scenario in ALL:
            needs = "as root" if scenario.needs_root else ""
            print(f"{scenario.name:<16} {'/'.join(scenario.stores):<16} {needs:<8} {scenario.title}")
        return 0
    if arguments.one:
        return run_one(by_name(arguments.only)[0], arguments)
    if arguments.seed is None:
        arguments.seed = random.SystemRandom().randrange(1_000_000)
    if arguments.jobs is None:
        arguments.jobs = QUICK_JOBS if arguments.quick else 1
    return Campaign(arguments, by_name(arguments.only)).run()


def parse() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="deploy/faults", description="Disturbs a fleet and checks what it promises.")
    parser.add_argument("--quick", action="store_true", help="a few minutes: a cut of every scenario")
    parser.add_argument("--seed", type=int, help="the seed of the nemesis; random and printed if omitted")
    parser.add_argument("--only", default="", help="the names of scenarios, separated by commas")
    parser.add_argument("--list", action="store_true", help="lists the scenarios")
    parser.add_argument("--check-the-checker", action="store_true", help="shows that the checker can fail")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="one store instead of each scenario's own")
    parser.add_argument("--requests", type=int, help="the least requests of the scenario kill")
    parser.add_argument("--kills", type=int, help="the kills of the scenario kill")
    parser.add_argument("--before", type=Path, help="a folder with the programs of the build before, to upgrade from")
    parser.add_argument("--jobs", type=int, help=f"how many scenarios run at once (1; {QUICK_JOBS} with --quick)")
    parser.add_argument("--report", type=Path, help="where the machine-readable report goes")
    parser.add_argument("--alerts", action="store_true", help="has a Prometheus raise the alerts that a fault implies")
    parser.add_argument("--keep", action="store_true", help="leaves the folders of all runs")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release", help=argparse.SUPPRESS)
    # One scenario on one store, whose row goes to that file: what a campaign starts.
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    return parser.parse_args()


def by_name(only: str) -> list[Scenario]:
    """The scenarios that are asked for, or all."""
    known = {scenario.name: scenario for scenario in ALL}
    names = [name for name in only.split(",") if name] or list(known)
    for name in names:
        if name not in known:
            sys.exit(f"deploy/faults: expected scenarios of {', '.join(known)}, got '{name}'")
    return [known[name]() for name in names]


sys.exit(main())
