"""The command line of the check; `deploy/rabbitmq/check` calls it."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from fleets.cleanup import Cleanup
from fleets.network import Network
from fleets.processes import REPOSITORY, SuiteError

from . import contents, policies, settings
from .nodes import ConfiguredCluster

ONE, THREE = ("single",), ("broker1", "broker2", "broker3")
PASSWORD = "a-password-of-the-check"
Check = tuple[str, Callable[[], list[str]]]


def main() -> int:
    """Runs all checks, and returns the exit code."""
    parser = argparse.ArgumentParser(prog="deploy/rabbitmq/check", description="Checks these files with real nodes.")
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build" / "release", help=argparse.SUPPRESS)
    livery = parser.parse_args().binaries / "livery"
    cleanup = Cleanup()
    try:
        with tempfile.TemporaryDirectory(prefix="livery-rabbitmq.") as folder:
            network = Network(cleanup, (*ONE, *THREE))
            found = check_cluster(ConfiguredCluster(Path(folder) / "three", cleanup, network, THREE), livery)
            found += check_single(ConfiguredCluster(Path(folder) / "one", cleanup, network, ONE))
    except SuiteError as error:
        print(f"deploy/rabbitmq/check: {error}", file=sys.stderr)
        return 2
    finally:
        cleanup.finish()
    return 1 if found else 0


def check_cluster(cluster: ConfiguredCluster, livery: Path) -> int:
    """Three nodes, into which the files are imported when all are up."""
    cluster.start()
    cluster.add_administrator()
    count = run_all((
        ("three nodes: the settings", lambda: settings.findings(cluster)),
        ("three nodes: the definitions", lambda: contents.definitions(cluster, livery)),
        ("three nodes: the members of the queues", lambda: contents.members(cluster)),
        ("three nodes: the policies", lambda: policies.findings(cluster))))
    cluster.stop()
    return count


def check_single(node: ConfiguredCluster) -> int:
    """One node that loads the definitions when it starts."""
    node.loads_definitions = True
    node.start()
    count = run_all((
        ("one node: the settings", lambda: settings.findings(node)),
        ("one node: the definitions, loaded at the start", lambda: loaded(node))))
    node.stop()
    return count


def loaded(node: ConfiguredCluster) -> list[str]:
    """Whether a start loads the definitions, and the next one leaves passwords alone."""
    found = [] if "guest" not in node.ctl("list_users") else ["there is a user guest"]
    before = contents.contents(node, contents.IMPORTED, tuple([*contents.LISTS, *contents.RIGHTS]))
    found += [f"{name}: is empty" for name, rows in before.items() if not rows]
    node.ctl("change_password", "dispatch-worker", PASSWORD)
    node.stop()
    node.restart_node(node.hosts[0])
    node.ctl("authenticate_user", "dispatch-worker", PASSWORD)
    after = contents.contents(node, contents.IMPORTED, tuple([*contents.LISTS, *contents.RIGHTS]))
    return found + contents.differences(before, after, "after a restart")


def run_all(checks: tuple[Check, ...]) -> int:
    """Runs checks and prints what each finds; returns the number of findings."""
    count = 0
    for title, check in checks:
        start = time.monotonic()
        found = check()
        count += len(found)
        outcome = "otherwise" if found else "as the files say"
        print(f"{title}: {outcome}, {time.monotonic() - start:.0f} s", flush=True)
        for finding in found:
            print(f"  {finding}", flush=True)
    return count


if __name__ == "__main__":
    sys.exit(main())
