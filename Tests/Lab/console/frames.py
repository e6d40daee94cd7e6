"""Counts the frames that a map with 5,000 vehicles drops while it is moved, by Chromium's tracing.

python3 -m console.frames [--seconds 10] [--most 0]

The vehicles are those of the stand-in, of which half move each second. Exits with 1 when more frames were dropped than
--most allows.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from console.looker import LIVE, Looker
from console.mock import serve

CATEGORIES = "benchmark,blink.user_timing,devtools.timeline"
MARK = "moving"


def main() -> int:
    """Moves the map, and judges the trace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="far more would overflow the trace")
    parser.add_argument("--most", type=int, default=0)
    options = parser.parse_args()
    server = serve(0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        looker = Looker(f"http://127.0.0.1:{server.server_port}", Path(folder), trace=CATEGORIES)
        try:
            looker.sign_in("admin", "admin")
            looker.size(1600, 900)
            looker.open("/map")
            looker.find(LIVE)
            looker.script(f"performance.mark('{MARK}')")
            move(looker, options.seconds)
            events = trace(looker)
        finally:
            looker.browser.quit()
    return judge(events, options.seconds, options.most)


def move(looker: Looker, seconds: int) -> None:
    """Drags the map in circles for a while."""
    left, top = looker.script("""const box = document.querySelector(".map").getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2]""")

    def mouse(kind: str, angle: float) -> None:
        looker.browser.execute_cdp_cmd("Input.dispatchMouseEvent", {
            "type": kind, "button": "left", "buttons": 1, "clickCount": 1,
            "x": left + 120 * math.cos(angle), "y": top + 120 * math.sin(angle)})

    began = time.monotonic()
    mouse("mousePressed", 0)
    while (passed := time.monotonic() - began) < seconds:
        mouse("mouseMoved", passed)
    mouse("mouseReleased", seconds)


def trace(looker: Looker) -> list[dict[str, Any]]:
    """The events of the page's process since the mark."""
    messages = [json.loads(entry["message"])["message"] for entry in looker.browser.get_log("performance")]
    events = [message["params"] for message in messages if message["method"] == "Tracing.dataCollected"]
    mark = next(event for event in events if event.get("name") == MARK)
    return [event for event in events if event["pid"] == mark["pid"] and event["ts"] >= mark["ts"]]


def judge(events: list[dict[str, Any]], seconds: int, most: int) -> int:
    """Prints how the frames went."""
    states = Counter(event["args"]["frame_reporter"]["state"] for event in events
                     if event["name"] == "PipelineReporter" and event["ph"] == "b")
    scripts = sorted(event["dur"] / 1000 for event in events if event["name"] == "FunctionCall" and "dur" in event)
    assert states["STATE_PRESENTED_ALL"] and scripts, f"expected frames and scripts in the trace, found {states}"
    print(f"{seconds} s: {', '.join(f'{state} {count}' for state, count in states.most_common())}; scripts: "
          f"99 % under {statistics.quantiles(scripts, n=100)[-1]:.1f} ms, longest {scripts[-1]:.1f} ms")
    return 0 if states["STATE_DROPPED"] <= most else 1


if __name__ == "__main__":
    sys.exit(main())
