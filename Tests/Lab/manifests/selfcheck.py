"""Shows that mistakes are found: each is put into a copy of the folder, and the check has to say its words."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .agreement import check
from .code import Code


@dataclass(frozen=True)
class Mistake:
    """A text of a file that is replaced, and what has to be said of it."""

    file: str
    before: str
    after: str
    expected: str


MISTAKES = [
    Mistake("base/list-options-worker.yaml", "command: [list-options-worker]", "command: [list-options]", "a program of"),
    Mistake("base/kustomization.yaml", "LIVERY_CATALOGUE=", "LIVERY_CATALOG=", "LIVERY_CATALOG is no setting"),
    Mistake("base/pod.yaml", "containerPort: 8080", "containerPort: 8081", "the port of the probes"),
    Mistake("base/pod.yaml", "path: /readyz", "path: /livez", "readinessProbe asks"),
    Mistake("base/pod.yaml", "terminationGracePeriodSeconds: 45", "terminationGracePeriodSeconds: 30", "below the drain"),
    Mistake("base/pod.yaml", "maxUnavailable: 0", "maxUnavailible: 0", "maxUnavailible"),
    Mistake("base/pod.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false", "can write its root"),
    Mistake("base/dispatch-worker.yaml", "secretName: dispatch-worker", "secretName: dispatcher", "which no Secret brings"),
    Mistake("components/console/console.yaml", "containerPort: 8088", "containerPort: 8080", "by the settings"),
    Mistake("components/console/console.yaml", "name: console\n  labels", "name: consoles\n  labels",
            "by the Service console alone"),
    Mistake("secrets/kustomization.yaml", "accounts=console-accounts", "console-accounts", "which no Secret brings"),
    Mistake("components/scaling/objects.yaml", "queueName: livery.dispatch", "queueName: livery.despatch", "no queue"),
    Mistake("components/scaling/objects.yaml", 'value: "441"', 'value: "600"', "by sizes.yaml 441"),
    Mistake("components/scaling/shared.yaml", "pollingInterval: 15", "pollInterval: 15", "pollInterval"),
    Mistake("sizes.yaml", "connections: 300", "connections: 200", "do not fit into 200"),
    Mistake("sizes.yaml", "maximum: 12}", "maximum: 14}", "not as in sizes.yaml"),
    Mistake("setup/permissions.sql", "rides, vehicles", "rides", "not as it is made"),
    Mistake("components/monitoring/rules.yaml", "> 900", "> 901", "not as it is made"),
    Mistake("components/rabbitmq/30-scaler.json", '"read": "^$"', '"read": ".*"', "has rights"),
    Mistake("secrets/kustomization.yaml", "files: [quote-keys]", "files: [keys=quote-keys]", "which no Secret brings"),
]


def missed(root: Path, code: Code) -> list[str]:
    """The mistakes that the check does not find."""
    found = []
    for mistake in MISTAKES:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "kubernetes"
            shutil.copytree(root, copy)
            for neighbor in ("monitoring", "rabbitmq"):
                (Path(folder) / neighbor).symlink_to(root.parent / neighbor)
            file = copy / mistake.file
            text = file.read_text(encoding="utf-8")
            if mistake.before not in text:
                found.append(f"expected {mistake.before} in {mistake.file}")
                continue
            file.write_text(text.replace(mistake.before, mistake.after), encoding="utf-8")
            said = list(check(copy, code))
            if not any(mistake.expected in line for line in said):
                found.append(f"{mistake.file}: {mistake.after}: expected '{mistake.expected}', got {said[:3]}")
    return found
