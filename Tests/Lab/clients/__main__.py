"""Runs every example client three times: refused at first, and killed before it sees the confirm of its second booking;
answered late, and cut off while it follows its ride; and to its end, with a refusal that comes twice and asks for the
same message again.

Use: python3 -m clients --binaries FOLDER [--only NAME,…]. LIVERY_AMQP_URL and LIVERY_STORE are those of a fleet
whose vehicles drive.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

from fleets.processes import SuiteError, run

from . import checks
from .clients import CLIENTS, Client
from .line import BOOKING, Disturbance, Line

START_SECONDS, RIDE_SECONDS = 600, 900


class Trial:
    """One client with a rider, a folder for what it keeps, and a line of its own."""

    def __init__(self, client: Client, work: Path, binaries: Path) -> None:
        self._rider, self._work, self._livery = f"client-{client.name}-{time.time_ns()}", work, binaries / "livery"
        url = urlsplit(os.environ["LIVERY_AMQP_URL"])
        self._line = Line(url.hostname, url.port)
        (work / "kept").mkdir()
        login = url.netloc.rpartition("@")[0]
        self._command = [*client.built(work), self._rider, str(work / "kept"),
                         f"amqp://{login}@127.0.0.1:{self._line.port}{url.path}"]

    def complaints(self) -> Iterable[str]:
        """Runs the client and says what was wrong."""
        try:
            yield from checks.killed(self._kill_before_confirm())
            yield from checks.cut_off(self._cut_off(), self._booking())
            output = self._start(Disturbance.REFUSE_TWICE, expects_success=True)
            yield from checks.ended(output, self._rides())
            yield from checks.sent(self._line.published, self._line.refused)
        except SuiteError as error:
            yield str(error)
        finally:
            self._line.close()

    def _booking(self) -> str:
        """The identifier of the first booking that was not refused."""
        return next(sent.properties.message_id for sent in self._line.published
                    if sent.properties.type == BOOKING and sent.properties.message_id != self._line.refused)

    def _kill_before_confirm(self) -> str:
        self._line.disturbance = Disturbance.REFUSE_AND_HOLD_CONFIRM
        process = self._process()
        held = self._line.confirm_is_held.wait(START_SECONDS)
        process.send_signal(signal.SIGKILL)
        output, errors = process.communicate()
        if not held or process.returncode != -signal.SIGKILL:
            raise SuiteError(f"expected a booking within {START_SECONDS} s, got:\n{output}{errors}")
        return output

    def _cut_off(self) -> str:
        output = self._start(Disturbance.HOLD_ANSWER_AND_CUT, expects_success=False)
        if not self._line.was_cut.is_set():
            raise SuiteError(f"expected that it followed its ride until its connection was cut, got:\n{output}")
        return output

    def _start(self, disturbance: Disturbance, expects_success: bool) -> str:
        self._line.disturbance = disturbance
        process = self._process()
        try:
            output, errors = process.communicate(timeout=RIDE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            output, errors = process.communicate()
            raise SuiteError(f"expected an end within {RIDE_SECONDS} s, got:\n{output}{errors}") from None
        if (process.returncode == 0) != expects_success or process.returncode < 0:
            raise SuiteError(f"got exit code {process.returncode}:\n{output}{errors}")
        return output

    def _process(self) -> subprocess.Popen[str]:
        return subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, start_new_session=True)

    def _rides(self) -> list[dict]:
        listed = run([self._livery, "rides", "--rider", self._rider, "--json"])
        return [json.loads(line) for line in listed.splitlines()]


def tried(client: Client, binaries: Path) -> list[str]:
    """What was wrong with a client."""
    with tempfile.TemporaryDirectory(prefix=f"livery-client-{client.name}-") as work:
        began = time.monotonic()
        try:
            complaints = list(Trial(client, Path(work), binaries).complaints())
        except (SuiteError, OSError) as error:
            complaints = [str(error)]
        verdict = "failed" if complaints else "passed"
        print(f"{client.name:<16} {verdict} in {time.monotonic() - began:.0f} s", flush=True)
        return complaints


def main() -> int:
    """Tries the clients side by side: most of the time is spent in their rides."""
    parser = argparse.ArgumentParser(prog="clients")
    parser.add_argument("--binaries", type=Path, required=True)
    parser.add_argument("--only", type=lambda text: text.split(","))
    options = parser.parse_args()
    clients = [client for client in CLIENTS if options.only is None or client.name in options.only]
    with ThreadPoolExecutor(len(clients)) as pool:
        results = pool.map(lambda client: tried(client, options.binaries), clients)
        failures = [f"{client.name}: {said}" for client, result in zip(clients, results) for said in result]
    failures += [f"{client.name}: {said}" for client in clients
                 for said in checks.size(client.source.read_text(), client.longest)]
    print(*failures, sep="\n", end="", file=sys.stderr)
    return 1 if failures else 0


sys.exit(main())
