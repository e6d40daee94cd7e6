"""How long the steps of a move take for a large area: two databases without fleets, filled by SQL."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from fleets.processes import SuiteError, now, run
from fleets.store import PostgresStore

from .areas import MOVING
from .cell import PASSWORD, WORKER, Cell, environment

UNFINISHED, VEHICLES = 3_000, 10_000
CHANGES, LINES, OUTCOMES = 6, 5, 5
# Texts of the size that a fleet writes, which do not compress to nothing.
TEXT = "(SELECT string_agg(md5(n::text || k::text), '') FROM generate_series(1, {}) AS k)"
FILL = f"""
SET synchronous_commit = off;
INSERT INTO rides SELECT 'ride-' || n, 'rider-' || n, CASE WHEN n > {{finished}} THEN 0 END, {CHANGES}, {CHANGES},
  CASE WHEN n > {{finished}} THEN 'ongoing' ELSE 'completed' END, 'sedan', '{MOVING}', NULL,
  CASE WHEN n > {{finished}} THEN 'vehicle-' || n - {{finished}} END, false, 41.88, -87.63,
  now() - interval '60 days' * (1 - n::float / {{all}}), now(), now(), CASE WHEN n > {{finished}} THEN now() END, NULL,
  '{{{{"slot":0,' || {TEXT.format(40)} FROM generate_series(1, {{all}}) AS n;
INSERT INTO status_changes SELECT 'ride-' || n, s, 'ongoing', now(), {TEXT.format(35)}
  FROM generate_series(1, {{all}}) AS n, generate_series(1, {CHANGES}) AS s;
INSERT INTO ledger SELECT 'ride-' || n, l, 1, 'fares', 100, 'USD', 'fare', now()
  FROM generate_series(1, {{all}}) AS n, generate_series(1, {LINES}) AS l;
INSERT INTO outcomes SELECT 'message-' || n || '-' || o, 'rider-' || n, 'ride.update', '\\x00', {TEXT.format(15)},
  ARRAY['ride-' || n], ARRAY[1], '{{{{}}}}', '{{{{}}}}', now() - interval '6 days' * (1 - n::float / {{all}})
  FROM generate_series(1, {{all}}) AS n, generate_series(1, {OUTCOMES}) AS o;
INSERT INTO vehicles (vehicle_identifier, sequence, on_duty, products, capacity, updated_at, ride_identifier)
  SELECT 'vehicle-' || n, 1, true, '{{{{sedan}}}}', 4, now(),
    CASE WHEN n <= {UNFINISHED} THEN 'ride-' || n + {{finished}} END FROM generate_series(1, {VEHICLES}) AS n;
"""


def measure(binaries: Path, finished: int) -> None:
    """Fills the old cell, moves the area, and prints the duration of each step."""
    folder = Path(tempfile.mkdtemp(prefix="livery-cells-"))
    folder.chmod(0o711)
    server = PostgresStore(folder)
    try:
        server.start()
        server.psql(f"CREATE ROLE {WORKER} LOGIN PASSWORD '{PASSWORD}'")
        old, new = (Cell(folder, binaries, name, [MOVING], 1) for name in ("cell-1", "cell-2"))
        for cell in (old, new):
            server.psql(f'CREATE DATABASE "{cell.store.database}" OWNER livery')
            run([binaries / "livery", "migrate"], {"LIVERY_STORE": cell.store.owner_url})
        filling = folder / "fill.sql"
        filling.write_text(FILL.format(finished=finished, all=finished + UNFINISHED), encoding="utf-8")
        with open(filling, encoding="utf-8") as sql:
            subprocess.run(["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", old.store.owner_url], stdin=sql, check=True)
        old.store.psql("VACUUM ANALYZE")
        steps(folder, old, new)
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def steps(folder: Path, old: Cell, new: Cell) -> None:
    """Takes the steps and prints their times."""
    vehicles = folder / "vehicles"
    vehicles.write_text("".join(f"vehicle-{n}\n" for n in range(1, VEHICLES + 1)), encoding="utf-8")
    settings = environment(old, new, vehicles, "true", "true") | {"CELL_BATCH": "20000"}
    move = Path(__file__).resolve().parents[2] / "cells" / "move"
    take = partial(step, move, settings)
    for name in ("ahead", "ahead", "freeze", "copy"):
        take(name)
    # As if the script had been interrupted before it could note that the copy was committed: no way leads back.
    old.store.execute("UPDATE livery_move.move SET state = 'frozen'")
    take("thaw", is_refused=True)
    for name in ("copy", "finish"):
        take(name)
    counts = ("SELECT (SELECT COUNT(*) FROM rides), (SELECT COUNT(*) FROM status_changes), "
              "(SELECT COUNT(*) FROM ledger), (SELECT COUNT(*) FROM outcomes), "
              "(SELECT COUNT(*) FROM vehicles WHERE on_duty)")
    print(f"old cell {old.store.rows(counts)[0]}, new cell {new.store.rows(counts)[0]}")


def step(move: Path, settings: dict[str, str], name: str, is_refused: bool = False) -> None:
    """Takes one, and prints its time."""
    began = now()
    try:
        run([move, name, MOVING], settings, 1800)
    except SuiteError:
        if not is_refused:
            raise
    else:
        if is_refused:
            raise SuiteError(f"expected that {name} is refused")
    print(f"{name}: {now() - began:.1f} s{', refused' if is_refused else ''}", flush=True)
