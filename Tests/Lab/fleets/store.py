"""The databases of the suite, and what the checker reads of them with clients that are not Livery's."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path
from typing import Any

from .processes import REPOSITORY, SuiteError, run

SCRIPT = REPOSITORY / "Tests" / "Lab" / "database"


class SQLiteStore:
    """A file."""

    name = "sqlite"

    def __init__(self, folder: Path) -> None:
        self.path = folder / "livery.db"

    @property
    def url(self) -> str:
        """The value of LIVERY_STORE."""
        return f"sqlite:{self.path}"

    def start(self) -> None:
        """Nothing runs."""

    def stop(self) -> None:
        """Nothing runs."""

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query, in one snapshot."""
        connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30)
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    def execute(self, sql: str) -> None:
        """Carries out a statement."""
        connection = sqlite3.connect(self.path, timeout=30)
        try:
            with connection:
                connection.execute(sql)
        finally:
            connection.close()

    def check(self) -> list[str]:
        """What the database says of its own soundness; nothing when it is sound."""
        return [row[0] for row in self.rows("PRAGMA integrity_check") if row[0] != "ok"]

    def microseconds(self, column: str) -> str:
        """A column with an instant, in SQL, as microseconds since 1970."""
        return column


class PostgresStore:
    """A private server, by Tests/Lab/database."""

    name = "postgres"

    def __init__(self, folder: Path, database: str = "livery") -> None:
        self.folder = folder / "database"
        self.database = database

    @property
    def url(self) -> str:
        """The value of LIVERY_STORE."""
        return recorded(self.folder, "url")

    def start(self) -> None:
        """Starts the server; its data stay over a stop or a kill."""
        run([SCRIPT, "start", self.folder])

    def stop(self) -> None:
        """Ends the server in order."""
        if self.folder.exists():
            run([SCRIPT, "stop", self.folder])

    def kill(self) -> None:
        """Ends the server with SIGKILL."""
        run([SCRIPT, "kill", self.folder])

    def psql(self, sql: str) -> str:
        """Runs a statement as the superuser and returns its output."""
        return run([SCRIPT, "psql", self.folder, "-d", self.database, "-X", "-q", "-c", sql])

    def program(self, *command: str | Path) -> None:
        """Runs a client program of the server's version, such as pg_dump."""
        run(command)

    def execute(self, sql: str) -> None:
        """Carries out a statement."""
        self.psql(sql)

    def answers(self) -> bool:
        """Whether the server answers."""
        try:
            return "1" in self.psql("SELECT 1")
        except SuiteError:
            return False

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of a query, in one snapshot; numbers and texts come as the types of their columns' values do."""
        text = self.psql(f"COPY ({sql}) TO STDOUT (FORMAT csv, NULL '\\N')")
        return [tuple(value(field) for field in row) for row in csv.reader(io.StringIO(text))]

    def check(self) -> list[str]:
        """PostgreSQL finds its pages' faults when it reads them."""
        return []

    def microseconds(self, column: str) -> str:
        """A column with an instant, in SQL, as microseconds since 1970."""
        return f"CAST(EXTRACT(EPOCH FROM {column}) * 1000000 AS bigint)"


def recorded(folder: Path, name: str) -> str:
    """A value that Tests/Lab/database has written down about the server of a folder."""
    text = (folder / "database.env").read_text(encoding="utf-8")
    return next(line.partition("=")[2] for line in text.splitlines() if line.startswith(f"{name}="))


def value(field: str) -> Any:
    """The value of a field of CSV."""
    if field == "\\N":
        return None
    return int(field) if field.lstrip("-").isdigit() else field


Store = SQLiteStore | PostgresStore
