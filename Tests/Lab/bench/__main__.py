"""The command line of the bench; `deploy/bench` calls it."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from fleets.processes import REPOSITORY, SuiteError

from .bench import Bench
from .budgets import Budget, budget_table, judge
from .capacity import capacity
from .catalogue import ALL, by_name
from .facts import fact_lines, server_line
from .run import Run


def main() -> int:
    """Does what the arguments ask for, and returns the exit code."""
    arguments = parse()
    if arguments.list:
        for run in by_name(arguments.only) if arguments.only else ALL:
            print(f"{run.name:<12} {run.title}")
        return 0
    folder = Path(tempfile.mkdtemp(prefix="livery-bench."))
    # The account of a database server passes through it.
    folder.chmod(0o711)
    try:
        return carry_out(Bench(arguments, folder), by_name(arguments.only))
    finally:
        if arguments.keep:
            print(f"all logs are in {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def carry_out(bench: Bench, runs: list[Run]) -> int:
    """Carries out the runs, prints what they found, judges, and returns the exit code."""
    failures: list[str] = []
    try:
        bench.start()
        print("\n".join(fact_lines(bench.report.facts)))
        for run in runs:
            failures += attempt(bench, run)
            # What is measured stays measured, whatever becomes of the rest.
            conclude(bench)
    finally:
        bench.stop()
    budgets = conclude(bench)
    print_conclusion(bench, budgets)
    if not bench.options.only:
        failures += [budget.name for budget in budgets if budget.met is None]
    for failure in failures:
        print(f"not measured: {failure}")
    missed = not bench.quick and any(budget.met is False for budget in budgets)
    return 2 if failures else 1 if missed else 0


def conclude(bench: Bench) -> list[Budget]:
    """Judges the budgets and writes the report. Those of a quick cut mean nothing."""
    budgets = judge(bench.report)
    if bench.options.report is not None:
        bench.report.write(bench.options.report)
    return budgets


def print_conclusion(bench: Bench, budgets: list[Budget]) -> None:
    """Prints what a city needs, where all of it was measured, the settings of the server, and the budgets."""
    judged = [budget for budget in budgets if budget.met is not None or not bench.options.only]
    tables = [capacity(bench.report), *server_line(bench.report.facts), budget_table(judged)]
    print("", *(text for text in tables if text is not None), sep="\n\n")
    if bench.quick:
        print("these are figures of a quick cut, which is no measurement")


def attempt(bench: Bench, run: Run) -> list[str]:
    """Carries out a run and prints its rows; returns why it could not be measured."""
    begun, first = time.monotonic(), len(bench.report.results)
    print(f"\n{run.name}: {run.title}", flush=True)
    failures: list[str] = []
    try:
        run.measure(bench)
    except Exception as error:  # the other runs go on, and what nobody foresaw is told where it arose
        if not isinstance(error, SuiteError):
            traceback.print_exc()
        failures.append(f"{run.name}: {error or type(error).__name__}")
    rows = bench.report.results[first:]
    if rows:
        print(run.table(rows))
    print(f"({time.monotonic() - begun:.0f} s)", flush=True)
    return failures


def parse() -> argparse.Namespace:
    """The arguments."""
    parser = argparse.ArgumentParser(prog="deploy/bench", description="Measures what the fleet costs, beside a floor.")
    parser.add_argument("--quick", action="store_true", help="five minutes: everything, and nothing judged")
    parser.add_argument("--only", default="", help="the names of runs, separated by commas")
    parser.add_argument("--list", action="store_true", help="tells the runs")
    parser.add_argument("--seed", type=int, default=1, help="what trips and riders are drawn from; 1 if left out")
    parser.add_argument("--report", type=Path, help="where the machine-readable report goes")
    parser.add_argument("--keep", action="store_true", help="leaves the folder with all logs")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    # So that what was started is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except (SuiteError, ValueError) as error:
        print(f"deploy/bench: {error}", file=sys.stderr)
        sys.exit(2)
    except Exception:  # Python's own 1 would say that a budget is missed
        traceback.print_exc()
        sys.exit(2)
