"""Writes the generated files, or says which of them are not what the descriptions say.

Use: Tests/Lab/generate [--check | --test]
Exit code: 0; 1 for a file that is stale with --check, or a wrong description.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from .client import Client
from .description import DescriptionError
from .examples import example_pieces, examples
from .loading import MESSAGES, load
from .pages import required_members, types_table
from .swift import domain_intent, domain_objects, intent, object_codings
from .tables import (answer_writers, dispatch_schemas, family_intents, hiding, intents, kept, message_type,
                     object_schemas, parts_of, random_objects, schemas, senders)

ROOT = MESSAGES.parents[1]


def generated() -> dict[Path, str]:
    """Every generated file below the root, before it is formatted."""
    found = load()
    operations, objects = found.operations, found.objects
    target = Path("Sources/Messages")
    files = {target / "Intents" / f"{each.struct}.swift": intent(each) for each in operations if not each.domain}
    files[target / "Intents/MessageType.swift"] = message_type(operations)
    files[target / "Envelope/SenderRights.swift"] = senders(operations)
    files[target / "Intents/Intent.swift"] = intents(operations)
    files[target / "Intents/QueueIntents.swift"] = family_intents(operations)
    files[target / "Contract/RequestSchemas.swift"] = schemas(operations)
    files[target / "Contract/DispatchSchemas.swift"] = dispatch_schemas(operations)
    files[target / "Contract/ResponseSchemas.swift"] = object_schemas(
        found.answers, "The bodies of answers and events.", "Answers")
    files[target / "Responses/AnswerWriters.swift"] = answer_writers(found.answers)
    files[Path("Sources/Tool/Contract/MessageExamples.swift")] = examples(operations, found.pieces)
    files[Path("Sources/Tool/Contract/ExamplePieces.swift")] = example_pieces(found.pieces)
    parts = parts_of("ride-status", objects)
    option = parts_of("ride-option", objects)
    coded = [each for each in objects if not each.by_hand]
    files[target / "Coding/RideOptionCoding.swift"] = object_codings([each for each in coded if each.file in option])
    files[target / "Coding/RideStatusMembers.swift"] = object_codings(
        [each for each in coded if each.file in parts - option])
    files[target / "Coding/PaymentMethodCoding.swift"] = object_codings(
        [each for each in coded if each.file not in parts])
    files[target / "Contract/RideSchemas.swift"] = object_schemas(
        [each for each in objects if each.file in parts], "The objects that describe a ride.")
    files[target / "Contract/SharedSchemas.swift"] = object_schemas(
        [each for each in objects if each.file not in parts], "The objects of requests and answers.")
    files[Path("Sources/Replay/Masking/KeptNames.swift")] = kept([*operations, *objects, *found.answers])
    files |= {Path("Sources/Rides/Booking") / f"{each.struct}.swift": domain_intent(each)
              for each in operations if each.domain}
    domain = sorted((each for each in objects if each.domain), key=lambda each: each.file != "ride-status")
    files[Path("Sources/Rides/Status/RideStatus.swift")] = domain_objects(domain, hiding(domain[0], objects))
    files[Path("Tests/MessagesTests/RandomObjects.swift")] = random_objects(
        objects, next(each for each in operations if each.file == "request-ride"))
    for name, written in (("Contract", types_table), ("Producers", required_members)):
        page = target / f"Messages.docc/{name}.md"
        files[page] = written(operations, (ROOT / page).read_text(encoding="utf-8"))
    return files | Client(found).files()


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
    parser.add_argument("--test", action="store_true", help="test that wrong descriptions are refused")
    options = parser.parse_args()
    if options.test:
        return subprocess.run([sys.executable, "-B", "-m", "unittest", "messages.refusals"], check=False).returncode
    try:
        files = formatted(generated())
    except DescriptionError as error:
        print(f"messages: {error}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items()
             if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text]
    for path in stale:
        if options.check:
            print(f"messages: expected {path} as the descriptions say; Tests/Lab/generate writes it",
                  file=sys.stderr)
        else:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_text(files[path], encoding="utf-8")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
