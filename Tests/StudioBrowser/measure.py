"""Measures the page. It is no part of the tests, because a busy machine changes the figures:

    Scripts/studio-browser .build/studio/release/stategraph-studio measure

STUDIO_ROWS is the number of rows of the table (default: 10,000,000), and STUDIO_COMMITS the number of
commits that the page shows (default: 10,000). STUDIO_SEED repeats a run. With STUDIO_IMPORT, the path of
the built command stategraph, imports beside the page are measured, too.
"""

import math
import os
import pathlib
import random
import sqlite3
import statistics
import subprocess
import tempfile
import time
import unittest

from .studio import Page, Studio

ROWS = int(os.environ.get("STUDIO_ROWS", "10000000"))
COMMITS = int(os.environ.get("STUDIO_COMMITS", "10000"))
IMPORT = os.environ.get("STUDIO_IMPORT")
IMPORTED_ROWS = 1_000_000
TABLES = 180
SEED = int(os.environ.get("STUDIO_SEED", random.randrange(1 << 30)))


# Collects the times between frames in `window.frames`.
FRAMES = """
    window.frames = [];
    let last = performance.now();
    const step = (now) => {
      window.frames.push(now - last);
      last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    """


def percentiles(name, values):
    values = sorted(values)
    p = [values[math.ceil(len(values) * part) - 1] for part in (0.5, 0.95, 0.99)]
    print(f"{name}: p50 {p[0]:.1f} ms, p95 {p[1]:.1f} ms, p99 {p[2]:.1f} ms, "
          f"longest {values[-1]:.1f} ms, {len(values)} values, seed {SEED}")


class Measure(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = pathlib.Path(cls.folder.name) / "large.sqlite"
        database = sqlite3.connect(cls.file)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE large (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, r REAL)")
        database.execute(
            "WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < ?) "
            "INSERT INTO large SELECT i, 'row ' || i, i * 7 % 1000, i / 3.0 FROM s", (ROWS,))
        database.commit()
        database.close()
        cls.studio = Studio(cls.file)
        cls.addClassCleanup(cls.studio.stop)
        cls.page = Page()
        cls.addClassCleanup(cls.page.close)
        cls.page.driver.set_script_timeout(120)

    def test_1_from_the_navigation_to_the_rows(self):
        times = []
        for _ in range(20):
            self.page.driver.get("about:blank")
            self.page.driver.get(self.studio.another_address())
            times.append(self.page.driver.execute_async_script("""
                const done = arguments[0];
                const look = () => document.querySelector('.grid-rows [role=gridcell]')
                  ? done(performance.now()) : requestAnimationFrame(look);
                look();
                """))
        percentiles("navigation to rows", times)

    def test_2_jumps(self):
        self.page.wait("return document.querySelector('studio-browse').source.isCounted", "a count")
        numbers = random.Random(SEED)
        times = [self.page.driver.execute_async_script("""
            const [fraction, rows, done] = arguments;
            const grid = document.querySelector('.grid');
            const start = performance.now();
            grid.scrollTop = fraction * (grid.scrollHeight - grid.clientHeight);
            const look = () => {
              const keys = [...document.querySelectorAll('.grid-rows .key-column')]
                .map((cell) => Number(cell.textContent));
              if (keys.length > 10 && !document.querySelector('.grid-pending')
                && Math.abs(keys[0] - fraction * rows) < rows / 500) done(performance.now() - start);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
            """, numbers.random(), ROWS) for _ in range(100)]
        percentiles("jump", times)

    def test_3_scrolling(self):
        frames = self.page.driver.execute_async_script("""
            const done = arguments[0];
            const grid = document.querySelector('.grid');
            const frames = [];
            let last = performance.now();
            const end = last + 30000;
            const step = (now) => {
              frames.push(now - last);
              last = now;
              grid.scrollTop += 40;
              if (now < end) requestAnimationFrame(step);
              else done(frames);
            };
            requestAnimationFrame(step);
            """)
        percentiles("frame", frames)
        heap = self.page.run("return performance.memory.usedJSHeapSize")
        print(f"heap {heap / 1e6:.1f} MB, server {self.studio.memory() / 1e6:.1f} MB")

    def test_4_commits(self):
        self.page.run("""
            document.querySelector('.grid').scrollTop = 0;
            window.seen = {};
            window.looks = [];
            new MutationObserver(() => {
              const now = Date.now();
              for (const cell of document.querySelectorAll('.grid-rows [role=gridcell]')) {
                if (cell.textContent.startsWith('mark ')) window.seen[cell.textContent] ??= now;
              }
              for (const look of window.looks.splice(0)) look();
            }).observe(document.querySelector('.grid-rows'), { subtree: true, childList: true });
            """)
        database = sqlite3.connect(self.file, isolation_level=None)
        database.execute("UPDATE large SET name = 'mark start' WHERE id = 2")
        self.page.wait("return window.seen['mark start']", "the first commit")
        numbers = random.Random(SEED)
        # The server sends the events of 50 ms together. A commit that comes at once after the event
        # of another one therefore waits longer.
        self.measure_commits(database, "spaced", COMMITS // 10,
                             lambda: time.sleep(numbers.uniform(0.06, 0.14)))
        self.measure_commits(database, "at once", COMMITS, lambda: None)

    def measure_commits(self, database, kind, count, pause):
        times = {}
        for number in range(count):
            pause()
            text = f"mark {kind} {number}"
            database.execute("UPDATE large SET name = ? WHERE id = 2", (text,))
            times[text] = time.time() * 1000
            self.page.driver.execute_async_script("""
                const [text, done] = arguments;
                const look = () => window.seen[text] ? done() : window.looks.push(look);
                look();
                """, text)
        seen = self.page.run("return window.seen")
        percentiles(f"commit to page, {kind}",
                    [max(0, seen[text] - start) for text, start in times.items()])

    def test_5_the_diagram_of_many_tables(self):
        file = pathlib.Path(self.folder.name) / "wide.sqlite"
        database = sqlite3.connect(file)
        numbers = random.Random(SEED)
        for number in range(TABLES):
            others = "".join(
                f", other_{index} INTEGER REFERENCES table_{numbers.randrange(TABLES)} (id)"
                for index in range(numbers.randrange(4)))
            database.execute(f"CREATE TABLE table_{number} (id INTEGER PRIMARY KEY, name TEXT{others})")
        database.close()
        times = []
        with Studio(file) as studio:
            self.page.open(studio.address)
            for _ in range(20):
                self.page.go("#/browse/table_0")
                self.page.wait("return document.querySelector('studio-browse')", "the table")
                times.append(self.page.driver.execute_async_script("""
                    const [tables, done] = arguments;
                    const start = performance.now();
                    location.hash = "#/schema";
                    const look = () => document.querySelectorAll(".diagram [data-table]").length
                      >= tables ? done(performance.now() - start) : requestAnimationFrame(look);
                    look();
                    """, TABLES))
        percentiles(f"diagram of {TABLES} tables", times)


@unittest.skipUnless(IMPORT, "STUDIO_IMPORT is not set")
class MeasureImports(unittest.TestCase):
    """Imports alone, beside a page with the rows, and beside a page with the timeline, in turns."""

    ROUNDS = 15

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.records = self.folder / "item.csv"
        with open(self.records, "w", encoding="ascii") as file:
            file.write("id,name,n,r\n")
            for number in range(1, IMPORTED_ROWS + 1):
                file.write(f"{number},row {number},{number * 7 % 1000},{number / 4}\n")
        self.page = Page()
        self.addCleanup(self.page.close)
        self.page.driver.set_script_timeout(120)

    def empty_file(self, name):
        file = self.folder / name
        database = sqlite3.connect(file)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, r REAL)")
        database.close()
        return file

    def import_into(self, file):
        start = time.monotonic()
        subprocess.run([IMPORT, "import", str(file), str(self.records)], check=True,
                       capture_output=True)
        return time.monotonic() - start

    def import_beside(self, place, name):
        """Returns the seconds of the import, the milliseconds between frames, the seconds until the
        page had the number of rows, and the highest memory of the server in bytes."""
        file = self.empty_file(name)
        with Studio(file) as studio:
            self.page.open(studio.address)
            self.page.go(place)
            self.page.wait("return document.querySelector('.connection').dataset.state === 'live'",
                           "the stream")
            self.page.run(FRAMES)
            seconds = self.import_into(file)
            end = time.monotonic()
            frames = self.page.run("return window.frames")
            if place.startswith("#/browse"):
                self.page.wait("""
                    const source = document.querySelector('studio-browse').source;
                    return source.isCounted && source.count === arguments[0];
                    """, "the number of rows", IMPORTED_ROWS)
            return seconds, frames, time.monotonic() - end, studio.memory("VmHWM")

    def test_imports_beside_the_page(self):
        places = {"rows": "#/browse/item", "timeline": "#/timeline"}
        ratios = {kind: [] for kind in places}
        frames = {kind: [] for kind in places}
        waits, memory = [], dict.fromkeys(places, 0)
        for number in range(self.ROUNDS):
            self.page.driver.get("about:blank")
            alone = self.import_into(self.empty_file(f"alone-{number}.sqlite"))
            for kind, place in places.items():
                seconds, shown, wait, bytes_ = self.import_beside(place, f"{kind}-{number}.sqlite")
                ratios[kind].append(seconds / alone)
                frames[kind] += shown
                memory[kind] = max(memory[kind], bytes_)
                if kind == "rows":
                    waits.append(wait)
        for kind in places:
            print(f"import beside {kind}: {statistics.median(ratios[kind]):.2f} of the time alone "
                  f"({min(ratios[kind]):.2f} to {max(ratios[kind]):.2f}), "
                  f"server at most {memory[kind] / 2**20:.0f} MiB")
            percentiles(f"frame during an import beside {kind}", frames[kind])
        print(f"the exact number of rows after the import: {statistics.median(waits):.2f} s "
              f"at the median, {max(waits):.2f} s at most")
