"""How each example client is built and started."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fleets.processes import REPOSITORY, run

EXAMPLES = REPOSITORY / "deploy/examples"
SOURCES = EXAMPLES / "clients"
JARS = ":".join(f"/usr/share/java/{name}.jar" for name in ("amqp-client", "gson", "slf4j-api", "slf4j-nop"))


@dataclass(frozen=True)
class Client:
    """An example; `{}` in its commands stands for a folder where it is built."""

    name: str
    start: Sequence[str]
    build: Sequence[str] = ()
    environment: dict[str, str] = field(default_factory=dict)
    # The lines of code that its source stays below.
    longest: int = 120

    @property
    def source(self) -> Path:
        """Its one file, which may be in a package."""
        path = next(Path(part) for part in (*self.build, *self.start) if part.startswith(str(EXAMPLES)))
        return path if path.is_file() else next(path.rglob("Client.swift"))

    def built(self, folder: Path) -> list[str]:
        """Builds the client, and returns the command that starts it."""
        if self.build:
            environment = {**os.environ, **{name: value.format(folder) for name, value in self.environment.items()}}
            run([part.format(folder) for part in self.build], environment)
        return [part.format(folder) for part in self.start]


CLIENTS = [
    Client("python-pika", ["/usr/bin/python3", "-u", f"{SOURCES}/client.py"]),
    Client("python-aio-pika", ["/usr/bin/python3", "-u", f"{SOURCES}/client_asyncio.py"]),
    Client("go", ["{}/client-go"], ["go", "build", "-o", "{}/client-go", f"{SOURCES}/client.go"],
           {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": "{}/go"}),
    Client("java", ["java", "-XX:TieredStopAtLevel=1", "-cp", JARS, f"{SOURCES}/Client.java"]),
    Client("ruby", ["ruby", f"{SOURCES}/client.rb"]),
    Client("php", ["php", f"{SOURCES}/client.php"]),
    Client("c", ["{}/client-c"], ["cc", "-Wall", "-Wextra", "-Werror", "-o", "{}/client-c", f"{SOURCES}/client.c",
                                  "-lrabbitmq", "-ljansson"]),
    Client("swift", ["{}/build/debug/client"], [f"{Path(__file__).parent}/dependent", "{}", f"{EXAMPLES}/swift"],
           longest=80),
]
