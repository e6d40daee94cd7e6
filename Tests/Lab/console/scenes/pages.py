"""Every page in both schemes and three widths, with axe's rules, and pictures of all of them."""

from __future__ import annotations

from console.looker import Looker
from console.rides import Rides
from console.scenes.orders import preview
from console.stage import Stage

SCHEMES, WIDTHS = ("light", "dark"), (390, 1024, 1600)


def all_pages(stage: Stage, rides: Rides) -> None:
    """No page breaks a rule, reports an error, or is wider than its window."""
    rides.bring_cars()
    ended, stuck = rides.completed(), rides.stuck()
    rider = stage.store.rows(f"SELECT rider_identifier FROM rides WHERE ride_identifier = '{ended}'")[0][0]
    rides.letters(3, "shown")
    stage.wait_for_count("dead_letters WHERE message_identifier LIKE 'shown-%'", 3)
    letter = stage.store.rows("SELECT letter_identifier FROM dead_letters WHERE state = 'dead' LIMIT 1")[0][0]
    pages = {
        "overview": "/", "rides": "/rides", "ride": f"/rides/{ended}", "ride-stuck": f"/rides/{stuck}",
        "vehicles": "/vehicles", "vehicle": "/vehicles/car-0", "rider": f"/riders/{rider}",
        "search": "/search?q=onerror", "map": "/map", "map-near": "/map?vehicle=car-1",
        "dead-letters": "/dead-letters", "letters": "/dead-letters/list", "letter": f"/dead-letters/{letter}",
        "fleet": "/fleet", "audit": "/audit", "missing": "/rides/nothing"}
    with stage.look("admin") as looker:
        looker.expected += ["status of 404"]
        for name, path in pages.items():
            looker.open(path)
            dressed(looker, name)
        preview(looker, ended, "Refund", "a detour", "1.00")
        dressed(looker, "preview", is_whole=False)
    with stage.look(None) as looker:
        looker.open("/")
        dressed(looker, "login")


def dressed(looker: Looker, name: str, is_whole: bool = True) -> None:
    """Looks at the page that is shown in all its dresses."""
    for scheme in SCHEMES:
        for width in WIDTHS:
            looker.dress(scheme, width)
            looker.wait(lambda _, width=width: looker.script("return innerWidth") == width, "the window's width")
            looker.check(f"{name} {scheme} {width}")
            looker.picture(f"{name}-{scheme}-{width}", is_whole)
    looker.dress("light", 1600)
