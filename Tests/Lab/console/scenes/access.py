"""Who gets in, and what each role sees and may do."""

from __future__ import annotations

from console.looker import Looker
from console.rides import Rides
from console.scenes.orders import choose
from console.stage import Stage

MASK = "•••"
# More than may be tried freely.
ATTEMPTS = 8
FORGED = """
const done = arguments[arguments.length - 1];
fetch("/api/orders", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({
  kind: "cancel", rideIdentifier: arguments[0], reason: "forged", order: "0123456789abcdef" }) })
  .then((answer) => done(answer.status));
"""


def signing_in(stage: Stage, _: Rides) -> None:
    """A wrong password is refused, many are slowed down, and the right one opens the page that was asked for."""
    with stage.look(None) as looker:
        looker.expected += ["/api/login - "]
        looker.browser.get(stage.address + "/fleet")
        looker.enter("reader", "wrong")
        looker.see("Name or password is wrong.", ".fault")
        looker.check("the refused sign-in")
        looker.picture("login-refused")
        for _attempt in range(ATTEMPTS):
            looker.enter("mallory", "wrong")
            looker.wait(lambda _: looker.find("form.login button.main").is_enabled() and looker.all(".fault") != [""])
            if "Too many attempts." in looker.all(".fault")[0]:
                break
        looker.see("Too many attempts.", ".fault")
        looker.enter("reader", stage.password)
        looker.see("Catalogue in force", "h2")
        cookie = looker.browser.get_cookies()[0]
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie
        assert stage.password not in looker.script("return JSON.stringify(localStorage) + document.cookie")
        looker.press("Sign out")
        looker.find("form.login")
        looker.open("/rides")
        looker.find("form.login")


def roles(stage: Stage, rides: Rides) -> None:
    """A reader sees no personal data and gives no orders, however they are sent; an agent sees and acts."""
    ride = rides.confirmed()
    rider = str(stage.store.rows(f"SELECT rider_identifier FROM rides WHERE ride_identifier = '{ride}'")[0][0])
    with stage.look("reader") as looker:
        looker.expected += ["status of 403"]
        looker.open("/rides")
        looker.see(MASK, "tbody")
        looker.open(f"/rides/{ride}")
        looker.see("Your role (reader) gives no orders", "main")
        assert MASK in looker.all("main")[0], looker.all("main")
        source = looker.browser.page_source
        assert rider not in source and "Pullman" not in source and "onerror" not in source, source
        assert not looker.all(".orders button"), looker.all(".orders")
        assert looker.browser.execute_async_script(FORGED, ride) == 403
        looker.open("/search?q=onerror")
        looker.see("Nothing was found.", "main")
        looker.open("/audit")
        looker.see("Only an administrator sees the audit.", "main")
        assert not any("Audit" in text for text in looker.all("header nav a")), looker.all("header nav a")
    assert stage.count(f"console_audit WHERE outcome = 'denied' AND target = '{ride}'") == 1
    with stage.look("agent") as looker:
        see_all(looker, ride, rider)


def see_all(looker: Looker, ride: str, rider: str) -> None:
    """What the reader does not."""
    looker.open(f"/rides/{ride}")
    looker.see(rider, "main")
    looker.see("Pullman", "main")
    choose(looker, ride, "Cancel", "the rider has called")
    looker.see("Canceled by service", "header.title")
    looker.open("/dead-letters/list")
    looker.see("Your role (agent) does not handle dead letters", "main")
