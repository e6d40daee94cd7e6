"""The command line of deploy/observe."""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from fleets.processes import SuiteError

from . import check, dashboard, files, queries, selfcheck, table


def main() -> int:
    """0: all is as it should be; 1: something is not; 2: it could not be found out."""
    parser = argparse.ArgumentParser(prog="deploy/observe",
                                     description="Rules, dashboard and runbook, and their proofs.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--check", action="store_true", help="the files alone")
    what.add_argument("--check-the-checker", action="store_true", help="show that mistakes in the files are found")
    what.add_argument("--queries", action="store_true", help="run every query against a fleet at work")
    what.add_argument("--write", action="store_true", help="make the dashboard and the runbook's table again")
    parser.add_argument("--binaries", type=Path, help="where livery and the workers are")
    parser.add_argument("--metrics", type=Path, default=files.METRICS, help="the page with the names of the metrics")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if given.write:
        dashboard.FILE.write_text(dashboard.text(), encoding="utf-8")
        table.write()
        return 0
    if given.check_the_checker:
        return selfcheck.run(given.metrics)
    try:
        if given.queries:
            return queries.run(given.binaries)
    except SuiteError as error:
        print(error, file=sys.stderr)
        return 2
    return report(check.run(given.metrics, given.binaries))


def report(mistakes: list[str]) -> int:
    """Prints the mistakes, or what agrees."""
    for mistake in mistakes:
        print(mistake, file=sys.stderr)
    if not mistakes:
        print(f"{len(files.alerts())} alerts, {len(files.panels())} queries of the dashboard and "
              f"{len(files.broker_queries())} of RabbitMQ.md agree with table, runbook and names")
    return 1 if mistakes else 0


if __name__ == "__main__":
    sys.exit(main())
