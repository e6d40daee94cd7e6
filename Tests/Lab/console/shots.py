"""Takes a picture of every page of the console in both schemes and three widths, and checks each with axe's rules.

python3 -m console.shots FOLDER --axe axe.min.js [--only PAGE,…] [--widths 390,1024,1600] [--url URL]

axe.min.js is in the wheel axe-playwright-python of PyPI. Exits with 1 if axe finds a violation, or the browser reports
an error such as a break of the content security policy.
"""

import argparse
import sys
import threading
import time
from pathlib import Path

from console.fleet import CATALOGUE
from console.looker import LIVE, Looker
from console.mock import serve

RIDE = "/rides/lj5ags4lxxp7noxni56u6z0122"
PAGES = {
    "overview": "/", "rides": "/rides", "ride": RIDE, "under-way": "/rides/lj5ags4lxxp7noxni56u6z0004",
    "vehicles": "/vehicles", "vehicle": "/vehicles/veh-97", "rider": "/riders/rider-2", "search": "/search?q=hana",
    "map": "/map", "map-near": "/map?vehicle=veh-98", "dead-letters": "/dead-letters",
    "letters": "/dead-letters/list?reason=wrong-type", "letter": "/dead-letters/4tq3hzk2b7ms5xw6yd2n200003",
    "fleet": "/fleet", "catalogue": "/fleet", "audit": "/audit", "missing": "/nothing", "order": RIDE, "preview": RIDE,
}


class Pictures(Looker):
    """A browser that takes pictures of the pages of the stand-in."""

    def show(self, page: str) -> None:
        """Opens a page, and waits until it shows something that moves, or a dialogue."""
        self.open(PAGES[page])
        if page in ("overview", "map", "map-near"):
            self.find(LIVE)
            time.sleep(3)
        if page in ("order", "preview"):
            self.order(page)
        if page == "catalogue":
            self.find("#check-file").send_keys(str(CATALOGUE))
            self.click("form button.main")
            self.find(".map canvas")
        time.sleep(0.3)

    def order(self, page: str) -> None:
        """Fills in the form of a refund."""
        self.press("Refund", '//ul[@class="orders"]')
        self.fill("#order-amount", "5.00")
        self.fill("#order-reason", "a detour")
        if page == "preview":
            self.click("dialog button.main")
            self.find("dialog details")


def main() -> int:
    """Looks at all pages."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--only", default=",".join(PAGES))
    parser.add_argument("--widths", default="390,1024,1600")
    parser.add_argument("--schemes", default="light,dark")
    parser.add_argument("--role", default="admin")
    parser.add_argument("--url")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    address = options.url
    if not address:
        server = serve(0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
    looker = Pictures(address, options.folder, options.axe)
    try:
        looker.dress("light", 1024)
        looker.sign_in(options.role, options.role)
        for page in options.only.split(","):
            for scheme in options.schemes.split(","):
                for width in map(int, options.widths.split(",")):
                    looker.dress(scheme, width)
                    looker.show(page)
                    looker.check(f"{page} {scheme} {width}")
                    looker.picture(f"{page}-{scheme}-{width}", page not in ("order", "preview"))
    finally:
        looker.browser.quit()
        print("\n".join(looker.findings) or "no findings")
    return 1 if looker.findings else 0


if __name__ == "__main__":
    sys.exit(main())
