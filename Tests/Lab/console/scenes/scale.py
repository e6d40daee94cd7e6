"""A large store, whose pages come as fast as those of a small one; and a console at which nobody looks."""

from __future__ import annotations

from typing import Any

from fleets.processes import wait_until

from console.looker import LIVE, Looker
from console.rides import Rides
from console.stage import DATABASE_USER, Stage

RIDES, LETTERS = 100_000, 10_000
MOST_MILLISECONDS, LOADS = 1000, 3
QUIET_SECONDS, REST_SECONDS = 20, 40
PAINT = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
# A copy of a ride has a name of the same length, since places in its texts are counted.
NAME = "'copy' || lpad(copies::text, 22, '0')"


def copied(stage: Stage, table: str, changed: dict[str, str], source: str, count: int) -> None:
    """Inserts copies of a row with other values of some columns."""
    columns = [str(row[0]) for row in stage.store.rows(
        "SELECT column_name FROM information_schema.columns "
        f"WHERE table_name = '{table}' ORDER BY ordinal_position")]
    values = ", ".join(changed.get(column, f"one.{column}") for column in columns)
    stage.store.execute(f"INSERT INTO {table} ({', '.join(columns)}) SELECT {values} FROM "
                        f"(SELECT * FROM {table} WHERE {source} LIMIT 1) AS one, generate_series(1, {count}) AS copies")


def fill(stage: Stage, rides: Rides) -> None:
    """Copies one ride and one dead letter."""
    ride = rides.completed()
    own, rider = f"ride_identifier = '{ride}'", "'copy-rider-' || copies % 5000"
    sequence = stage.store.rows(f"SELECT sequence FROM rides WHERE {own}")[0][0]
    past = "- copies * interval '20 s'"
    copied(stage, "rides", {
        "ride_identifier": NAME, "rider_identifier": rider, "created_at": f"one.created_at {past}",
        "updated_at": f"one.updated_at {past}", "payments_until": "NULL",
        "document": f"replace(one.document, one.ride_identifier, {NAME})"}, own, RIDES)
    copied(stage, "status_changes", {
        "ride_identifier": NAME, "status": f"replace(one.status, one.ride_identifier, {NAME})"},
        f"{own} AND sequence = {sequence}", RIDES)
    rides.letters(1, "large")
    stage.wait_for_count("dead_letters WHERE message_identifier = 'large-0'", 1)
    copied(stage, "dead_letters", {
        "letter_identifier": NAME, "message_identifier": "'copy-' || copies", "reason": "'reason-' || copies % 7",
        "failed_at": f"one.failed_at {past}"}, "message_identifier = 'large-0'", LETTERS)
    stage.store.execute("ANALYZE")


def large_store(stage: Stage, rides: Rides) -> None:
    """With 100,000 rides and 10,000 dead letters a page is painted within a second, and lists come page by page."""
    fill(stage, rides)
    with stage.look("admin") as looker:
        for path in ("/", "/rides", "/dead-letters", "/dead-letters/list", "/vehicles"):
            painted = [paint(looker, path) for _ in range(LOADS)]
            print(f"  {path}: painted after {', '.join(f'{first:.0f} ({whole:.0f})' for first, whole in painted)} ms",
                  flush=True)
            assert min(whole for _, whole in painted) < MOST_MILLISECONDS, f"{path}: {painted}"
        looker.open("/")
        looker.see(f"{LETTERS:,}"[:3], "section")
        for path in ("/rides?phase=completed", "/dead-letters/list"):
            turn(looker, path)
        looker.check("the last page of a list")


def paint(looker: Looker, path: str) -> tuple[float, float]:
    """Loads a page: after how many milliseconds something was painted, and the page itself was shown."""
    looker.open(path)
    first: Any = looker.wait(lambda _: looker.script(PAINT), "the first paint")
    return first, looker.script("return window.shownAt")


def turn(looker: Looker, path: str) -> None:
    """Goes two pages on and one back: 50 rows each, none of them twice."""
    looker.open(path)
    pages = [looker.all("tbody tr > th")]
    for label, rel in (("Next", "next"), ("Next", "next"), ("Previous", "prev")):
        shown = looker.all("tbody tr > th")
        looker.click(f'.pager a[rel="{rel}"]')
        looker.wait(lambda _, shown=shown: looker.all("tbody tr > th") not in (shown, []), f"{label} page")
        pages.append(looker.all("tbody tr > th"))
    assert pages[1] == pages[3] and all(len(page) == 50 for page in pages), [len(page) for page in pages]
    assert len(set(pages[0] + pages[1] + pages[2])) == 150


def no_viewer(stage: Stage, _: Rides) -> None:
    """Some seconds after the last page is closed the console asks neither the database nor the workers anything."""
    with stage.look("reader") as looker:
        looker.open("/")
        looker.find(LIVE)
        before = asked(stage)
        looker.wait(lambda _: asked(stage)[0] > before[0] and asked(stage)[1] > before[1], "the fleet is looked at")
    wait_until(lambda: rests(stage), REST_SECONDS, "the console rests", 1)


def asked(stage: Stage) -> tuple[int, int]:
    """How often the workers' probes, and how much of the database was asked."""
    calls = stage.store.rows("SELECT xact_commit FROM pg_stat_database WHERE datname = 'livery'")[0][0]
    return sum(probe.count for probe in stage.probes), int(calls)


def rests(stage: Stage) -> bool:
    """Whether the console has not used its sessions for a while, nor asked a worker."""
    seconds = stage.store.rows("SELECT extract(epoch FROM clock_timestamp() - max(state_change))::int "
                               f"FROM pg_stat_activity WHERE usename = '{DATABASE_USER}'")[0][0]
    return int(seconds) > QUIET_SECONDS and all(probe.idle_seconds > QUIET_SECONDS for probe in stage.probes)
