"""The machine and the versions that figures belong to."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from fleets.processes import SuiteError
from fleets.store import PostgresStore

from .calibration import calibration_line

PACKAGES = ("rabbitmq-server", "librabbitmq4", "libsqlite3-0", "postgresql", "libpq5")
SETTINGS = ("server_version", "fsync", "synchronous_commit", "full_page_writes", "wal_sync_method", "shared_buffers",
            "max_wal_size", "wal_level")
SYNCS, BLOCK = 50, bytes(8192)


def machine_facts(folder: Path) -> dict[str, Any]:
    """Processors, memory, versions, and how long the disk takes to keep a block."""
    model = next((line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    memory = int(Path("/proc/meminfo").read_text().split()[1]) * 1024
    return {"cores": len(os.sched_getaffinity(0)), "processor": model, "memory_bytes": memory,
            "kernel": platform.release(), "sync_microseconds": round(sync_microseconds(folder)),
            "load_average": os.getloadavg()[0],
            "versions": {name: version for name in PACKAGES if (version := package_version(name))}}


def package_version(name: str) -> str:
    """The version of a Debian package; nothing when there is none."""
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", name], capture_output=True, text=True)
    return shown.stdout if shown.returncode == 0 else ""


def sync_microseconds(folder: Path) -> float:
    """The median time that the disk takes to keep a block that was appended (fdatasync)."""
    path, times = folder / "sync", []
    with open(path, "wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(BLOCK)
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - begun)
    path.unlink()
    return statistics.median(times) * 1e6


def database_facts(server: PostgresStore) -> dict[str, str]:
    """The settings of the database server that decide what a commit costs; one that loses commits is refused."""
    names = ", ".join(f"'{name}'" for name in SETTINGS)
    rows = server.rows(f"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ({names})")
    found = {str(name): str(value) for name, value in rows}
    if (found["fsync"], found["synchronous_commit"]) != ("on", "on"):
        raise SuiteError(f"expected a database server that keeps what it confirms, got {found}")
    return found


def fact_lines(facts: dict[str, Any]) -> list[str]:
    """The facts, for a person."""
    versions = ", ".join(f"{name} {version}" for name, version in facts["versions"].items())
    lines = [f"{facts['cores']} cores: {facts['processor']}, {facts['memory_bytes'] / 1e9:.1f} GB, "
             f"Linux {facts['kernel']}; the disk keeps a block in {facts['sync_microseconds']} µs",
             f"{versions}; seed {facts['seed']}"]
    lines += calibration_line(facts)
    if facts["load_average"] > facts["cores"] / 2:
        lines.append(f"the machine has other work to do (load average {facts['load_average']:.1f}): figures are rough")
    return lines


def server_line(facts: dict[str, Any]) -> list[str]:
    """What keeps the bookings, for a person; nothing when no database server was started."""
    settings = facts.get("postgres", {})
    return ["PostgreSQL: " + ", ".join(f"{name} {value}" for name, value in settings.items())] if settings else []
