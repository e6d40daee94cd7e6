"""All runs, in the order in which they are carried out."""

from __future__ import annotations

from .client import Client
from .growth import Growth
from .live import Live
from .observers import Observers
from .replays import Recorder, Replays
from .run import Run
from .scaling import Scaling
from .soak import Soak
from .starts import Starts
from .workers import Bookings, Lists, Queries, Vehicles

ALL: list[Run] = [
    Lists("quorum"), Lists("classic"), Client(), Queries("sqlite"), Queries("postgres"), Bookings("sqlite"),
    Bookings("postgres"), Observers(), Vehicles("sqlite"), Vehicles("postgres"), Live(), Scaling(), Starts(), Soak(),
    Replays(), Recorder(), Growth(),
]


def by_name(names: str) -> list[Run]:
    """The runs of these names, separated by commas; all of them when there is none."""
    wanted = [name for name in names.split(",") if name]
    known = {run.name: run for run in ALL}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise ValueError(f"expected names of runs ({', '.join(known)}), got {', '.join(unknown)}")
    return [known[name] for name in wanted] if wanted else ALL
