"""The trial of an operator: a ride that is stuck, and 500 dead letters of a wrong catalogue.

A script takes the way that somebody takes who has never seen the console, by what the pages offer; what it takes is far
less than a person's time, and shows how many steps there are and that none of them is missing.
"""

from __future__ import annotations

import time

from console.looker import LIVE, Looker
from console.rides import Rides
from console.scenes.letters import COUNT, SEND, begin
from console.scenes.orders import ANSWER, booked
from console.stage import Stage

MOST_SECONDS = 600
NAME = "trial"


def trial(stage: Stage, rides: Rides) -> None:
    """From the first screen: the ride is found and ended, its rider refunded, the letters redriven, in ten minutes."""
    ride = rides.stuck()
    stage.rename_sedan("Saloon")
    rides.letters(COUNT, NAME)
    letters = f"dead_letters WHERE rider_identifier LIKE '{NAME}-rider-%'"
    stage.wait_for_count(letters, COUNT)
    began = time.monotonic()
    with stage.look("operator") as looker:
        looker.find(LIVE)
        step(began, "signed in")
        # The list of its phase is the link until the ride is known.
        looker.click('//section[contains(@class, "verdict")]//a[starts-with(@href, "/rides/")]')
        looker.see(ride, "h1")
        order(looker, "End", "the driver's phone is broken")
        looker.see("Completed", "header.title")
        step(began, "the ride is found and ended")
        order(looker, "Refund", "the ride did not end", "6.00")
        looker.see("Refunded", "main")
        step(began, "its rider is refunded")
        looker.click('//header//a[.="Dead letters"]')
        looker.click('//tbody//a[.="contested"]')
        begin(looker, "an attempt")
        looker.see("unknown", ".redrive")
        looker.see("ended: the cause is still there", ".redrive")
        step(began, "the cause of the letters is found")
        stage.rename_sedan("Sedan")
        looker.click('//header//a[.="Dead letters"]')
        looker.click('//section//a[.="All"]')
        looker.see(SEND, "main button")
        begin(looker, "the catalogue is mended")
        looker.see("done", ".redrive .badge")
        step(began, "the letters are sent again")
    assert booked(stage, ride, "refund %") == 1
    assert stage.count(f"{letters} AND state = 'redriven'") == COUNT
    assert time.monotonic() - began < MOST_SECONDS, f"expected less than {MOST_SECONDS} s"


def order(looker: Looker, label: str, reason: str, amount: str | None = None) -> None:
    """Gives an order on the page that is shown."""
    looker.press(label, '//ul[@class="orders"]')
    if amount:
        looker.fill("#order-amount", amount)
    looker.fill("#order-reason", reason)
    looker.press("Preview", "//dialog")
    looker.press("Send", "//dialog")
    looker.find(f"{ANSWER}.well")
    looker.press("Close", "//dialog")


def step(began: float, what: str) -> None:
    """Says how far the trial is."""
    print(f"  {time.monotonic() - began:5.1f} s  {what}", flush=True)
