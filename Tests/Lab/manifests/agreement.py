"""Compares the manifests with the programs, with other files of the tree, and with each other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from .code import Code
from .manifests import FOLDERS, Manifest, complaints, render, secrets

DRAIN_MARGIN = 10
CONSOLE = "livery-console"


def check(root: Path, code: Code) -> Iterator[str]:
    """Every disagreement, in words."""
    try:
        rendered = {folder: render(root / folder) for folder in FOLDERS}
        known = secrets(root)
    except ValueError as error:
        yield str(error)
        return
    for folder, manifests in {**rendered, "secrets": known}.items():
        yield from (f"{folder}: {text}" for text in complaints(manifests))
    names = {secret["metadata"]["name"]: set(secret["data"]) for secret in known}
    for folder in FOLDERS[:4]:
        for manifest in rendered[folder]:
            yield from (f"{folder}: {text}" for text in pods(manifest, rendered[folder], code, names))
    for folder in ("overlays/region", "overlays/small"):
        yield from (f"{folder}: {text}" for text in fleet(rendered[folder], code))
    yield from (f"overlays/region: {text}" for text in scaling(rendered["overlays/region"], root, code))
    yield from made(root, code)


def of_kind(manifests: list[Manifest], kind: str) -> list[Manifest]:
    """Those of a kind."""
    return [manifest for manifest in manifests if manifest["kind"] == kind]


def pods(manifest: Manifest, manifests: list[Manifest], code: Code, secret_keys: dict[str, set[str]]) -> Iterator[str]:
    """Commands, settings, secrets and files of a pod."""
    if manifest["kind"] not in ("Deployment", "Job"):
        return
    name, spec = manifest["metadata"]["name"], manifest["spec"]["template"]["spec"]
    mounted = dict(files(spec, secret_keys))
    for container in [*spec.get("initContainers", []), *spec["containers"]]:
        if container["image"].partition(":")[0].endswith("/livery") and container["command"][0] not in code.programs:
            yield f"{name}: expected a program of the image, got {container['command'][0]}"
        for setting, value in environment(container, manifests):
            if setting not in code.settings:
                yield f"{name}: {setting} is no setting"
            if setting.endswith(("_FILE", "_ACCOUNTS")) and not readable(value, container, mounted):
                yield f"{name}: {setting} names {value}, which no Secret brings there"
        if not container.get("securityContext", {}).get("readOnlyRootFilesystem"):
            yield f"{name}: {container['name']} can write its root"
        if "cpu" in container["resources"].get("limits", {}):
            yield f"{name}: {container['name']} can be throttled"


def environment(container: dict[str, Any], manifests: list[Manifest]) -> Iterator[tuple[str, str]]:
    """The variables of a container, those of ConfigMaps among them."""
    for variable in container.get("env", []):
        yield variable["name"], variable.get("value", "")
    maps = {entry["metadata"]["name"]: entry["data"] for entry in of_kind(manifests, "ConfigMap")}
    for source in container.get("envFrom", []):
        yield from maps[source["configMapRef"]["name"]].items()


def files(spec: dict[str, Any], secret_keys: dict[str, set[str]]) -> Iterator[tuple[str, set[str]]]:
    """The keys of each volume that is a Secret."""
    for volume in spec.get("volumes", []):
        if "secret" in volume:
            yield volume["name"], secret_keys.get(volume["secret"]["secretName"], set())


def readable(path: str, container: dict[str, Any], mounted: dict[str, set[str]]) -> bool:
    """Whether a Secret brings that file into the container."""
    return any(path == f"{mount['mountPath']}/{key}" for mount in container["volumeMounts"]
               for key in mounted.get(mount["name"], ()))


def fleet(manifests: list[Manifest], code: Code) -> Iterator[str]:
    """Each kind of worker has what a fleet needs."""
    deployments = {entry["metadata"]["name"]: entry for entry in of_kind(manifests, "Deployment")}
    yield from console(deployments.pop(CONSOLE, None), manifests)
    for kind in sorted((code.programs - {"livery", CONSOLE}) ^ deployments.keys()):
        yield f"expected a Deployment of each worker and no other: {kind}"
    budgets = {entry["spec"]["selector"]["matchLabels"]["app.kubernetes.io/component"]
               for entry in of_kind(manifests, "PodDisruptionBudget")}
    for kind, deployment in deployments.items():
        spec = deployment["spec"]["template"]["spec"]
        container = spec["containers"][0]
        settings = dict(environment(container, manifests))
        if container["command"] != [kind]:
            yield f"{kind}: runs {container['command']}"
        if kind not in budgets:
            yield f"{kind}: has no disruption budget"
        port = next((entry["containerPort"] for entry in container["ports"] if entry["name"] == "probes"), None)
        if str(port) != settings["LIVERY_PROBE_PORT"]:
            yield f"{kind}: the port of the probes is {port}, LIVERY_PROBE_PORT {settings['LIVERY_PROBE_PORT']}"
        for probe, path in (("livenessProbe", "/livez"), ("readinessProbe", "/readyz"), ("startupProbe", "/livez")):
            if container[probe]["httpGet"] != {"path": path, "port": "probes"}:
                yield f"{kind}: {probe} asks {container[probe]['httpGet']}"
        if spec["terminationGracePeriodSeconds"] < int(settings["LIVERY_DRAIN_SECONDS"]) + DRAIN_MARGIN:
            yield f"{kind}: the grace of {spec['terminationGracePeriodSeconds']} s is below the drain time"


def console(deployment: Manifest | None, manifests: list[Manifest]) -> Iterator[str]:
    """The console, where there is one, is found by its own Service and not by that of the workers."""
    if deployment is None:
        return
    template = deployment["spec"]["template"]
    container, labels = template["spec"]["containers"][0], template["metadata"]["labels"]
    if container["command"] != [CONSOLE]:
        yield f"{CONSOLE}: runs {container['command']}"
    ports = {entry["name"]: str(entry["containerPort"]) for entry in container["ports"]}
    settings = dict(environment(container, manifests))
    known = {"console": settings.get("LIVERY_CONSOLE_PORT", "8088"), "probes": settings["LIVERY_PROBE_PORT"]}
    if ports != known:
        yield f"{CONSOLE}: the ports are {ports}, by the settings {known}"
    found = [entry["metadata"]["name"] for entry in of_kind(manifests, "Service")
             if entry["spec"]["selector"].items() <= labels.items()]
    if found != ["console"]:
        yield f"{CONSOLE}: expected to be found by the Service console alone, got {found}"


def scaling(manifests: list[Manifest], root: Path, code: Code) -> Iterator[str]:
    """The numbers are those that sizes.yaml works out."""
    sizes = yaml.safe_load((root / "sizes.yaml").read_text(encoding="utf-8"))
    objects = {entry["spec"]["scaleTargetRef"]["name"]: entry["spec"] for entry in of_kind(manifests, "ScaledObject")}
    if objects.keys() != sizes["kinds"].keys():
        yield f"expected a ScaledObject for each of {sorted(sizes['kinds'])}, got {sorted(objects)}"
        return
    sessions = 0
    for kind, numbers in sizes["kinds"].items():
        spec, metadata = objects[kind], objects[kind]["triggers"][0]["metadata"]
        value = int(numbers["rate"] * sizes["use"] * sizes["wait"])
        if metadata["value"] != str(value):
            yield f"{kind}: value is {metadata['value']}, by sizes.yaml {value}"
        if metadata["queueName"] not in code.queues:
            yield f"{kind}: there is no queue {metadata['queueName']}"
        if (spec["minReplicaCount"], spec["maxReplicaCount"]) != (sizes["minimum"], numbers["maximum"]):
            yield f"{kind}: between {spec['minReplicaCount']} and {spec['maxReplicaCount']}, not as in sizes.yaml"
        sessions += (sizes["lanes"] + numbers["other"]) * numbers["maximum"]
    if sessions * sizes["surge"] > sizes["connections"]:
        yield f"{sessions * sizes['surge']:.0f} sessions do not fit into {sizes['connections']}"


def made(root: Path, code: Code) -> Iterator[str]:
    """Files that are made from others are as these are now."""
    for file, text in contents(root, code).items():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            yield f"{file.relative_to(root)} is not as it is made: deploy/kubernetes/check --write"
    entry = json.loads((root / "components/rabbitmq/30-scaler.json").read_text(encoding="utf-8"))["permissions"][0]
    if (entry["configure"], entry["write"], entry["read"]) != ("^$",) * 3 or entry["user"] in code.users:
        yield "the user of KEDA has rights"


def contents(root: Path, code: Code) -> dict[Path, str]:
    """The files that are made, with their texts."""
    rules = (root.parent / "monitoring" / "rules.yml").read_text(encoding="utf-8")
    groups = rules[rules.index("groups:"):].rstrip("\n").split("\n")
    head = ["# deploy/monitoring/rules.yml as a resource of the Prometheus Operator; deploy/kubernetes/check --write makes it again.",
            "apiVersion: monitoring.coreos.com/v1", "kind: PrometheusRule", "metadata:", "  name: livery", "  labels:",
            "    app.kubernetes.io/part-of: livery", "spec:"]
    return {root / "setup/permissions.sql": code.permissions,
            root / "components/rabbitmq/20-livery.json": code.definitions,
            root / "components/rabbitmq/40-policies.json":
                (root.parent / "rabbitmq" / "policies.json").read_text(encoding="utf-8"),
            root / "components/monitoring/rules.yaml":
                "\n".join(head + [f"  {line}".rstrip() for line in groups]) + "\n"}
