"""Moves that are done wrong, to show that the check finds it."""

from __future__ import annotations

from .areas import MOVING
from .cell import Cell

# What each does, before the area is released: in which cell, and the statements.
SPOILS = {
    "outcomes": ("new", "DELETE FROM outcomes"),
    "history": ("new", "DELETE FROM status_changes USING rides WHERE rides.ride_identifier = "
                       "status_changes.ride_identifier AND rides.sequence = status_changes.sequence "
                       f"AND rides.area = '{MOVING}' AND rides.slot IS NOT NULL"),
    "frozen": ("old", "INSERT INTO rides SELECT * FROM livery_move.rides; UPDATE vehicles SET on_duty = true, "
                      "ride_identifier = m.ride_identifier FROM livery_move.vehicles AS m "
                      "WHERE m.vehicle_identifier = vehicles.vehicle_identifier"),
    "subscriptions": ("new", "DELETE FROM subscriptions"),
}
# This one is no statement: the gateway continues unchanged.
DEAF = "deaf"
ALL = (*SPOILS, DEAF)


def spoil(name: str, old: Cell, new: Cell) -> None:
    """Does what must not be done."""
    if name in SPOILS:
        where, sql = SPOILS[name]
        (old if where == "old" else new).store.execute(sql)
