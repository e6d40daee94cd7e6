"""Writes the generated files of Sources/Messages, or says which of them are not what the descriptions say.

Use: Tests/Lab/generate [--check]
Exit code: 0; 1 for a file that is stale with --check, or a wrong description.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from .description import FOLDER, DescriptionError, operations
from .swift import intent
from .tables import family_intents, intents, message_type, schemas, senders

TARGET = FOLDER.parent
ROOT = TARGET.parents[1]


def generated() -> dict[Path, str]:
    """Every generated file below the target, before it is formatted."""
    found = operations()
    files = {Path("Intents") / f"{each.struct}.swift": intent(each) for each in found}
    files[Path("Intents/MessageType.swift")] = message_type(found)
    files[Path("Envelope/SenderRights.swift")] = senders(found)
    files[Path("Intents/Intent.swift")] = intents(found)
    files[Path("Intents/QueueIntents.swift")] = family_intents(found)
    files[Path("Contract/RequestSchemas.swift")] = schemas(found)
    return files


def formatted(files: dict[Path, str]) -> dict[Path, str]:
    """The files as `swift format` writes them."""
    with tempfile.TemporaryDirectory(prefix="livery-messages-") as name:
        folder = Path(name)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        subprocess.run(["swift", "format", "--in-place", "--recursive", "--configuration", ROOT / ".swift-format", folder],
                       check=True)
        return {path: (folder / path).read_text(encoding="utf-8") for path in files}


def main() -> int:
    """Writes or checks."""
    parser = argparse.ArgumentParser(prog="messages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, and fail for a file that is stale")
    options = parser.parse_args()
    try:
        files = formatted(generated())
    except DescriptionError as error:
        print(f"messages: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items()
             if not (TARGET / path).exists() or (TARGET / path).read_text(encoding="utf-8") != text]
    for path in stale:
        if options.check:
            print(f"messages: expected Sources/Messages/{path} as the descriptions say; Tests/Lab/generate writes it",
                  file=sys.stderr)
        else:
            (TARGET / path).write_text(files[path], encoding="utf-8")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
