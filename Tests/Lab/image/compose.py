"""Checks what Docker Compose makes of compose.yaml against the code, the image and the files beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from fleets.processes import SuiteError

from .contents import CONSOLE, WORKERS
from .verification import PROGRAMS

PROBE_PORT, METRICS_PORT = 8080, 15692
# A worker's drain by default, and what its traces may take after it.
DRAIN_SECONDS = 25 + 5
USERS = re.compile(r'"name": "([^"]+)", "password_hash"')


def check(resolved: Path, settings: set[str], prometheus: Path, secrets: Path, definitions: Path | None) -> str:
    """How many services there are, in a line; anything wrong is an error with all that is."""
    project = json.loads(resolved.read_text(encoding="utf-8"))
    scrapes = yaml.safe_load(prometheus.read_text(encoding="utf-8"))["scrape_configs"]
    problems = [*services(project, settings), *mounts(project), *made(project, secrets), *found(project, scrapes)]
    if definitions is not None:
        problems += users(secrets, definitions)
    if problems:
        raise SuiteError("\n".join(problems))
    return f"{len(project['services'])} services, {len(project['secrets'])} secrets"


def services(project: dict[str, Any], settings: set[str]) -> Iterator[str]:
    """What is wrong with single services."""
    for name, service in project["services"].items():
        yield from (f"{name}: {problem}" for problem in known_settings(service, settings))
        if not any(option.startswith("no-new-privileges") for option in service.get("security_opt", [])):
            yield f"{name}: expected no-new-privileges"
        for port in service.get("ports", []):
            if port.get("host_ip") != "127.0.0.1":
                yield f"{name}: port {port['target']} is published beyond this machine"
        if (service.get("command") or [""])[0] in PROGRAMS:
            yield from (f"{name}: {problem}" for problem in confinement(service))
    for worker in WORKERS:
        yield from (f"{worker}: {problem}" for problem in running(project["services"].get(worker), worker))
    yield from (f"{CONSOLE}: {problem}" for problem in serving(project["services"].get(CONSOLE), CONSOLE))


def known_settings(service: dict[str, Any], settings: set[str]) -> Iterator[str]:
    """Names that a worker would refuse."""
    for name in service.get("environment") or {}:
        if name.startswith(("LIVERY_", "OTEL_")) and name not in settings:
            yield f"no program has a setting {name}"


def confinement(service: dict[str, Any]) -> Iterator[str]:
    """Which rights a program of the image has too many."""
    if not service.get("read_only"):
        yield "expected read_only"
    if service.get("cap_drop") != ["ALL"] or service.get("cap_add"):
        yield "expected no capabilities"
    if "user" in service or service.get("privileged"):
        yield "expected the user of the image"


def serving(service: dict[str, Any] | None, program: str) -> Iterator[str]:
    """What is wrong with a program's command, its secrets and what it waits for."""
    if service is None:
        yield "expected a service"
        return
    if service.get("command") != [program]:
        yield f"expected the command {program}, got {service.get('command')}"
    for name, value in service["environment"].items():
        if name.endswith(("_FILE", "_ACCOUNTS")) and value.removeprefix("/run/secrets/") not in targets(service):
            yield f"{name} names {value}, which is none of its secrets"
    for needed, condition in service.get("depends_on", {}).items():
        if condition["condition"] != "service_completed_successfully":
            yield f"expected to wait for the end of {needed}"


def running(service: dict[str, Any] | None, worker: str) -> Iterator[str]:
    """The same of a worker, and what is wrong with its health and its end."""
    yield from serving(service, worker)
    if service is None:
        return
    if (grace := seconds(service.get("stop_grace_period", "10s"))) <= DRAIN_SECONDS:
        yield f"expected more than {DRAIN_SECONDS} s to stop, got {grace}"
    if "container_name" in service:
        yield "expected no container_name, since it cannot be scaled with one"
    test = service.get("healthcheck", {}).get("test", [])
    if test[:3] != ["CMD", "livery", "status"] or f"127.0.0.1:{PROBE_PORT}" not in test:
        yield f"expected livery status of port {PROBE_PORT} as health check, without a shell"


def seconds(duration: str) -> int:
    """A duration of Compose, such as 1m30s."""
    return sum(int(number) * {"h": 3600, "m": 60, "s": 1}[unit]
               for number, unit in re.findall(r"(\d+)([hms])", duration))


def targets(service: dict[str, Any]) -> set[str]:
    """The names under which a service finds its secrets."""
    return {secret.get("target", secret["source"]).removeprefix("/run/secrets/") for secret in service["secrets"]}


def mounts(project: dict[str, Any]) -> Iterator[str]:
    """Files that are mounted and do not exist, or could be written."""
    for name, service in project["services"].items():
        for volume in service.get("volumes", []):
            if volume["type"] == "bind" and not Path(volume["source"]).is_file():
                yield f"{name}: expected a file {volume['source']}"
            if volume["type"] == "bind" and not volume.get("read_only"):
                yield f"{name}: expected {volume['source']} to be mounted read-only"


def made(project: dict[str, Any], secrets: Path) -> Iterator[str]:
    """Secrets that make-secrets does not make, and those that no service uses."""
    used = {secret["source"] for service in project["services"].values() for secret in service.get("secrets", [])}
    for name, secret in project["secrets"].items():
        if not (secrets / Path(secret["file"]).name).is_file():
            yield f"make-secrets makes no {Path(secret['file']).name}"
        if name not in used:
            yield f"no service uses the secret {name}"


def found(project: dict[str, Any], scrapes: list[dict[str, Any]]) -> Iterator[str]:
    """Services that Prometheus does not find, and addresses that are none of a service."""
    watched: dict[str, int] = {}
    for scrape in scrapes:
        for discovery in scrape.get("dns_sd_configs", []):
            watched |= {name: discovery["port"] for name in discovery["names"]}
        for static in scrape.get("static_configs", []):
            watched |= {target.split(":")[0]: int(target.split(":")[1]) for target in static["targets"]}
    expected = dict.fromkeys((*WORKERS, CONSOLE), PROBE_PORT) | {"broker": METRICS_PORT}
    if watched != expected:
        yield f"expected Prometheus to ask {expected}, it asks {watched}"
    yield from (f"Prometheus asks {name}, which is no service" for name in watched
                if name not in project["services"])


def users(secrets: Path, definitions: Path) -> Iterator[str]:
    """Users that have permissions and no password, or a password and no permissions."""
    permitted = {one["user"] for one in json.loads(definitions.read_text(encoding="utf-8"))["permissions"]}
    known = set(USERS.findall((secrets / "broker-users.json").read_text(encoding="utf-8")))
    if permitted != known:
        yield f"make-secrets and {definitions.name} differ in the users {sorted(permitted ^ known)}"
