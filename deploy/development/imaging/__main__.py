"""The command line behind deploy/container: assemble, verify, compose."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import contents, facts, folder, spdx
from .errors import ImageError


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
    from . import verification

    print(verification.check(given.root, given.archive, given.list, given.facts))


def main() -> int:
    """0: done, or all is as it should be; 1: something is not."""
    parser = argparse.ArgumentParser(prog="imaging", description=__doc__)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("assemble", help="write the root file system of the image, and its list")
    command.add_argument("--program", type=Path, required=True, help="the linked program")
    command.add_argument("--facts", type=Path, required=True, help="version, revision, epoch, swift, source")
    command.add_argument("--into", type=Path, required=True, help="the folder that gets image, state and the list")
    command.set_defaults(run=assemble)
    command = commands.add_parser("verify", help="check a mounted image")
    command.add_argument("--root", type=Path, required=True, help="where the image is mounted")
    command.add_argument("--archive", type=Path, required=True, help="the image as an OCI archive")
    command.add_argument("--list", type=Path, required=True, help="the list beside the image")
    command.add_argument("--facts", type=Path, required=True, help="version, revision, epoch, swift, source")
    command.set_defaults(run=verify)
    given = parser.parse_args()
    try:
        given.run(given)
    except ImageError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
