"""The commands of the package."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from .booking import book
from .checking import check, received


def main() -> None:
    """Runs a command."""
    parser = argparse.ArgumentParser(prog="tracing")
    commands = parser.add_subparsers(dest="command", required=True)
    booking = commands.add_parser("book", help="book a ride with a trace and follow it")
    booking.add_argument("facts", type=Path)
    checking = commands.add_parser("check", help="hold the spans that were received to the conventions")
    checking.add_argument("facts", type=Path)
    checking.add_argument("spans", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "book":
        facts = book(os.environ["LIVERY_AMQP_URL"], os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"])
        arguments.facts.write_text(json.dumps(facts))
        print(f"ride {facts['ride']} booked and followed in trace {facts['trace']}")
        return
    print(check(json.loads(arguments.facts.read_text()), received(arguments.spans)))


main()
