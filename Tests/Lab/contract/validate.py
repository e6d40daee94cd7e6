"""Validates the contract of deploy/contract with python3-jsonschema: the schemas by both of their metaschemas, the
recorded messages of the tests by the schemas, and of the AsyncAPI document what its own metaschema leaves out.

Use: validate.py [SEEN…]   Each is a file of JSON Lines with messages that Livery has sent: {"type": …, "body": …}
"""
from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator, Draft202012Validator

repository = Path(__file__).resolve().parents[3]
contract = repository / "deploy/contract"
golden = repository / "Tests/MessagesTests/Golden"
drafts = (Draft202012Validator, Draft7Validator)

# What a recorded request is, where its file is named for something else than the type without its stage.
requests = {
    "cancel-ride-bare": "cancel-ride.handle", "payment-result": "payment.result",
    "payment-result-bare": "payment.result", "request-ride-resolve": "request-ride.resolve", "ride-due": "ride.due",
    "ride-adjust": "ride.adjust", "ride-end": "ride.end", "ride-reassign": "ride.reassign",
    "ride-refund": "ride.refund", "ride-settle": "ride.settle", "ride-update": "ride.update",
    "ride-updates-due": "ride.updates-due", "ride-waive": "ride.waive",
    "send-ride-feedback-rating": "send-ride-feedback.handle", "send-ride-feedback-tip": "send-ride-feedback.handle", "vehicle-update": "vehicle.update",
}
# The same of recorded answers.
answers = {
    "cancel-ride-confirm": "cancel-ride.confirm", "failure": "request-ride.handle",
    "failure-passing": "list-ride-options.handle", "failure-with-ride": "request-ride.handle",
    "request-ride-confirm": "request-ride.confirm", "request-ride-resolve": "request-ride.resolve",
    "ride-status-completed": "get-ride-status.handle", "ride-status-none": "get-ride-status.handle",
    "ride-status-received": "get-ride-status.handle",
}
# Publications whose body is a request; all others are by their type what Livery writes.
commands = {"ride.due", "ride.updates-due"}


def bundle(path: Path) -> dict[str, Any]:
    """A schema together with the definitions that it shares with others of its form."""
    shared = f"definitions.{path.stem.rpartition('.')[2]}.json"
    text = path.with_name(shared).read_text().replace(f'"{shared}#', '"#')
    schema = json.loads(path.read_text().replace(f'"{shared}#', '"#'))
    return schema | {"$defs": json.loads(text)["$defs"]}


class Contract:
    """The schemas by name, compiled for both drafts, and what was found to be wrong."""

    def __init__(self) -> None:
        self.mistakes: list[str] = []
        self.checked = 0
        self.schemas: dict[str, list[Any]] = {}
        for path in sorted((contract / "schemas").glob("*.json")):
            schema = json.loads(path.read_text())
            for draft in drafts:
                for error in draft(draft.META_SCHEMA).iter_errors(schema):
                    self.mistakes.append(f"{path.name}: no {draft.__name__}: {error.message}")
            if not path.stem.startswith("definitions."):
                self.schemas[path.stem] = [draft(bundle(path)) for draft in drafts]

    def check(self, what: str, body: Any, *names: str) -> None:
        """Holds a body to schemas, by both drafts."""
        for name in names:
            for validator in self.schemas.get(name, []):
                self.checked += 1
                for error in validator.iter_errors(body):
                    place = ".".join(str(part) for part in error.absolute_path)
                    self.mistakes.append(f"{what}: by {name} at {place or 'the root'}: {error.message[:300]}")
            if name not in self.schemas:
                self.mistakes.append(f"{what}: there is no schema {name}")


def check_golden(contract: Contract) -> None:
    """Requests are taken, also strictly; what Livery writes is as its closed schema and as its readers have it."""
    for path in sorted(golden.glob("*.json")):
        body = json.loads(path.read_text())
        name, _, kind = path.stem.partition(".")
        if name.startswith("ride-document") or name == "dead-letter":
            continue  # stored, and kept as it came
        if kind == "response":
            answer = answers.get(name, f"{name}.handle") + ".response"
            contract.check(path.name, body, f"{answer}.writer", f"{answer}.reader")
        elif kind == "publication":
            contract.check(path.name, body["body"], f"{body['type']}.writer", f"{body['type']}.reader")
            if not body["type"].endswith(".response") and body["type"] not in commands:
                contract.check(path.name, body["body"] | {"later": 1}, f"{body['type']}.reader")
        else:
            request = requests.get(name, f"{name}.handle")
            contract.check(path.name, body, f"{request}.reader", f"{request}.writer")
            contract.check(f"{path.name} with a new member", body | {"later": [1]}, f"{request}.reader")


def check_seen(contract: Contract, path: Path) -> None:
    """What Livery was seen to send is what it says that it writes; failures of unknown types are failures."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        message = json.loads(line)
        name = message["type"]
        if name.endswith(".response") and f"{name}.writer" not in contract.schemas:
            name = "request-ride.handle.response"
        contract.check(f"{path.name}, line {number}", message["body"], f"{name}.writer", f"{name}.reader")


def references(node: Any, path: str = "#") -> Iterator[tuple[str, str]]:
    """Every reference with the place where it stands; examples have none."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name == "$ref":
                yield path, value
            elif name != "examples":
                yield from references(value, f"{path}/{name}")
    elif isinstance(node, list):
        for index, value in enumerate(node):
            yield from references(value, f"{path}/{index}")


def target(document: Any, reference: str) -> Any:
    """What a reference points to; a KeyError when there is nothing."""
    if not reference.startswith("#"):
        return (contract / reference).read_text()
    for part in reference.removeprefix("#/").split("/"):
        document = document[part.replace("~1", "/").replace("~0", "~")]
    return document


def check_operation(name: str, operation: dict[str, Any], used: set[str]) -> Iterator[str]:
    """The messages of an operation, and of its reply, are messages of the channel."""
    for side in (operation, operation.get("reply")):
        if side is None:
            continue
        channel = side["channel"]["$ref"]
        used.add(channel)
        for message in side.get("messages", []):
            if not message["$ref"].startswith(f"{channel}/messages/"):
                yield f"operation {name}: {message['$ref']} is no message of {channel}"


def check_document(checked: Contract) -> None:
    """What the metaschema of AsyncAPI leaves out: references, channels, messages, examples, extensions of bindings."""
    document = json.loads((contract / "asyncapi.json").read_text())
    mistakes = checked.mistakes
    for path, reference in references(document):
        try:
            target(document, reference)
        except (KeyError, TypeError, OSError):
            mistakes.append(f"asyncapi.json: {path} refers to {reference}, which is not there")
    used: set[str] = set()
    for name, operation in document["operations"].items():
        mistakes.extend(f"asyncapi.json: {mistake}" for mistake in check_operation(name, operation, used))
    for name, channel in document["channels"].items():
        if f"#/channels/{name}" not in used:
            mistakes.append(f"asyncapi.json: no operation uses the channel {name}")
        for member in channel.get("bindings", {}).get("amqp", {}):
            if member.startswith("x-"):
                mistakes.append(f"asyncapi.json: {member} within the AMQP binding of the channel {name}")
    for name, message in document["components"]["messages"].items():
        for example in message.get("examples", []):
            reader = Path(message["payload"]["$ref"]).stem
            checked.check(f"asyncapi.json: the example of {name}", example["payload"], f"{name}.writer", reader)


def check_alone(checked: Contract) -> None:
    """A plain validator that is given one of the files finds the definitions beside it."""
    body = golden / "request-ride.json"
    for form in ("reader", "writer"):
        schema = contract / f"schemas/request-ride.handle.{form}.json"
        command = [sys.executable, "-m", "jsonschema", "--base-uri", schema.as_uri(), "-i", str(body), str(schema)]
        found = subprocess.run(command, capture_output=True, text=True, timeout=300)
        if found.returncode != 0:
            checked.mistakes.append(f"{schema.name}: a plain validator: {found.stdout}{found.stderr}")


def main() -> int:
    """Says each mistake on a line."""
    checked = Contract()
    check_golden(checked)
    check_document(checked)
    check_alone(checked)
    for path in sys.argv[1:]:
        check_seen(checked, Path(path))
    for mistake in checked.mistakes:
        print(mistake)
    if not checked.schemas or checked.mistakes:
        print(f"{len(checked.mistakes)} mistakes", file=sys.stderr)
        return 1
    print(f"{len(checked.schemas)} schemas by two metaschemas, {checked.checked} validations: all right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
