"""The number of rows, and the end, in every filter and order."""

import json
import random
import urllib.parse

from selenium.webdriver.common.keys import Keys

from .case import StudioCase

ROWS = 30_000


class CountsTests(StudioCase):
    @classmethod
    def prepare(cls, database):
        database.execute("CREATE TABLE sale (id INTEGER PRIMARY KEY, total INTEGER, note TEXT)")
        database.executemany("INSERT INTO sale VALUES (?, ?, ?)", (
            (number, number * 7919 % 30_011, f"note {number % 19}")
            for number in range(1, ROWS + 1)))
        database.execute("CREATE VIEW summary AS SELECT total, id FROM sale WHERE id > 0")

    def browse(self, rest, table="sale"):
        """Shows rows, and waits until the page knows their number."""
        self.page.browse(table, rest)
        self.page.wait("return document.querySelector('studio-browse').source.isCounted",
                       "the number of rows")
        self.page.run("document.querySelector('.grid').focus()")

    def counted(self, number):
        """Waits until the foot has the exact number of rows. The server may count again, because a
        connection of another program can look like a commit."""
        self.page.wait("""
            const text = document.querySelector('.foot').textContent;
            return text.includes(arguments[0]) && !text.includes('≈');
            """, "the exact number of rows", f"of {number:,} rows")

    def first(self, sql):
        return self.database().execute(sql).fetchone()[0]

    @staticmethod
    def filter(expression):
        return "?filter=" + urllib.parse.quote(f'{{"sql":"{expression}"}}')

    def end(self, wanted):
        """Goes to the end. The last row is the current one, and has the key `wanted`."""
        self.page.press(Keys.CONTROL, Keys.END)
        self.page.wait("""
            const { grid, source } = document.querySelector('studio-browse');
            return grid.cursor.row === source.count - 1 && grid.currentRow
              && document.querySelector('.grid-pending') === null
              && grid.currentRow.values.includes(arguments[0]);
            """, f"the row {wanted}", wanted)
        self.page.wait("return document.querySelector('.grid').getAttribute("
                       "'aria-activedescendant') !== null", "the current cell")

    def test_a_filter_is_counted_and_has_an_end(self):
        self.browse(self.filter("note = 'note 7'"))
        wanted = self.first("SELECT count(*) FROM sale WHERE note = 'note 7'")
        self.counted(wanted)
        self.end(self.first("SELECT max(id) FROM sale WHERE note = 'note 7'"))
        # A connection of another program can look like a commit, so that the server counts again.
        self.page.wait("return document.querySelector('.grid').ariaRowCount === arguments[0]",
                       "the number of rows", str(wanted + 1))

    def test_an_order_without_an_index_is_counted_and_has_an_end(self):
        for is_descending in (False, True):
            order = json.dumps([{"column": "total", "descending": is_descending}])
            self.browse("?order=" + urllib.parse.quote(order))
            self.counted(ROWS)
            way = "" if is_descending else "DESC"
            self.end(self.first(f"SELECT id FROM sale ORDER BY total {way}, id {way} LIMIT 1"))

    def test_a_view_is_counted_and_has_an_end(self):
        self.browse("", "summary")
        self.counted(ROWS)
        self.end(ROWS)

    def test_a_jump_goes_to_any_row_of_a_view_and_of_a_filter(self):
        seed = random.randrange(1 << 30)
        numbers = random.Random(seed)
        for table, rest in (("summary", ""), ("sale", self.filter("id > 0"))):
            self.browse(rest, table)
            wanted = numbers.randint(1, ROWS)
            self.page.press("j")
            self.page.wait("return document.activeElement.ariaLabel === 'Row number'", "the dialog")
            self.page.press(str(wanted))
            self.page.press(Keys.ENTER)
            self.page.wait("""
                const { grid } = document.querySelector('studio-browse');
                return grid.cursor.row === arguments[0] - 1
                  && grid.currentRow?.values.includes(arguments[0]);
                """, f"the row {wanted} of {table} (seed {seed})", wanted)

    def test_the_number_follows_commits_that_no_visible_row_tells(self):
        self.browse(self.filter("note = 'note 3'"))
        self.database().execute("DELETE FROM sale WHERE note = 'note 3' AND id > 29000")
        wanted = self.first("SELECT count(*) FROM sale WHERE note = 'note 3'")
        self.page.wait("return document.querySelector('.foot').textContent"
                       ".includes(`of ${arguments[0]} rows`)", "the new number", f"{wanted:,}")
        self.page.wait("return document.querySelector('studio-browse').source.isCounted",
                       "the exact number")

    def test_the_page_asks_until_the_server_has_counted(self):
        self.page.browse("sale")
        outcome = self.page.driver.execute_async_script("""
            const done = arguments[0];
            const answers = [{ count: null, isCounting: true },
              { count: { value: 900, isExact: false }, isCounting: true },
              { count: { value: 950, isExact: true }, isCounting: false }];
            const api = { post: async (path, { limit }) => (path === 'count' ? answers.shift()
              : { rows: Array.from({ length: limit }, (_, index) => ({ key: [index],
                values: [index] })), hasBefore: false, hasAfter: true, count: null }) };
            const live = { watch: () => {}, unwatch: () => {} };
            (async () => {
              const { constructor: RowsSource } = document.querySelector('studio-browse').source;
              const source = new RowsSource(api, live, { schema: 1, order: [],
                filter: { sql: 'id > 0' }, table: { name: 't', key: ['id'], ties: ['id'] },
                columns: [{ name: 'id', position: 0 }] });
              const states = [];
              source.addEventListener('change', () => {
                states.push([source.count, source.isCounted, source.isCountExpected,
                  source.isCountOld]);
                if (source.isCounted) done([states, answers.length]);
              });
              await source.load();
            })().catch((error) => done(String(error)));
            """)
        self.assertEqual(outcome, [[
            [201, False, True, False], [201, False, True, False], [900, False, True, True],
            [950, True, False, False]], 0])

    def test_counting_that_takes_too_long_ends(self):
        self.page.browse("sale")
        outcome = self.page.driver.execute_async_script("""
            const done = arguments[0];
            let requests = 0;
            const api = { post: async (path) => {
              if (path !== 'count') {
                return { rows: [{ key: [1], values: [1] }], hasBefore: false, hasAfter: true };
              }
              requests += 1;
              return { count: null, isCounting: false };
            } };
            const live = { watch: () => {}, unwatch: () => {} };
            const { constructor: RowsSource } = document.querySelector('studio-browse').source;
            const source = new RowsSource(api, live, { schema: 1, order: [], filter: null,
              table: { name: 't', key: ['id'], ties: ['id'] },
              columns: [{ name: 'id', position: 0 }] });
            source.load();
            setTimeout(() => done([requests, source.isCountExpected, source.isCounted]), 700);
            """)
        self.assertEqual(outcome, [1, False, False])
