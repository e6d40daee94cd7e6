"""ClientLoad, which has the client in Swift, beside a fleet of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fleets import catalogue
from fleets.broker import Broker
from fleets.cleanup import Cleanup
from fleets.fleet import Fleet
from fleets.processes import REPOSITORY, SuiteError, end, start
from fleets.store import SQLiteStore


class Load:
    """A broker, a database and workers in a folder, and ClientLoad; all end with the block."""

    def __init__(self, folder: Path, binaries: Path, policies: dict[str, dict[str, Any]]) -> None:
        self._log, self._program = folder / "log", binaries / "ClientLoad"
        self._log.mkdir()
        self._cleanup = Cleanup()
        self.broker, self.store = Broker(folder / "broker"), SQLiteStore(folder)
        catalogue.write(folder / "catalogue.json", policies)
        self.fleet = Fleet(folder, binaries, self.broker, self.store, folder / "catalogue.json", 7)
        self._client: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Load:
        self._cleanup.undo_with(str(REPOSITORY / "Tests/Lab/broker"), "stop", str(self.broker.folder))
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            end(self._client)
        self.fleet.stop()
        with suppress(SuiteError):
            self.broker.stop()
        self._cleanup.finish()

    def start_fleet(self, kinds: Sequence[str], environment: dict[str, str] | None = None) -> None:
        """Starts broker and workers, and waits until they are ready."""
        self.broker.start()
        self.fleet.tool("topology", "apply")
        self.fleet.tool("migrate")
        for kind in kinds:
            self.fleet.add(kind, environment)
        self.fleet.start()

    def start_client(self, *arguments: str) -> None:
        """Starts ClientLoad."""
        self._client = start([self._program, *arguments], self._log / "client.log")
        self._cleanup.end_process(self._client.pid)

    def has_ended(self) -> bool:
        """Whether ClientLoad has ended."""
        return self._client is not None and self._client.poll() is not None

    @property
    def lines(self) -> list[str]:
        """What ClientLoad has printed."""
        return (self._log / "client.log").read_text(encoding="utf-8").splitlines()

    @property
    def failures(self) -> list[str]:
        """A complaint, unless ClientLoad has ended with 0."""
        code = self._client.returncode if self._client is not None else None
        return [] if code == 0 else [f"expected that the client ends with 0, got {code}: {self.lines[-3:]}"]


def print_outcome(play: Callable[[Path], tuple[str, list[str]]]) -> int:
    """Gives a folder to what returns a summary and complaints, and prints them; returns the exit code."""
    with tempfile.TemporaryDirectory(prefix="livery-client-") as folder:
        try:
            summary, complaints = play(Path(folder))
        except SuiteError as error:
            summary, complaints = "", [str(error)]
    if complaints:
        print(*complaints[:40], f"{len(complaints)} complaints in all", sep="\n", file=sys.stderr)
        return 1
    print(summary)
    return 0
