"""Dead letters: redriven after their cause was mended, edited, discarded, and who did it."""

from __future__ import annotations

import gzip
import json

from console.looker import Looker
from console.rides import Rides, booking
from console.stage import Stage

COUNT = 500
SEND = "Send again …"
# Another time than that of the trial, whose letters were handled.
SECOND = "again"


def begin(looker: Looker, reason: str, rate: str = "", ramp: str = "") -> None:
    """Sends again what a list has, and follows it."""
    looker.press(SEND)
    looker.see("letters can be sent again", "dialog .large")
    if looker.all("dialog p:not([hidden]) #letter-answered"):
        looker.click("#letter-answered")
    if rate:
        looker.fill("#letter-rate", rate)
    if ramp:
        looker.fill("#letter-ramp", ramp)
    looker.fill("#letter-reason", reason)
    looker.click('//dialog//button[starts-with(., "Send ") and contains(., "letter")]')
    looker.see("Redrive", "h1")


def figure(looker: Looker, name: str) -> int:
    """A figure of the redrive that is shown."""
    pairs = looker.script("""return Object.fromEntries([...document.querySelectorAll(".redrive .facts > div")]
      .map((row) => [row.children[0].textContent, row.children[1].textContent]))""")
    return int(str(pairs[name]).replace(",", ""))


def redrive(stage: Stage, rides: Rides) -> None:
    """While the cause is there a redrive ends by itself; then one is paused, resumed and stopped, and one does all."""
    stage.rename_sedan("Saloon")
    rides.letters(COUNT, SECOND)
    letters = f"dead_letters WHERE rider_identifier LIKE '{SECOND}-rider-%'"
    stage.wait_for_count(letters, COUNT)
    with stage.look("operator") as looker:
        looker.open("/dead-letters")
        looker.click('//tbody//a[.="contested"]')
        looker.see("contested", "h1")
        # The letters of a group stay those without what it lacks.
        lacking = 'return new URLSearchParams(location.search).get("without")'
        group = looker.script(lacking)
        looker.press("Filter")
        looker.see("contested", "h1")
        assert looker.script(lacking) == group
        begin(looker, "not mended yet", ramp="1, 2")
        looker.see("ended: the cause is still there", ".redrive")
        assert figure(looker, "Handled") == 0 and figure(looker, "Failed again") >= 1
        looker.check("a redrive whose cause remains")
        stage.rename_sedan("Sedan")
        looker.open("/dead-letters/list?state=dead&type=request-ride.handle")
        begin(looker, "mended", rate="10", ramp="1, 2, 5, 20, 100")
        looker.press("Pause the redrive")
        looker.see("paused", ".redrive")
        looker.press("Go on with it")
        looker.see("under way", ".redrive")
        looker.press("Stop it")
        looker.see("stopped", ".redrive .badge")
        assert figure(looker, "Left") > 0
        looker.picture("redrive-stopped")
        looker.open("/dead-letters/list?state=dead&type=request-ride.handle")
        begin(looker, "all the rest", ramp="100")
        looker.see("done", ".redrive .badge")
        assert figure(looker, "Failed again") == 0 and figure(looker, "Left") == 0
        looker.picture("redrive-done")
    stage.wait_for_count(f"{letters} AND state = 'redriven'", COUNT)
    assert stage.count(f"rides WHERE rider_identifier LIKE '{SECOND}-rider-%'") == COUNT


def wrong(stage: Stage, rider: str) -> str:
    """The name of a dead letter whose party is no number."""
    body = booking(rider, "Sedan") | {"partySize": "three"}
    stage.fleet.send([{"type": "request-ride.handle", "message_id": rider, "body": body}])
    stage.wait_for_count(f"dead_letters WHERE message_identifier = '{rider}'", 1)
    return str(stage.store.rows(
        f"SELECT letter_identifier FROM dead_letters WHERE message_identifier = '{rider}'")[0][0])


def edit_and_discard(stage: Stage, _: Rides) -> None:
    """A letter is mended by hand and sent, with the consent that its answered sender needs; another is discarded."""
    edited, discarded = wrong(stage, "edit-rider"), wrong(stage, "discard-rider")
    with stage.look("operator") as looker:
        looker.open(f"/dead-letters/{edited}")
        looker.see("Its sender was answered that it failed", "main")
        looker.see("partySize", ".diff")
        looker.press("Edit …")
        text = str(looker.find("#letter-body").get_property("value"))
        looker.fill("#letter-body", text.replace('"three"', "3"))
        looker.press("Preview", "//dialog")
        looker.see("It is as its schema says.", "dialog")
        looker.picture("letter-edited", is_whole=False)
        looker.fill("#letter-reason", "a number was meant")
        looker.press("Store", "//dialog")
        looker.see("In the place of", "dt")
        begin(looker, "mended by hand")
        looker.see("done", ".redrive .badge")
        looker.open(f"/dead-letters/{discarded}")
        looker.press("Discard …")
        looker.fill("#letter-reason", "nobody waits for it")
        looker.press("Discard 1 letter", "//dialog")
        looker.see("1 letter was discarded.", "dialog")
        recording = looker.all("dialog code")[0]
    with gzip.open(recording, "rt", encoding="utf-8") as lines:
        assert any("discard-rider" in json.dumps(json.loads(line)) for line in lines), recording
    assert stage.count(f"dead_letters WHERE letter_identifier = '{discarded}'") == 0
    assert stage.count("rides WHERE rider_identifier = 'edit-rider'") == 1


def audit(stage: Stage, _: Rides) -> None:
    """An administrator reads who did all that, and why."""
    with stage.look("admin") as looker:
        for action, reason in [
                ("redrive", "all the rest"), ("redrive-pause", ""), ("redrive-resume", ""), ("redrive-stop", ""),
                ("redrive-end", ""), ("letter-edit", "a number was meant"),
                ("letters-discard", "nobody waits for it")]:
            looker.open(f"/audit?action={action}")
            looker.see("operator", "tbody")
            looker.see(reason, "tbody")
