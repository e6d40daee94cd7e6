"""Shows that the checks of the files can fail: each mistake, made in a copy, has to be found."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from . import files


@dataclass(frozen=True)
class Mistake:
    """A change of a file, and a part of what has to be said about it."""

    what: str
    file: str
    before: str
    after: str
    found: str


# Each by a change that leaves the rest as it is.
MISTAKES = (
    Mistake("an alert without its section", "monitoring/Alerts.md", "## LiveryBacklog", "## LiveryBacklogs", "LiveryBacklogs"),
    Mistake("a section without a part", "monitoring/Alerts.md", "**Do not**", "**Never**", "in the section LiveryRequestsOld"),
    Mistake("a row that is not in the table", "monitoring/Alerts.md", "| `livery_ready` |", "| `livery_lanes` |",
            "expected the table"),
    Mistake("a panel that there is not", "monitoring/Alerts.md", "*Certificates*", "*Certificate*", "got *Certificate*"),
    Mistake("an event that there is not", "monitoring/Alerts.md", "`lane_waiting`", "`lanes_waiting`", "got lanes_waiting"),
    Mistake("a metric that there is not", "monitoring/rules.yml", "livery_longest_wait_seconds", "livery_longest_wait",
            "got livery_longest_wait\n"),
    Mistake("an alert that never fires", "monitoring/rules.yml", "> 900", "> 90000", "promtool test rules"),
    Mistake("an alert that fires too soon", "monitoring/rules.yml", "> 30\n", "> 29\n", "promtool test rules"),
    Mistake("a rule that is no query", "monitoring/rules.yml", "rate(livery_requests_total[5m])", "rate(livery_requests_total)",
            "promtool check rules"),
    Mistake("a reason that is not counted", "monitoring/rules.yml", "contested|", "", "contested is in one of them"),
    Mistake("a link to another section", "monitoring/rules.yml", "#liverybacklog", "#backlog", "runbook_url of LiveryBacklog"),
    Mistake("a scenario that expects an alert that there is not", "../Tests/Lab/faults/scenarios/clocks.py",
            '"LiveryClocksApart"', '"LiveryClocksTogether"', "got LiveryClocksTogether"),
    Mistake("a panel that was changed by hand", "monitoring/dashboard.json", "sum by (type)", "sum by (code)",
            "what panels.py says"),
    Mistake("an alert without a test", "monitoring/rules_test.yml", "alertname: LiveryBacklog", "alertname: LiveryRideStuck",
            "LiveryBacklog fires and one"),
)


def run(page: Path) -> int:
    """0 when all are found, and nothing without a mistake."""
    missed = [mistake.what for mistake in MISTAKES if mistake.found not in check(mistake, page)]
    if said := check(None, page):
        missed.append(f"the files as they are: {said}")
    for what in missed:
        print(f"not found: {what}", file=sys.stderr)
    print(f"{len(MISTAKES) - len(missed)} of {len(MISTAKES)} mistakes were found")
    return 1 if missed else 0


def check(mistake: Mistake | None, page: Path) -> str:
    """What the checks say of a copy with that mistake."""
    with tempfile.TemporaryDirectory(prefix="livery-observe-") as folder:
        copy = Path(folder)
        lab = copy / "Tests" / "Lab"
        parts = files.REPOSITORY / "Tests" / "Lab"
        shutil.copytree(files.FOLDER, copy / "deploy" / "monitoring")
        for name in ("observe", "faults", "fleets"):
            shutil.copytree(parts / name, lab / name)
        (copy / "Sources").symlink_to(files.REPOSITORY / "Sources")
        if mistake is not None:
            file = copy / "deploy" / mistake.file
            text = file.read_text(encoding="utf-8")
            if mistake.before not in text:
                return f"expected {mistake.before} in {mistake.file}"
            file.write_text(text.replace(mistake.before, mistake.after, 1), encoding="utf-8")
        # In its folder: Python searches the current folder for modules first.
        done = subprocess.run([sys.executable, "-B", "-m", "observe", "--check", "--metrics", page.resolve()],
                              cwd=lab, env=dict(os.environ) | {"PYTHONPATH": str(lab)}, capture_output=True, text=True,
                              timeout=120)
        return done.stderr
