"""The stream of events breaks, short and long, and the page mends itself."""

from __future__ import annotations

from console.looker import LIVE
from console.rides import Rides
from console.stage import Stage

BANNER = "Not live since"
# Runs before the document: the page gets no stream before it is allowed.
HOLD_STREAM = """
const [get, allowed] = [window.fetch, new Promise((resolve) => { window.allowStream = resolve; })];
window.fetch = (url, ...rest) =>
  String(url).startsWith("/api/live") ? allowed.then(() => get(url, ...rest)) : get(url, ...rest);
"""


def short_break(stage: Stage, rides: Rides) -> None:
    """What happened during a restart of the console is seen after it, without a reload."""
    ride = rides.confirmed()
    with stage.look("agent") as looker:
        looker.expected += ["ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_RESET",
                            "ERR_EMPTY_RESPONSE"]
        looker.open(f"/rides/{ride}")
        looker.find(LIVE)
        looker.script("window.isSame = true")
        assert stage.stop_console() == 0
        stage.fleet.tool("cancel", ride, "--reason", "meanwhile")
        stage.start_console()
        looker.see("Canceled by service", "header.title")
        assert looker.script("return window.isSame"), "expected no reload"


def late_stream(stage: Stage, rides: Rides) -> None:
    """What happens after a page is shown and before its first stream is seen, too."""
    ride = rides.confirmed()
    with stage.look("agent") as looker:
        looker.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HOLD_STREAM})
        looker.open(f"/rides/{ride}")
        looker.find("header.title")
        stage.fleet.tool("cancel", ride, "--reason", "meanwhile")
        looker.script("allowStream()")
        looker.see("Canceled by service", "header.title")


def long_break(stage: Stage, _: Rides) -> None:
    """While nothing comes for long the page says since when, and it goes on by itself when something does."""
    with stage.look("agent") as looker:
        looker.open("/")
        looker.find(LIVE)
        stage.pause_console(True)
        try:
            looker.see(BANNER, "#notices")
            looker.picture("not-live", is_whole=False)
        finally:
            stage.pause_console(False)
        looker.find(LIVE)
        looker.wait(lambda _: not looker.all("#notices p"), "the banner goes")
        shown = looker.all(".as-of")
        looker.wait(lambda _: looker.all(".as-of") != shown, "the figures move")
