"""What operators order for a ride: each kind, twice at a click, from two sides at once, and by the keyboard alone."""

from __future__ import annotations

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from console.looker import Looker
from console.rides import Rides
from console.stage import Stage

ANSWER = "dialog .notice"
# More than a page has controls.
MOST_TABS = 150
AGAIN = """
const done = arguments[arguments.length - 1];
const body = JSON.stringify({ kind: "refund", rideIdentifier: arguments[0], reason: "twice",
  order: "00112233445566778899aabbccddeeff", amount: { amount: "0.50", currencyCode: "USD" } });
const send = () => fetch("/api/orders", { method: "POST", headers: { "Content-Type": "application/json" }, body })
  .then((answer) => answer.json());
send().then((first) => send().then((second) => done([first, second])));
"""


def preview(looker: Looker, ride: str, label: str, reason: str, amount: str | None = None) -> None:
    """Fills in the form of an order, and looks at what it would do."""
    looker.open(f"/rides/{ride}")
    looker.press(label, '//ul[@class="orders"]')
    if amount:
        looker.fill("#order-amount", amount)
    looker.fill("#order-reason", reason)
    looker.press("Preview", "//dialog")
    looker.find('//dialog//button[normalize-space()="Send"]')
    assert looker.all("dialog .large")[0], "expected a sentence of the effect"
    assert reason in looker.all("dialog pre")[0], looker.all("dialog pre")


def choose(looker: Looker, ride: str, label: str, reason: str, amount: str | None = None) -> None:
    """Gives an order, which has to be carried out."""
    preview(looker, ride, label, reason, amount)
    looker.press("Send", "//dialog")
    looker.find(f"{ANSWER}.well")
    assert looker.all(f"{ANSWER}.well")[0].strip(), "expected a text of the answer"
    looker.press("Close", "//dialog")


def booked(stage: Stage, ride: str, reason: str) -> int:
    """How many transactions of the ledger have a reason such as `refund %`."""
    return int(stage.store.rows(f"SELECT count(DISTINCT transaction_number) FROM ledger "
                                f"WHERE ride_identifier = '{ride}' AND reason LIKE '{reason}'")[0][0])


def every_kind(stage: Stage, rides: Rides) -> None:
    """Each kind of order has its effect, which its page shows without being loaded again."""
    with stage.look("agent") as looker:
        choose(looker, rides.confirmed(), "Cancel", "a flood")
        looker.see("Canceled by service", "header.title")
        choose(looker, rides.stuck(), "End", "the driver's phone is broken")
        looker.see("Completed", "header.title")
        ride = rides.confirmed()
        choose(looker, ride, "Reassign", "a flat tyre")
        looker.see("a flat tyre", ".timeline")
        assert stage.count(f"status_changes WHERE ride_identifier = '{ride}' AND phase = 'received'") == 1
        ride = rides.completed()
        choose(looker, ride, "Adjust fare", "a detour", "4.00")
        looker.see("4.00", ".part .number")
        assert booked(stage, ride, "adjusted %") == 1
        for ride, label, amount, reason in [
                (rides.with_fee(), "Waive fee", None, "waived %"), (rides.unpaid(), "Settle", None, "settledOutside %"),
                (rides.held(), "Settle", "5.00", "fare"), (rides.completed(), "Refund", "1.00", "refund %")]:
            choose(looker, ride, label, f"{label}, by the book", amount)
            assert booked(stage, ride, reason) >= 1, f"{label} of {ride}"
    assert stage.count("console_audit WHERE action = 'order' AND account = 'agent' AND outcome NOT IN ('begun', 'done')") == 0


def double_click(stage: Stage, rides: Rides) -> None:
    """An order that is clicked twice, or sent twice, is carried out once."""
    ride = rides.completed()
    with stage.look("agent") as looker:
        preview(looker, ride, "Refund", "a detour", "1.00")
        send = looker.find('//dialog//button[normalize-space()="Send"]')
        ActionChains(looker.browser).double_click(send).perform()
        looker.find(f"{ANSWER}.well")
        looker.picture("order-answered", is_whole=False)
        assert booked(stage, ride, "refund %") == 1
        first, second = looker.browser.execute_async_script(AGAIN, ride)
        assert (first["code"], first["isRepeat"], second["isRepeat"]) == ("success", False, True), (first, second)
        assert booked(stage, ride, "refund %") == 2


def two_operators(stage: Stage, rides: Rides) -> None:
    """Of two who give the whole fare back at once one is refused, and sees what the other has done."""
    ride = rides.completed()
    with stage.look("agent") as one, stage.look("second-agent") as other:
        both = [one, other]
        for looker in both:
            preview(looker, ride, "Refund", "the vehicle was dirty", "6.00")
        for looker in both:
            looker.press("Send", "//dialog")
        levels = sorted(looker.find(ANSWER).get_attribute("class") for looker in both)
        assert levels == ["notice alarm", "notice well"], [looker.all(ANSWER) for looker in both]
        for looker in both:
            looker.press("Close", "//dialog")
            looker.see("Refunded", "main")
            looker.wait(lambda _, looker=looker: "Refund" not in looker.all(".orders button"), "no further refund")
    assert booked(stage, ride, "refund %") == 1


def keyboard(stage: Stage, rides: Rides) -> None:
    """From the search to the sent order without a pointer."""
    ride = rides.completed()
    with stage.look("agent") as looker:
        looker.open("/")
        keys(looker, "/")
        looker.wait(lambda _: focused(looker).get_attribute("id") == "search")
        keys(looker, ride, Keys.ENTER)
        looker.see(ride, "h1")
        looker.wait(lambda _: focused(looker).tag_name == "h1", "the focus in the heading")
        # The payment system answers in its own time.
        looker.wait(lambda _: "Refund" in looker.all(".orders button"), "the payment")
        tab_to(looker, "Refund")
        keys(looker, Keys.ENTER)
        looker.wait(lambda _: focused(looker).get_attribute("id") == "order-amount")
        keys(looker, "2.00", Keys.TAB, "by the keyboard", Keys.TAB, Keys.ENTER)
        looker.wait(lambda _: focused(looker).text == "Send", "the focus on Send")
        keys(looker, Keys.ENTER)
        looker.find(f"{ANSWER}.well")
        looker.wait(lambda _: focused(looker).text == "Close", "the focus on Close")
        keys(looker, Keys.ENTER)
        looker.wait(lambda browser: not browser.find_elements(By.TAG_NAME, "dialog"), "the end of the dialogue")
        looker.see("Refunded", "main")
        assert focused(looker).tag_name != "body", "expected the focus where it was before"
    assert booked(stage, ride, "refund %") == 1


def focused(looker: Looker) -> WebElement:
    """What has the focus."""
    return looker.browser.switch_to.active_element


def keys(looker: Looker, *all_keys: str) -> None:
    """Presses keys where the focus is."""
    ActionChains(looker.browser).send_keys(*all_keys).perform()


def tab_to(looker: Looker, label: str) -> None:
    """Goes on with the tabulator to a button, and sees that the focus is visible all the way."""
    for _ in range(MOST_TABS):
        keys(looker, Keys.TAB)
        element = focused(looker)
        if element.tag_name == "body":
            continue
        assert looker.script("return getComputedStyle(arguments[0]).outlineStyle", element) != "none", element.text
        if element.text == label:
            return
    raise AssertionError(f"expected the button {label} among {MOST_TABS} stops")
