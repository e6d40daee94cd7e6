"""The command line behind deploy/container."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from fleets.processes import SuiteError

from . import compose, contents, facts, folder, selfcheck, spdx, verification


def assemble(given: argparse.Namespace) -> None:
    """Writes the root file system, the list of what is in it, and the folder of the state."""
    known = facts.read(given.facts)
    parts = contents.assemble(given.program)
    listed = spdx.text(parts, known)
    parts.add(contents.SBOM, contents.LIVERY, listed)
    folder.write(parts, given.into / "image", known.epoch)
    folder.write_state(given.into / "state", known.epoch)
    (given.into / "livery.spdx.json").write_text(listed, encoding="utf-8")


def verify(given: argparse.Namespace) -> None:
    """Checks a mounted image against its list, and prints what it is made of."""
    files = (given.root, given.archive, given.list, given.facts)
    print(verification.check(*files))
    print(selfcheck.images(*files))


def lint(given: argparse.Namespace) -> None:
    """Checks what Docker Compose has made of compose.yaml."""
    settings = set(re.findall(r"\b(?:LIVERY|OTEL)_[A-Z_]+\b", given.settings.read_text(encoding="utf-8")))
    files = (given.project, settings, given.prometheus, given.secrets)
    print(compose.check(*files, given.definitions))
    print(selfcheck.projects(*files))


COMMANDS = {
    "assemble": (assemble, {"program": "the linked program", "facts": "version, revision, epoch, swift, source",
                            "into": "the folder that gets image, state and the list"}),
    "verify": (verify, {"root": "where the image is mounted", "archive": "the image as an OCI archive",
                        "list": "the list beside the image", "facts": "version, revision, epoch, swift, source"}),
    "compose": (lint, {"project": "compose.yaml as Docker Compose resolves it, in JSON",
                       "settings": "the help of a worker", "prometheus": "its configuration",
                       "secrets": "a folder that make-secrets has made", "definitions": "those of RabbitMQ"}),
}


def main() -> int:
    """0: done, or all is as it should be; 1: something is not."""
    parser = argparse.ArgumentParser(prog="image", description=__doc__)
    commands = parser.add_subparsers(required=True)
    for name, (run, options) in COMMANDS.items():
        command = commands.add_parser(name, help=run.__doc__)
        for option, text in options.items():
            command.add_argument(f"--{option}", type=Path, required=True, help=text)
        command.set_defaults(run=run)
    given = parser.parse_args()
    try:
        given.run(given)
    except SuiteError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
