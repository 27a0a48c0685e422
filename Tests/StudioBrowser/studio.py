"""Starts the server, and opens its page in Chromium."""

import os
import pathlib
import selectors
import shlex
import subprocess
import time

from axe_core_python.selenium import Axe
from selenium import webdriver
from selenium.common.exceptions import JavascriptException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

COMMAND = shlex.split(os.environ.get("STUDIO_COMMAND", "stategraph-studio"))
PICTURES = pathlib.Path(os.environ.get("STUDIO_PICTURES", "studio-pictures"))
# How long a test waits, in seconds. It is long, because the machine may be busy.
PATIENCE = 120
# The longest delay of a frame, an answer or a message in milliseconds. 0 delays nothing.
DELAYS = int(os.environ.get("STUDIO_DELAYS", "0"))
DELAYS_SCRIPT = pathlib.Path(__file__).with_name("delays.js")
FAST = {"resultTypes": ["violations"], "preload": False}
# The rules of WCAG 2.2, levels A and AA. Details of the passed rules would take most of the time.
AXE = {**FAST, "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
                                              "wcag22aa", "best-practice"]}}

# The only rule that depends on the colours of the theme.
CONTRAST = {**FAST, "runOnly": {"type": "rule", "values": ["color-contrast"]}}


class Studio:
    """A running server for one file."""

    def __init__(self, path, *options):
        self.process = subprocess.Popen(
            [*COMMAND, str(path), *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.address = self._read_address()
        except BaseException:
            self.stop()
            raise

    def _read_address(self):
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while selector.select(PATIENCE):
                line = self.process.stdout.readline().decode()
                if "#ticket=" in line:
                    return line[line.index("http"):].strip()
                if line == "":
                    break
        raise AssertionError("The server printed no address.")

    def another_address(self):
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        return self._read_address()

    def memory(self, name="VmRSS"):
        """The resident memory in bytes, or with VmHWM the highest one so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        for line in status.splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
        return 0

    def stop(self):
        self.process.kill()
        self.process.communicate()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Page:
    """Chromium with one tab."""

    def __init__(self, width=1280, height=800, theme="light", arguments=()):
        options = webdriver.ChromeOptions()
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                         "--disable-gpu", f"--window-size={max(width, 500)},{height}", *arguments]:
            options.add_argument(argument)
        options.binary_location = os.environ.get("STUDIO_CHROMIUM", "/usr/bin/chromium")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        service = webdriver.ChromeService(
            os.environ.get("STUDIO_CHROMEDRIVER", "/usr/bin/chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.policyReports = [];
            document.addEventListener('securitypolicyviolation', (event) =>
              window.policyReports.push(event.violatedDirective + ' ' + event.blockedURI));
            window.alert = () => { window.wasAttacked = 'alert'; };
        """})
        if DELAYS > 0:
            script = DELAYS_SCRIPT.read_text(encoding="utf-8").replace("LONGEST", str(DELAYS))
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.look(width, height, theme)

    def look(self, width, height=800, theme="light"):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": theme},
            {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def open(self, address):
        self.driver.get(address)
        self.wait("return document.querySelector('.side') !== null", "the frame of the page")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, what, *arguments):
        """Waits until a script returns something true, and returns it. A script that fails is tried
        again, because the page draws an element only some time after the event that needs it."""
        failure = None

        def result(_):
            nonlocal failure
            try:
                return self.run(script, *arguments)
            except JavascriptException as error:
                failure = error
                return None
        try:
            return WebDriverWait(self.driver, PATIENCE, poll_frequency=0.02).until(
                result, f"waited in vain for {what}")
        except TimeoutException as timeout:
            raise timeout from failure

    def go(self, fragment):
        self.run("location.hash = arguments[0]", fragment)

    def browse(self, table, rest=""):
        """Shows a table, and waits for its rows or for its state."""
        self.run("location.hash = '#/browse/' + encodeURIComponent(arguments[0]) + arguments[1]",
                 table, rest)
        self.wait("""
            const view = document.querySelector('studio-browse');
            return view && view.table && view.table.name === arguments[0] && view.source
              && view.source.state !== 'loading'
              && (view.querySelector('[role=gridcell] , .grid-empty .state') !== null)
              && view.querySelector('.grid-pending') === null && !view.labels.isWaiting;
            """, f"the rows of {table!r}", table)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.run("document.querySelector(arguments[0]).click()", selector)

    def mouse(self, row, column, selector="*"):
        """The actions of a mouse that is over a cell, or over a part of it. The grid can draw the
        cell again at each moment, so the place is that of the screen."""
        x, y = self.wait("""
            const cell = [...document.querySelectorAll('.grid-layer [role=row]')]
              .find((one) => one.row === arguments[0])
              ?.querySelectorAll('[role=rowheader], [role=gridcell]')[arguments[1]];
            const place = (cell.querySelector(arguments[2]) ?? cell).getBoundingClientRect();
            return [Math.round(place.x + place.width / 2), Math.round(place.y + place.height / 2)];
            """, "the cell", row, column + 1, selector)
        actions = ActionChains(self.driver)
        actions.w3c_actions.pointer_action.move_to_location(x, y)
        return actions

    def press(self, *keys):
        """Presses the last key while the others are held."""
        actions = ActionChains(self.driver)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in keys[:-1]:
            actions.key_up(key)
        actions.perform()

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent", selector)

    def cells(self):
        """The visible rows: the texts of their cells."""
        return self.run("""
            return Array.from(document.querySelectorAll('.grid-layer [role=row]'))
              .sort((one, other) => one.row - other.row)
              .map((row) => Array.from(row.querySelectorAll('[role=gridcell]'))
                .map((cell) => cell.textContent));
            """)

    def picture(self, name):
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.driver.get_screenshot_as_file(str(PICTURES / f"{name}.png"))

    def audit(self, rules=AXE):
        """The violations of accessibility rules in the current view."""
        if not self.run("return window.axe !== undefined"):
            self.run(Axe().axe_script)
        self.driver.set_script_timeout(PATIENCE)
        found = self.driver.execute_async_script(
            "axe.run(document, arguments[0]).then((result) => arguments[1](result.violations))",
            rules)
        return [f"{one['id']}: {node['target']} {node['failureSummary']}"
                for one in found for node in one["nodes"]]

    def troubles(self):
        """Reports of the browser: errors of scripts, broken rules of the page, attacks."""
        logs = [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and "/api/v1/" not in entry["message"]]
        reports = self.run("return window.policyReports ?? []")
        attacked = self.run("return window.wasAttacked ?? null")
        return logs + reports + ([f"attacked: {attacked}"] if attacked else [])

    def close(self):
        self.driver.quit()


def until(condition, what):
    """Waits for a condition outside of the browser."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
