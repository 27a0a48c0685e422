"""A screen without a desktop, its keyboard and its pictures."""

import os
import pathlib
import struct
import subprocess
import tempfile
import time
import zlib

PICTURES = pathlib.Path(os.environ.get("CATALOGUE_PICTURES", "catalogue-pictures"))


class Screen:
    """A virtual X server of its own."""

    def __init__(self, width=1080, height=720):
        self.folder = tempfile.TemporaryDirectory()
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-fbdir", self.folder.name, "-screen", "0",
             f"{width}x{height}x24", "-nolisten", "tcp"],
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as file:
            self.name = ":" + file.readline().strip()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    def pixels(self):
        """The width, the height and the rows of the screen, three bytes for each pixel."""
        data = (pathlib.Path(self.folder.name) / "Xvfb_screen0").read_bytes()
        words = struct.unpack(">25I", data[:100])
        header, width, height, line, colors = words[0], words[4], words[5], words[12], words[19]
        start = header + 12 * colors
        rows = []
        for y in range(height):
            source = data[start + y * line:start + y * line + 4 * width]
            row = bytearray(3 * width)
            row[0::3], row[1::3], row[2::3] = source[2::4], source[1::4], source[0::4]
            rows.append(bytes(row))
        return width, height, rows

    def wait_empty(self):
        """Waits until no window is on the screen, and returns the rows."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            rows = self.pixels()[2]
            if all(row.count(row[:1]) == len(row) for row in rows):
                return rows
        raise AssertionError("the window of a killed program stays on the screen")

    def save(self, name):
        """Writes a picture of the screen as PNG, and returns its pixels."""
        width, height, rows = self.pixels()

        def chunk(kind, body):
            check = zlib.crc32(kind + body)
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", check)
        PICTURES.mkdir(parents=True, exist_ok=True)
        body = zlib.compress(b"".join(b"\0" + row for row in rows), 6)
        size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        (PICTURES / f"{name}.png").write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
        return b"".join(rows)

    def input(self, *words):
        """Runs xdotool, which moves the mouse and presses keys."""
        subprocess.run(["xdotool", *map(str, words)], check=True, timeout=20,
                       env={**os.environ, "DISPLAY": self.name}, stdout=subprocess.DEVNULL)
