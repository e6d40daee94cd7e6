"""What kustomize makes of the folders, validated."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import kubernetes_validate
import yaml

KUBECTL = Path(sys.executable).with_name("kubectl")
SCHEMAS = json.loads(Path(__file__).with_name("schemas.json").read_text(encoding="utf-8"))
VERSION = "1.33"
FOLDERS = ("overlays/region", "overlays/region/setup", "overlays/small", "overlays/small/setup", "components/rabbitmq")
SECRETS = ("amqp-url", "store", "store-owner", "quote-keys", "scaler-username", "scaler-password", "broker-users.json")

Manifest = dict[str, Any]


def render(folder: Path) -> list[Manifest]:
    """The manifests of a folder."""
    done = subprocess.run([KUBECTL, "kustomize", folder], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise ValueError(f"{folder.name} cannot be rendered: {done.stderr.strip()}")
    return list(yaml.safe_load_all(done.stdout))


def secrets(root: Path) -> list[Manifest]:
    """The Secrets, made of files as deploy/kubernetes/make-secrets names them."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(root / "secrets" / "kustomization.yaml", folder)
        content = yaml.safe_load((root / "secrets" / "kustomization.yaml").read_text(encoding="utf-8"))
        for secret in content["secretGenerator"]:
            for file in secret["files"]:
                (Path(folder) / file.rpartition("=")[2]).write_text("x", encoding="utf-8")
        return render(Path(folder))


def complaints(manifests: list[Manifest]) -> Iterator[str]:
    """What the schemas refuse."""
    for manifest in manifests:
        name = f"{manifest['kind']} {manifest['metadata']['name']}"
        schema = SCHEMAS.get(manifest["kind"])
        try:
            if schema is None:
                kubernetes_validate.validate(manifest, VERSION, strict=True)
            else:
                jsonschema.validate(manifest["spec"], schema)
        except kubernetes_validate.ValidationError as error:
            yield f"{name}: {error.message} at {'.'.join(map(str, error.path))}"
        except jsonschema.ValidationError as error:
            yield f"{name}: {error.message} at spec.{'.'.join(map(str, error.absolute_path))}"
