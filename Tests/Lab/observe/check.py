"""Checks without a fleet: rules and their tests, queries, and that table, runbook, dashboard and names agree."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import yaml

from faults.scenarios import ALL

from . import dashboard, files, table

SECTION_PARTS = ("**Look at**", "**Do**", "**Do not**")
REASONS = files.REPOSITORY / "Sources/Messages/Responses/ErrorReason.swift"
EVENTS = files.REPOSITORY / "Sources/Fleet/Log"
# What looks like an event of the log.
EVENT = re.compile(r"`(?!livery_)([a-z]+_(?:[a-z]+_)*"
                   r"(?:lost|refused|waiting|failed|wrong|right|began|blocked|unavailable|mistake|much|declined))`")
COMMAND = re.compile(r"`livery ([a-z][a-z-]*(?: [a-z]+)?)")


def run(page: Path, binaries: Path | None) -> list[str]:
    """All mistakes that are found, a line each; the commands of the runbook only where there is a tool."""
    found = [*promtool_mistakes(), *test_mistakes(), *runbook_mistakes(), *scenario_mistakes(), *name_mistakes(page),
             *log_mistakes(), *reason_mistakes()]
    if dashboard.FILE.read_text(encoding="utf-8") != dashboard.text():
        found.append("dashboard.json: expected what panels.py says; deploy/observe --write makes it")
    if table.of_page() != table.text():
        found.append("Alerts.md: expected the table of rules, dashboard and scenarios; deploy/observe --write makes it")
    if binaries is not None:
        found += command_mistakes(binaries / "livery")
    return found


def promtool(*arguments: str | Path) -> list[str]:
    """What promtool finds fault with."""
    done = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, timeout=120)
    return [] if done.returncode == 0 else [f"promtool {arguments[0]} {arguments[1]}: {done.stdout}{done.stderr}"]


def promtool_mistakes() -> Iterator[str]:
    """Rules, their tests, the configuration, and the queries of dashboard and page as if they were rules."""
    yield from promtool("check", "rules", files.RULES)
    yield from promtool("test", "rules", files.RULE_TESTS)
    yield from promtool("check", "config", files.CONFIGURATION)
    queries = [query for _, query in files.panels()] + files.broker_queries()
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        # JSON is YAML.
        json.dump({"groups": [{"name": "queries", "rules": [
            {"record": f"query:{number}", "expr": query} for number, query in enumerate(queries)]}]}, file)
        file.flush()
        yield from promtool("check", "rules", file.name)


def test_mistakes() -> Iterator[str]:
    """Each alert has a case in which it fires and one in which it does not."""
    tests = yaml.safe_load(files.RULE_TESTS.read_text(encoding="utf-8"))["tests"]
    cases = [case for test in tests for case in test["alert_rule_test"]]
    for alert in files.alerts():
        fires = {bool(case["exp_alerts"]) for case in cases if case["alertname"] == alert.name}
        if fires != {True, False}:
            yield f"rules_test.yml: expected a case in which {alert.name} fires and one in which it does not"


def runbook_mistakes() -> Iterator[str]:
    """Each alert has a section with its parts, a link to it and its texts; no section is of no alert."""
    page = files.ALERTS.read_text(encoding="utf-8")
    sections = {heading: body for heading, body in re.findall(r"^## (Livery\w+)\n(.*?)(?=^## |\Z)", page, re.M | re.S)}
    names = [alert.name for alert in files.alerts()]
    for name in sorted(set(names) ^ set(sections)):
        yield f"{name}: expected both an alert in rules.yml and a section in Alerts.md"
    for alert in files.alerts():
        body = sections.get(alert.name, "")
        if missing := [part for part in SECTION_PARTS if part not in body]:
            yield f"Alerts.md: expected {', '.join(missing)} in the section {alert.name}"
        if not alert.annotations.get("runbook_url", "").endswith(f"/deploy/monitoring/Alerts.md#{alert.name.lower()}"):
            yield f"rules.yml: expected the runbook_url of {alert.name} to end with its section"
        if alert.severity not in ("page", "ticket"):
            yield f"rules.yml: expected severity page or ticket of {alert.name}, got {alert.severity}"
        if not alert.annotations.get("summary") or "`" not in alert.annotations.get("description", ""):
            yield f"rules.yml: expected a summary of {alert.name}, and a description with a command"
    for target in re.findall(r"\]\(#(livery\w+)\)", page):
        if target not in (name.lower() for name in names):
            yield f"Alerts.md: expected a section for the link #{target}"
    titles = {title for title, _ in files.panels()}
    for shown in set(re.findall(r"(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)", page)) - titles:
        yield f"Alerts.md: expected a panel of the dashboard, got *{shown}*"


def scenario_mistakes() -> Iterator[str]:
    """Each alert that a scenario of deploy/faults expects is one of the rules."""
    known = {alert.name for alert in files.alerts()}
    for scenario in ALL:
        for name in scenario.alerts:
            if name not in known:
                yield f"the scenario {scenario.name}: expected an alert of rules.yml, got {name}"


def name_mistakes(page: Path) -> Iterator[str]:
    """Every metric that is read is one that workers export, or one of the page on RabbitMQ."""
    known = files.metric_names(page) | files.OWN
    if len(known) < 40:
        yield f"{page.name}: expected a table with the names of all metrics, found {len(known)}"
    for query in files.broker_queries():
        known |= files.resolved(query)
    queries = [(title, query) for title, query in files.panels()]
    queries += [(rule.get("alert", rule.get("record", "")), rule["expr"])
                for group in files.groups() for rule in group["rules"]]
    for title, query in queries:
        for name in sorted(files.resolved(query) - known):
            yield f"{title}: expected a metric of {page.name} or RabbitMQ.md, got {name}"


def log_mistakes() -> Iterator[str]:
    """Events of the log that the runbook names are in the closed list."""
    source = "".join(file.read_text(encoding="utf-8") for file in EVENTS.glob("*.swift"))
    words = set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', source))
    page = files.ALERTS.read_text(encoding="utf-8")
    for event in re.findall(r"\.event == \"(\w+)\"", page) + EVENT.findall(page):
        if event not in words:
            yield f"Alerts.md: expected an event of the log, got {event}"


def reason_mistakes() -> Iterator[str]:
    """The error ratio counts the reasons that are not the business's, and all of them."""
    source = REASONS.read_text(encoding="utf-8")
    technical = source[source.index("enum ErrorReason"):source.index("// Refusals of the domain")]
    expected = {word for line in re.findall(r"^  case (.+)$", technical, re.M) for word in line.split(", ")}
    counted = re.search(r'reason=~"([^"]+)"', files.recorded()["livery:request_errors:rate5m"])
    actual = set(counted.group(1).split("|")) if counted else set()
    for word in sorted(expected ^ actual):
        yield f"rules.yml: expected the reasons of ErrorReason.swift before the business's, {word} is in one of them"


def command_mistakes(tool: Path) -> Iterator[str]:
    """Every command of the tool that rules and runbook name is one that it has."""
    known = subprocess.run([tool, "--help"], capture_output=True, text=True, timeout=60, check=True).stdout
    commands = set(re.findall(r"^  ([a-z][a-z-]*(?: [a-z]+)?)  +", known, re.M))
    texts = files.ALERTS.read_text(encoding="utf-8") + files.RULES.read_text(encoding="utf-8")
    for command in sorted(set(COMMAND.findall(texts))):
        first = command.split()[0]
        is_family = command == first and any(name.startswith(f"{first} ") for name in commands)
        if not {command, first} & commands and not is_family:
            yield f"expected a command of livery, got `livery {command}`"
