"""The command line of the suite; `deploy/faults` calls it."""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
from pathlib import Path

from . import observer, producer, report
from .doctored import check_the_checker
from .processes import REPOSITORY, SuiteError
from .report import Row
from .scenario import Options, Run, Scenario
from .scenarios import ALL


def main() -> int:
    """Runs what the arguments ask for, and gives back the exit code."""
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
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    return run_all(arguments, chosen(arguments.only))


def parse() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="deploy/faults", description="Disturbs a fleet and checks what it promises.")
    parser.add_argument("--quick", action="store_true", help="a few minutes: a cut of every scenario")
    parser.add_argument("--seed", type=int, help="what the nemesis draws from; drawn itself, and told, if left out")
    parser.add_argument("--only", default="", help="the names of scenarios, separated by commas")
    parser.add_argument("--list", action="store_true", help="tells the scenarios")
    parser.add_argument("--check-the-checker", action="store_true", help="shows that the checker can fail")
    parser.add_argument("--store", choices=("sqlite", "postgres"), help="one store instead of each scenario's own")
    parser.add_argument("--requests", type=int, help="the least requests of the scenario kill")
    parser.add_argument("--kills", type=int, help="the kills of the scenario kill")
    parser.add_argument("--report", type=Path, help="where the machine-readable report goes")
    parser.add_argument("--keep", action="store_true", help="leaves the folders of all runs")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release", help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(only: str) -> list[Scenario]:
    """The scenarios that are asked for."""
    by_name = {scenario.name: scenario for scenario in ALL}
    names = [name for name in only.split(",") if name] or list(by_name)
    for name in names:
        if name not in by_name:
            sys.exit(f"deploy/faults: expected scenarios of {', '.join(by_name)}, got '{name}'")
    return [by_name[name]() for name in names]


def run_all(arguments: argparse.Namespace, scenarios: list[Scenario]) -> int:
    """Runs scenarios one after another; 1 if one found a violation, 2 if one could not be carried out."""
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1_000_000)
    print(f"seed {seed}", flush=True)
    rows: list[Row] = []
    failed: list[str] = []
    for scenario in scenarios:
        for store in [name for name in scenario.stores if arguments.store in (None, name)]:
            if scenario.needs_root and os.geteuid() != 0:
                failed.append(f"{scenario.name}: needs root")
                continue
            print(f"{scenario.name} on {store}: {scenario.title}", flush=True)
            options = Options(arguments.binaries, arguments.quick, seed, store, arguments.requests, arguments.kills,
                              arguments.keep)
            try:
                row = Run(scenario, options, store).execute()
            except SuiteError as error:
                failed.append(f"{scenario.name} on {store}: {error}")
                continue
            rows.append(row)
            print(f"  {report.complaints(row)[0] if row.violations else 'good'}, {row.seconds:.0f} s", flush=True)
    print(f"\n{report.table(rows)}")
    for row in rows:
        for line in report.complaints(row) if row.violations else []:
            print(line, file=sys.stderr)
    for text in failed:
        print(f"not carried out: {text}", file=sys.stderr)
    if arguments.report:
        report.write(arguments.report, rows, seed, report.versions())
    return 1 if any(row.violations for row in rows) else 2 if failed else 0


sys.exit(main())
