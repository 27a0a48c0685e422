"""Catalogue as a process, and what a user does with it."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import time

from .accessibility import Gone

COMMAND = os.environ.get("CATALOGUE_COMMAND", "catalogue")
PATIENCE = 60


class Application:
    """A running Catalogue with one file."""

    def __init__(self, screen, reader, file, *arguments):
        self.screen, self.reader, self.file = screen, reader, pathlib.Path(file)
        self.output = open(f"{file}.output", "a+", encoding="utf-8")
        self.started = time.monotonic()
        self.process = self.start(*arguments)

    def start(self, *arguments):
        environment = {**os.environ, "DISPLAY": self.screen.name, "GTK_A11Y": "atspi",
                       "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                       "G_DEBUG": "fatal-criticals"}
        return subprocess.Popen([COMMAND, "--file", str(self.file), *arguments],
                                env=environment, stdout=self.output, stderr=self.output)

    # What the window shows

    def find(self, role, name):
        """The first object with a role and a name. None if there is none."""
        for node in self.reader.nodes():
            try:
                if node.name == name and node.role == role:
                    return node
            except Gone:
                continue
        return None

    def wait(self, condition, message, patience=PATIENCE):
        """Waits until a condition holds, and returns its value."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            try:
                value = condition()
            except Gone:
                value = None
            if value:
                return value
            if self.process.poll() is not None:
                raise AssertionError(f"Catalogue has ended ({self.process.returncode}): "
                                     + self.printed()[-2_000:])
        shown = self.labels()
        raise AssertionError(f"Catalogue never shows {message}. It shows {shown[:120]}")

    def wait_for(self, role, name):
        return self.wait(lambda: self.find(role, name), f"{role} {name!r}")

    def wait_gone(self, role, name):
        self.wait(lambda: not self.find(role, name), f"no {role} {name!r}")

    def labels(self):
        found = []
        for node in self.reader.nodes():
            try:
                if node.role == "label":
                    found.append(node.name)
            except Gone:
                continue
        return found

    def wait_label(self, part, patience=PATIENCE):
        """Waits for a label that contains a text, and returns its whole text."""
        return self.wait(
            lambda: next((label for label in self.labels() if part in label), None),
            f"a label with {part!r}", patience)

    # What the user does

    def press(self, name):
        def found():
            node = self.find("button", name)
            return node if node and node.is_enabled else None
        self.wait(found, f"an enabled button {name!r}").press()

    def fill(self, name, text, role="text box"):
        self.wait_for(role, name).text = text
        self.wait(lambda: self.find(role, name).text == text, f"{text!r} in {name!r}")

    def focus(self, title="Catalogue"):
        """Gives a window the keyboard, as a window manager does."""
        self.screen.input("search", "--sync", "--onlyvisible", "--name", f"^{title}$",
                          "windowfocus", "--sync")

    def click(self, node, *more):
        x, y, width, height = node.frame
        self.screen.input("mousemove", x + width // 2, y + height // 2, "click", "1", *more)

    def key(self, *keys):
        self.screen.input("key", *keys)

    def type(self, text):
        self.screen.input("type", "--delay", "20", text)

    # The file

    def rows(self, sql, *arguments):
        """What another program reads in the file."""
        connection = sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(sql, arguments).fetchall()
        finally:
            connection.close()

    def value(self, sql, *arguments):
        rows = self.rows(sql, *arguments)
        return rows[0][0] if rows else None

    def wait_value(self, expected, sql, *arguments):
        self.wait(lambda: self.value(sql, *arguments) == expected, f"{expected!r} for {sql}")

    # The process

    def printed(self):
        self.output.flush()
        self.output.seek(0)
        return self.output.read()

    def kill(self):
        """Ends the process as a crash does."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if not self.reader.windows():
                    return
            except Gone:
                pass
        raise AssertionError("The killed process is still on the accessibility bus.")

    def restart(self, *arguments):
        self.kill()
        self.run_again(*arguments)

    def run_again(self, *arguments):
        """Starts the program after its end, with the same file."""
        self.started = time.monotonic()
        self.process = self.start(*arguments)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.output.close()
