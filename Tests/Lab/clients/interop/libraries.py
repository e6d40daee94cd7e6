"""The programs that publish, one for each library."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fleets.processes import SuiteError

from ..clients import Client

FOLDER = Path(__file__).resolve().parent
PUBLISH_SECONDS = 600


@dataclass(frozen=True)
class Library:
    """A library and what it is able to do: types of headers, transactions, frames of a size, headers of any depth."""

    client: Client
    abilities: frozenset[str]

    @property
    def name(self) -> str:
        """The name of the library."""
        return self.client.name

    def publish(self, messages: Iterable[dict[str, Any]], work: Path) -> list[dict[str, Any]]:
        """Publishes messages, and returns the responses that came by direct reply-to."""
        lines = "".join(json.dumps(message) + "\n" for message in messages)
        try:
            done = subprocess.run(self.client.built(work), input=lines, capture_output=True, text=True, check=False,
                                  timeout=PUBLISH_SECONDS)
        except subprocess.TimeoutExpired:
            raise SuiteError(f"expected that all is published within {PUBLISH_SECONDS} s") from None
        if done.returncode != 0:
            raise SuiteError(f"expected exit code 0 of the publisher, got {done.returncode}:\n{done.stderr[-2000:]}")
        return [json.loads(line) for line in done.stdout.splitlines()]


# Types of AMQP that pika writes, and that others write beside them, with timestamps in milliseconds.
PLAIN = frozenset({"bool", "int32", "int64", "decimal", "timestamp", "bytes", "text", "void", "array", "table"})
ALL = PLAIN | {"int8", "uint8", "int16", "float", "double", "milliseconds"}
SESSION = frozenset({"transaction", "frames", "depth"})

LIBRARIES = [
    Library(Client("pika", ["/usr/bin/python3", "-B", "-m", "clients.interop.publish"]), PLAIN | SESSION),
    Library(Client("amqp091-go", ["{}/publish"], ["go", "build", "-o", "{}/publish", f"{FOLDER}/publish.go"],
                   {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": "{}/go"}), ALL | SESSION),
    # What LiveryClient writes with.
    Library(Client("livery-amqp", ["{}/binaries/PublishMessages"]), ALL),
]
