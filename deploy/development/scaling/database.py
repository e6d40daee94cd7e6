"""PostgreSQL on two hosts: a primary, and a standby without which the primary confirms no commit. Needs root.

Each server is alone on its host, so that the host is lost with all its processes at once. A primary that was lost is
never started again: two servers that can be written to would be two truths.
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fleets.network import Network
from fleets.processes import SuiteError, end, run, start, wait_until
from fleets.store import PostgresStore

PORT = 5432
START_SECONDS = 60
STANDBY = "standby"
# What a fail-over manager waits for before it believes that a primary is lost: so many checks, a second apart.
FAILED_CHECKS = 3
SETTINGS = ("unix_socket_directories = ''", "shared_buffers = 64MB", "max_connections = 400", "max_wal_size = 512MB",
            "wal_keep_size = 128MB", "log_min_messages = warning")
NETWORKS = "\nhost all all samenet scram-sha-256\nhost replication all samenet scram-sha-256\n"


class Server:
    """One server on a host."""

    def __init__(self, folder: Path, host: str, network: Network, password: str) -> None:
        self.host, self.address = host, network.addresses[host]
        self._folder, self._data = folder / host, folder / host / "data"
        self._within, self._password = network.within(host), password
        self._process: subprocess.Popen[bytes] | None = None

    def initialise(self) -> None:
        """Makes an empty server."""
        self._prepare()
        # The account may not read a file of the caller.
        secret = self._folder / "password"
        secret.write_text(self._password, encoding="ascii")
        run(["chown", "postgres:", secret])
        self._tool("initdb", f"--pgdata={self._data}", "--username=postgres", f"--pwfile={secret}",
                   "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        secret.unlink()
        with open(self._data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.write("\n".join(("", *SETTINGS, "")))
        with open(self._data / "pg_hba.conf", "a", encoding="utf-8") as file:
            file.write(NETWORKS)

    def copy(self, primary: Server) -> None:
        """Makes a standby of another server."""
        self._prepare()
        self._tool("pg_basebackup", f"--pgdata={self._data}", "--checkpoint=fast", "--no-sync",
                   "--write-recovery-conf", "--wal-method=stream",
                   f"--dbname=host={primary.address} port={PORT} user=postgres application_name={STANDBY}")

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        command = [*self._as_server(), programs() / "postgres", "-D", self._data, "-p", str(PORT),
                   "-c", f"listen_addresses={self.address}"]
        self._process = start(command, self._folder / "server.log")
        wait_until(self.answers, START_SECONDS, f"the database server on {self.host} answers", 0.1)

    def stop(self) -> None:
        """Ends it in order."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            end(self._process)

    def lose(self) -> None:
        """Kills all processes of the host at once."""
        while pids := run(["ip", "netns", "pids", self._within[-1]]).split():
            for pid in pids:
                try:
                    os.kill(int(pid), signal.SIGKILL)
                except ProcessLookupError:
                    continue
            if self._process is not None:
                self._process.poll()

    def promote(self) -> None:
        """Makes a standby a primary."""
        self._tool("pg_ctl", f"--pgdata={self._data}", "--wait", f"--timeout={START_SECONDS}", "promote")

    def answers(self) -> bool:
        """Whether it takes connections."""
        return subprocess.run([programs() / "pg_isready", "-q", "-h", self.address, "-p", str(PORT), "-t", "1"],
                              timeout=10).returncode == 0

    def psql(self, sql: str, database: str) -> str:
        """Runs a statement as the superuser and returns what it printed."""
        return run([programs() / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.address,
                    "-p", str(PORT), "-U", "postgres", "-d", database, "-c", sql], self._environment())

    def _prepare(self) -> None:
        self._data.mkdir(parents=True)
        self._data.chmod(0o700)
        run(["chown", "postgres:", self._data])

    def _tool(self, name: str, *arguments: str) -> None:
        run([*self._as_server(), programs() / name, *arguments], self._environment())

    def _as_server(self) -> list[str]:
        return [*self._within, "env", "-C", "/", "setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups",
                "--"]

    def _environment(self) -> dict[str, str]:
        kept = {name: text for name, text in os.environ.items() if not name.startswith("PG")}
        return kept | {"PGPASSWORD": self._password, "PGCONNECT_TIMEOUT": "5"}


class DatabasePair(PostgresStore):
    """The primary and its standby, of which a client takes the one that can be written to."""

    def __init__(self, folder: Path, network: Network, hosts: Sequence[str]) -> None:
        super().__init__(folder)
        # Letters, digits, - and _ alone, so that it can stand in a URL.
        self._password = secrets.token_urlsafe(18)
        self.primary, self.standby = (Server(self.folder, host, network, self._password) for host in hosts)
        self._servers = (self.primary, self.standby)

    @property
    def url(self) -> str:
        """Both servers."""
        hosts = ",".join(f"{server.address}:{PORT}" for server in self._servers)
        return f"postgresql://livery:{self._password}@{hosts}/{self.database}?target_session_attrs=read-write"

    def start(self) -> None:
        """Starts both, and has the primary wait for the standby with each commit."""
        self.primary.initialise()
        self.primary.start()
        self.primary.psql(f"CREATE ROLE livery LOGIN PASSWORD '{self._password}'", "postgres")
        self.primary.psql(f"CREATE DATABASE {self.database} OWNER livery", "postgres")
        self.standby.copy(self.primary)
        self.standby.start()
        for statement in (f"ALTER SYSTEM SET synchronous_standby_names = 'FIRST 1 ({STANDBY})'",
                          "ALTER SYSTEM SET synchronous_commit = on", "SELECT pg_reload_conf()"):
            self.primary.psql(statement, "postgres")
        wait_until(self._is_synchronous, START_SECONDS, "the standby is synchronous", 0.1)

    def _is_synchronous(self) -> bool:
        return "sync" in self.primary.psql("SELECT sync_state FROM pg_stat_replication", "postgres").split()

    def stop(self) -> None:
        """Ends both, the standby last: without it, nothing would be committed."""
        for server in self._servers:
            server.stop()

    def fail_over(self) -> None:
        """Promotes the standby as soon as the primary has failed as many checks as it takes."""
        lost = self.primary
        failed = 0

        def is_lost() -> bool:
            nonlocal failed
            failed = 0 if lost.answers() else failed + 1
            return failed >= FAILED_CHECKS

        wait_until(is_lost, START_SECONDS, f"the primary on {lost.host} is lost", 1.0)
        self.standby.promote()
        self.primary = self.standby

    def psql(self, sql: str) -> str:
        """Runs a statement on the primary."""
        return self.primary.psql(sql, self.database)

    def answers(self) -> bool:
        """Whether the primary answers."""
        return self.primary.answers()


def programs() -> Path:
    """The newest PostgreSQL of Debian's packages."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise SuiteError("expected PostgreSQL under /usr/lib/postgresql; deploy/packages installs it")
    return found[-1].parent
