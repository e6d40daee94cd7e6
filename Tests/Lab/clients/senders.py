"""Books, drives, pays, observes and refunds a ride with the client in Swift, each with the login of its sender.

Use: python3 -m clients.senders --binaries FOLDER. It has a broker, a database and workers of its own, and the logins
of `deploy/rabbitmq`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from fleets.processes import REPOSITORY, now, wait_until

from .load import Load, print_outcome

LOGINS = ("livery-riders", "livery-vehicles", "livery-payments", "livery-operators", "livery-observer")
PASSWORD = "password-of-the-check"
WORKERS = ("request-ride-worker", "dispatch-worker")
# A vehicle that is told of its rides, and drives as fast as it reports.
POLICIES = {"dispatch": {"informsVehicles": True}, "positions": {"metresPerSecond": 100_000}}
STEPS = ["booked", "driven", "receipt", "refunded", "ended"]
SECONDS = 60


def play(load: Load) -> tuple[str, list[str]]:
    """Returns what was done, and what was not as it has to be."""
    began = now()
    load.start_fleet(WORKERS, {"LIVERY_PAYMENTS": "amqp"})
    load.broker.ctl("import_definitions", str(REPOSITORY / "deploy/rabbitmq/definitions.json"))
    for login in LOGINS:
        load.broker.ctl("change_password", login, PASSWORD)
    host = load.broker.url.rpartition("@")[2]
    load.start_client(f"amqp://{LOGINS[0]}:{PASSWORD}@{host}", "senders")
    wait_until(load.has_ended, SECONDS, "the end of the conversation")
    complaints = load.failures
    steps = [line.split(" ")[0] for line in load.lines]
    if steps != STEPS:
        complaints.append(f"expected {STEPS}, got {load.lines}")
    phases = load.store.rows("SELECT phase, payments IS NULL FROM rides")
    if phases != [("completed", 1)]:
        complaints.append(f"expected one ride, completed, without a payment under way; got {phases}")
    return f"a ride by {len(LOGINS)} logins, in {now() - began:.0f} s", complaints


def main() -> int:
    """Prints what was done, or what was wrong."""
    parser = argparse.ArgumentParser(prog="clients.senders")
    parser.add_argument("--binaries", type=Path, required=True)
    binaries: Path = parser.parse_args().binaries.resolve()

    def in_folder(folder: Path) -> tuple[str, list[str]]:
        with Load(folder, binaries, POLICIES) as load:
            return play(load)

    return print_outcome(in_folder)


if __name__ == "__main__":
    sys.exit(main())
