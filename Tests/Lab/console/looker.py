"""A browser that looks at the console, and keeps what it, or axe, complains about."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

# No slow machine needs as long.
PATIENCE = 180
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
CHECK = """
const done = arguments[arguments.length - 1];
axe.run(document, { runOnly: arguments[0] }).then((found) => done(found.violations.map((one) =>
  one.id + ": " + one.help + " " + one.nodes.slice(0, 3).map((node) =>
    node.target.join(" ") + " " + (node.any[0]?.message ?? "")).join(" | "))));
"""
# Runs before each document of the console, and notes when the page itself is shown.
WATCH = """
window.breaches = [];
document.addEventListener("securitypolicyviolation", (event) => breaches.push(
  event.violatedDirective + " " + event.blockedURI + " " + event.sourceFile));
new MutationObserver((_, observer) => {
  if (!document.querySelector("main h1")) return;
  window.shownAt = performance.now();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });
"""
TAKE_BREACHES = "return (window.breaches ?? []).splice(0)"
LIVE = '.live[data-state="live"]'


class Looker:
    """A browser, and what it has found."""

    def __init__(self, address: str, folder: Path, axe: Path | None = None, trace: str = "") -> None:
        options = webdriver.ChromeOptions()
        for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en",
                       "--disable-dev-shm-usage", "--force-device-scale-factor=1"]:
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if trace else {})})
        if trace:
            options.add_experimental_option("perfLoggingPrefs", {"traceCategories": trace})
        self.browser = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.browser.set_script_timeout(PATIENCE)
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.address, self.folder = address, folder
        self.axe = axe.read_text() if axe else None
        self.findings: list[str] = []
        # What the browser may report without being wrong.
        self.expected = ["/api/me - "]

    # Waiting

    def wait(self, condition: Callable[[webdriver.Chrome], Any], what: str = "") -> Any:
        """Waits for a condition, and returns its value; an element that is replaced meanwhile is looked for again."""
        waiting = WebDriverWait(self.browser, PATIENCE, 0.1, [StaleElementReferenceException])
        return waiting.until(condition, f"{what or 'a condition'} at {self.browser.current_url}")

    def find(self, selector: str) -> WebElement:
        """The first element of a selector, or of an XPath, once it is there."""
        by = By.XPATH if selector.startswith("/") else By.CSS_SELECTOR
        return self.wait(lambda browser: next(iter(browser.find_elements(by, selector)), None), selector)

    def all(self, selector: str) -> list[str]:
        """The texts of all elements of a selector, as they are now."""
        texts = "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)"
        return self.script(texts, selector)

    def see(self, text: str, within: str = "body") -> None:
        """Waits until a text is shown."""
        self.wait(lambda _: any(text in found for found in self.all(within)), f"'{text}' in {within}")

    def script(self, text: str, *arguments: Any) -> Any:
        """What a script returns."""
        return self.browser.execute_script(text, *arguments)

    # Acting

    def click(self, selector: str) -> None:
        """Clicks, once it can be."""
        self.wait(lambda _: self.find(selector).is_enabled() and (self.find(selector).click() or True), selector)

    def press(self, label: str, within: str = "") -> None:
        """Clicks the button with a label."""
        self.click(f'{within}//button[normalize-space()="{label}"]')

    def fill(self, selector: str, text: str) -> None:
        """Writes into a field."""
        field = self.find(selector)
        field.clear()
        field.send_keys(text)

    def dress(self, scheme: str, width: int) -> None:
        """Sets the scheme of colours and the width of the window."""
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.size(width, 900)

    def size(self, width: int, height: int) -> None:
        """Sets the size of the window."""
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})

    def enter(self, name: str, password: str) -> None:
        """Fills in the form of the sign-in, and sends it."""
        self.fill("#name", name)
        self.fill("#password", password)
        self.click("form.login button.main")

    def sign_in(self, name: str, password: str) -> None:
        """Signs in, after a sign-out of whoever was."""
        self.browser.get(self.address + "/login")
        self.browser.delete_all_cookies()
        self.browser.get(self.address + "/login")
        self.enter(name, password)
        self.find("header nav")

    def open(self, path: str) -> None:
        """Opens a page, and waits until it is shown, with its map where it has one."""
        self.browser.get(self.address + path)
        self.find("main .page h1")
        if self.browser.find_elements(By.CSS_SELECTOR, ".map"):
            self.find(".map canvas")

    # Keeping

    def picture(self, name: str, is_whole: bool = True) -> None:
        """Writes a picture, of the whole page or of the window."""
        if is_whole:
            width, height = self.script("return [innerWidth, document.documentElement.scrollHeight]")
            self.size(width, min(height, 3000))
            self.wait(lambda _: self.script("return innerHeight") == min(height, 3000), "the window's height")
        self.browser.save_screenshot(str(self.folder / f"{name}.png"))

    def check(self, name: str) -> None:
        """Keeps what axe and the browser complain about, and a page that is wider than its window."""
        if self.axe:
            if not self.script("return Boolean(window.axe)"):
                self.script(self.axe)
            found = self.browser.execute_async_script(CHECK, TAGS)
            self.findings += [f"{name}: {one}" for one in found]
        wide = self.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            self.findings.append(f"{name}: {wide} px wider than the window")
        self.note(name)

    def note(self, name: str) -> None:
        """Keeps what the browser has reported so far."""
        self.findings += [f"{name}: {breach}" for breach in self.script(TAKE_BREACHES)]
        for line in self.browser.get_log("browser"):
            is_expected = any(text in line["message"] for text in self.expected)
            if line["level"] in ("SEVERE", "WARNING") and not is_expected:
                self.findings.append(f"{name}: {line['message']}")
