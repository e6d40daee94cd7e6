"""Takes a picture of every page of the console in both schemes and three widths, and checks each with axe's rules.

python3 -m console.shots FOLDER --axe axe.min.js [--only PAGE,…] [--widths 390,1024,1600] [--url URL]

axe.min.js is in the wheel axe-playwright-python of PyPI. Exits with 1 if axe finds a violation, or the browser reports
an error such as a break of the content security policy.
"""

import argparse
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from console.fleet import CATALOGUE
from console.mock import serve

RIDE = "/rides/lj5ags4lxxp7noxni56u6z0122"
PAGES = {
    "overview": "/", "rides": "/rides", "ride": RIDE, "under-way": "/rides/lj5ags4lxxp7noxni56u6z0004",
    "vehicles": "/vehicles", "vehicle": "/vehicles/veh-97", "rider": "/riders/rider-2", "search": "/search?q=hana",
    "map": "/map", "map-near": "/map?vehicle=veh-98", "dead-letters": "/dead-letters",
    "letters": "/dead-letters/list?reason=wrong-type", "letter": "/dead-letters/4tq3hzk2b7ms5xw6yd2n200003",
    "fleet": "/fleet", "catalogue": "/fleet", "audit": "/audit", "missing": "/nothing", "order": RIDE, "preview": RIDE,
}
PATIENCE = 60
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: arguments[0] }).then((found) => done(found.violations.map((one) =>
  one.id + ": " + one.help + " " + one.nodes.slice(0, 3).map((node) =>
    node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join(" | "))));
"""


class Looker:
    """A browser that is signed in, and what it found."""

    def __init__(self, address: str, folder: Path, axe: Path | None) -> None:
        options = webdriver.ChromeOptions()
        for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en",
                       "--disable-dev-shm-usage", "--force-device-scale-factor=1"]:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.browser.set_script_timeout(PATIENCE)
        self.address, self.folder = address, folder
        self.axe = axe.read_text() if axe else None
        self.findings: list[str] = []

    def wait(self, condition: Callable[[webdriver.Chrome], object]) -> None:
        """Waits for a condition."""
        WebDriverWait(self.browser, PATIENCE, poll_frequency=0.1).until(condition)

    def dress(self, scheme: str, width: int) -> None:
        """Sets the scheme of colours and the width of the window."""
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})

    def sign_in(self, role: str) -> None:
        """Signs in by the form."""
        self.browser.get(self.address + "/login")
        self.wait(lambda browser: browser.find_elements(By.ID, "password"))
        self.browser.find_element(By.ID, "name").send_keys(role)
        self.browser.find_element(By.ID, "password").send_keys(role)
        self.browser.find_element(By.CSS_SELECTOR, "button.main").click()
        self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, "header nav"))

    def open(self, page: str) -> None:
        """Opens a page, and waits until it shows something."""
        self.browser.get(self.address + PAGES[page])
        self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, "main h1"))
        if self.browser.find_elements(By.CSS_SELECTOR, ".map"):
            self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, ".map canvas"))
        if page in ("overview", "map", "map-near"):
            self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, '.live[data-state="live"]'))
            time.sleep(3)
        if page in ("order", "preview"):
            self.order(page)
        if page == "catalogue":
            self.browser.find_element(By.ID, "check-file").send_keys(str(CATALOGUE))
            self.browser.find_element(By.CSS_SELECTOR, "form button.main").click()
            self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, ".map canvas"))
        time.sleep(0.3)

    def order(self, page: str) -> None:
        """Fills in the form of a refund."""
        button = '//ul[@class="orders"]//button[.="Refund"]'
        self.wait(lambda browser: browser.find_elements(By.XPATH, button))
        self.browser.find_element(By.XPATH, button).click()
        self.browser.find_element(By.ID, "order-amount").send_keys("5.00")
        self.browser.find_element(By.ID, "order-reason").send_keys("a detour")
        if page == "preview":
            self.browser.find_element(By.CSS_SELECTOR, "dialog button.main").click()
            self.wait(lambda browser: browser.find_elements(By.CSS_SELECTOR, "dialog details"))

    def picture(self, name: str, is_whole: bool = True) -> None:
        """Writes a picture of the whole page."""
        if is_whole:
            height = self.browser.execute_script("return document.documentElement.scrollHeight")
            width = self.browser.execute_script("return innerWidth")
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": min(height, 3000), "deviceScaleFactor": 1, "mobile": False})
            time.sleep(0.3)
        self.browser.save_screenshot(str(self.folder / f"{name}.png"))

    def check(self, name: str) -> None:
        """Keeps what axe and the browser complain about, and a page that is wider than its window."""
        if self.axe:
            self.browser.execute_script(self.axe)
            found = self.browser.execute_async_script(CHECK, TAGS)
            self.findings += [f"{name}: {one}" for one in found]
        wide = self.browser.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            self.findings.append(f"{name}: {wide} px wider than the window")
        for line in self.browser.get_log("browser"):
            # Before the sign-in the page has to ask who is there.
            if line["level"] in ("SEVERE", "WARNING") and "/api/me - " not in line["message"]:
                self.findings.append(f"{name}: {line['message']}")


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
    looker = Looker(address, options.folder, options.axe)
    try:
        looker.dress("light", 1024)
        looker.sign_in(options.role)
        for page in options.only.split(","):
            for scheme in options.schemes.split(","):
                for width in map(int, options.widths.split(",")):
                    looker.dress(scheme, width)
                    looker.open(page)
                    looker.check(f"{page} {scheme} {width}")
                    looker.picture(f"{page}-{scheme}-{width}", page not in ("order", "preview"))
    finally:
        looker.browser.quit()
        print("\n".join(looker.findings) or "no findings")
    return 1 if looker.findings else 0


if __name__ == "__main__":
    sys.exit(main())
