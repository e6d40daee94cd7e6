"""What is looked for is found, by whatever a caller may know; and what a driver is called does nothing."""

from __future__ import annotations

from console.looker import LIVE, Looker
from console.rides import GUEST_PHONE, SCRIPT, Rides
from console.stage import Stage

DRAWN = """
const canvas = document.querySelector("canvas.vehicles");
return canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0);
"""


def found(looker: Looker, text: str, href: str) -> None:
    """Searches, and sees a link among what was found."""
    looker.open("/")
    looker.fill("#search", text)
    looker.press("Search", "//header")
    looker.see(text, "h1")
    looker.find(f'main a[href="{href}"]')


def search(stage: Stage, rides: Rides) -> None:
    """By plate, driver, rider and phone; a whole identifier of a ride leads to its page."""
    ride = rides.confirmed()
    rider, vehicle = stage.store.rows(
        f"SELECT rider_identifier, vehicle_identifier FROM rides WHERE ride_identifier = '{ride}'")[0]
    number = str(vehicle).partition("-")[2]
    with stage.look("agent") as looker:
        for text in (f"LV 77{number}", f"lv77{number}", f"{SCRIPT} {number}", f"+1 312 555 990{number}"):
            found(looker, text, f"/vehicles/{vehicle}")
        for text in (GUEST_PHONE, "uma guest"):
            found(looker, text, f"/rides/{ride}")
        looker.fill("#search", str(rider))
        looker.press("Search", "//header")
        looker.see(str(rider), "h1")
        looker.fill("#search", ride)
        looker.press("Search", "//header")
        looker.see(f"Ride {ride}", "h1")
    stage.fleet.tool("cancel", ride, "--reason", "found")


def on_the_map(stage: Stage, rides: Rides) -> None:
    """The vehicles are on the map and in its table, and one is shown with what is known of it."""
    rides.bring_cars()
    with stage.look("agent") as looker:
        looker.open("/map?vehicle=car-0")
        looker.find(LIVE)
        looker.see("LV 770", ".selection")
        looker.see("car-0", "table tbody th")
        looker.wait(lambda _: sum(int(text) for text in looker.all(".counts [data-state]") if text.isdigit())
                    >= stage.vehicles, "all vehicles are counted")
        looker.wait(lambda _: looker.script(DRAWN), "something is drawn")
        looker.click('//div[contains(@class, "map-side")]//label[contains(., "free")]')
        looker.wait(lambda _: "state=" in looker.browser.current_url, "the choice is in the address")


def script(stage: Stage, rides: Rides) -> None:
    """A driver who is called like a piece of HTML is shown so."""
    ride = rides.confirmed()
    with stage.look("agent") as looker:
        for path in (f"/rides/{ride}", "/vehicles?plate=LV%2077", "/vehicles/car-0", "/search?q=onerror",
                     "/map?vehicle=car-0"):
            looker.open(path)
            looker.see(SCRIPT, "main")
            assert looker.script("return window.hacked === undefined && !document.querySelector('main img[src=x]')")
    stage.fleet.tool("cancel", ride, "--reason", "shown")
