"""Copies of a store that is in use: made while workers write, checked, and restored in place of the lost store."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from pathlib import Path

from fleets.processes import SuiteError, run
from fleets.store import PostgresStore, SQLiteStore, Store

# The newest PostgreSQL of Debian's packages.
PROGRAMS = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=Path())


class Copies(ABC):
    """How a store is copied, lost and restored."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "copy"

    @abstractmethod
    def make(self) -> None:
        """Copies the store while workers use it."""

    @abstractmethod
    def lose(self) -> None:
        """Destroys the store; no worker runs."""

    @abstractmethod
    def restore(self) -> None:
        """Puts the copy where the store was."""


class SQLiteCopies(Copies):
    """SQLite's VACUUM INTO, which copies one moment while others write."""

    def __init__(self, store: SQLiteStore, folder: Path) -> None:
        super().__init__(folder)
        self.store = store

    def make(self) -> None:
        """Copies, and checks the copy."""
        # The backup of the shell begins again whenever another process writes.
        run(["sqlite3", self.store.path, ".timeout 20000", f"VACUUM INTO '{self.file}'"])
        with sqlite3.connect(self.file) as copy:
            if (found := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise SuiteError(f"expected a copy without a fault, got {found}")

    def lose(self) -> None:
        """Removes the file with its log."""
        for suffix in ("", "-wal", "-shm"):
            Path(f"{self.store.path}{suffix}").unlink(missing_ok=True)

    def restore(self) -> None:
        """Copies the file back; a log of before must not be there."""
        run(["cp", self.file, self.store.path])


class PostgresCopies(Copies):
    """pg_dump(1), which reads one snapshot, and pg_restore(1) into a new database."""

    def __init__(self, store: PostgresStore, folder: Path) -> None:
        super().__init__(folder)
        self.store = store

    def make(self) -> None:
        """Dumps the database, and has the dump listed."""
        run([PROGRAMS / "pg_dump", "--format=custom", f"--file={self.file}", self.store.url])
        run([PROGRAMS / "pg_restore", "--list", self.file])

    def lose(self) -> None:
        """Drops the database."""
        self._admin(f"DROP DATABASE {self.store.database} WITH (FORCE)")

    def restore(self) -> None:
        """Makes the database again, and fills it from the dump."""
        self._admin(f"CREATE DATABASE {self.store.database} OWNER livery TEMPLATE template0 ENCODING 'UTF8'")
        run([PROGRAMS / "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={self.store.url}", self.file])

    def _admin(self, statement: str) -> None:
        database, self.store.database = self.store.database, "postgres"
        try:
            self.store.psql(statement)
        finally:
            self.store.database = database


def copies_of(store: Store, folder: Path) -> Copies:
    """The way to copy that store."""
    return SQLiteCopies(store, folder) if isinstance(store, SQLiteStore) else PostgresCopies(store, folder)
