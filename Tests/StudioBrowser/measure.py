"""Measures the page. It is no part of the tests, because a busy machine changes the figures:

    Scripts/studio-browser .build/studio/release/stategraph-studio measure

STUDIO_ROWS is the number of rows of the table (default: 10,000,000). STUDIO_SEED repeats a run.
"""

import os
import pathlib
import random
import sqlite3
import tempfile
import time
import unittest

from .studio import Page, Studio

ROWS = int(os.environ.get("STUDIO_ROWS", "10000000"))
SEED = int(os.environ.get("STUDIO_SEED", random.randrange(1 << 30)))


def percentiles(name, values):
    values = sorted(values)
    p = [values[min(len(values) - 1, int(len(values) * part))] for part in (0.5, 0.95, 0.99)]
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
            new MutationObserver(() => {
              const now = Date.now();
              for (const cell of document.querySelectorAll('.grid-rows [role=gridcell]')) {
                if (cell.textContent.startsWith('mark ')) window.seen[cell.textContent] ??= now;
              }
            }).observe(document.querySelector('.grid-rows'), { subtree: true, childList: true });
            """)
        database = sqlite3.connect(self.file, isolation_level=None)
        database.execute("UPDATE large SET name = 'mark start' WHERE id = 2")
        self.page.wait("return window.seen['mark start']", "the first commit")
        times = {}
        for number in range(300):
            database.execute("UPDATE large SET name = ? WHERE id = 2", (f"mark {number}",))
            times[f"mark {number}"] = time.time() * 1000
            self.page.wait("return window.seen[arguments[0]]", "the commit", f"mark {number}")
        seen = self.page.run("return window.seen")
        percentiles("commit to page", [max(0, seen[name] - start) for name, start in times.items()])
