"""Tries the console in headless Chromium, with a fleet of its own that is simulated.

python3 -m console.browser [--binaries FOLDER] [--artefacts FOLDER] [--only SCENE,…]

Pictures of all pages go to the folder of the artefacts. Exits with 1 when a scene has failed, when axe finds a
violation, or when the browser reports an error such as a break of the content security policy.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from pathlib import Path

from fleets.processes import REPOSITORY

from console.rides import Rides
from console.scenes import access, finding, letters, orders, pages, scale, stream, trial
from console.stage import Stage

# The last ones fill the store, and look at it.
SCENES = [
    access.signing_in, access.roles, orders.every_kind, orders.double_click, orders.two_operators, orders.keyboard,
    finding.search, finding.on_the_map, finding.script, stream.short_break, stream.late_stream, stream.long_break,
    trial.trial, letters.redrive, letters.edit_and_discard, letters.audit, pages.all_pages, scale.large_store,
    scale.no_viewer]


def main() -> int:
    """Plays the scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binaries", type=Path, default=REPOSITORY / ".build/release")
    parser.add_argument("--artefacts", type=Path, default=REPOSITORY / ".build/console")
    parser.add_argument("--only", default=",".join(scene.__name__ for scene in SCENES))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    began, failures = time.monotonic(), 0
    stage = Stage(options.binaries, options.artefacts)
    try:
        stage.begin()
        print(f"the fleet is ready, in {time.monotonic() - began:.0f} s", flush=True)
        rides = Rides(stage)
        for scene in [scene for scene in SCENES if scene.__name__ in options.only.split(",")]:
            since = time.monotonic()
            try:
                scene(stage, rides)
                print(f"{scene.__name__}: as expected, in {time.monotonic() - since:.0f} s", flush=True)
            except Exception:
                failures += 1
                print(f"{scene.__name__}: failed\n{traceback.format_exc()}", flush=True)
        print("\n".join(stage.findings) or "no findings")
        print(f"{failures} scenes failed, {len(stage.findings)} findings; pictures are in {options.artefacts}; "
              f"{time.monotonic() - began:.0f} s")
    finally:
        stage.finish()
    return 1 if failures or stage.findings else 0


if __name__ == "__main__":
    sys.exit(main())
