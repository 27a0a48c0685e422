"""Browse, with the keyboard alone."""

import random
import urllib.parse

from selenium.webdriver.common.keys import Keys

from .case import StudioCase
from .sample import COUNTRIES, LARGE_ROWS


class BrowseTests(StudioCase):
    large_rows = LARGE_ROWS

    def current(self):
        """The text of the current cell."""
        return self.page.run("""
            const grid = document.querySelector('.grid');
            const id = grid.getAttribute('aria-activedescendant');
            return document.getElementById(id)?.textContent;
            """)

    def focus(self):
        self.page.run("document.querySelector('.grid').focus()")

    def browse_measurements(self):
        """Shows the large table. The scroll bar gets its length when the server has counted."""
        self.page.browse("measurement")
        self.page.wait("return document.querySelector('.grid').ariaRowCount === arguments[0]",
                       "the number of rows", str(LARGE_ROWS + 1))

    def test_a_reference_leads_to_its_row_and_back(self):
        self.page.browse("city")
        self.focus()
        self.page.press(Keys.ARROW_RIGHT)
        country = self.current().split()[-1]
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('studio-browse').table.name === 'country'"
                       " && document.querySelectorAll('.grid-layer [role=row]').length === 1",
                       "the country")
        self.assertEqual(self.page.cells()[0][0], country)
        self.assertIn("city", self.page.text(".crumbs"))
        self.page.driver.back()
        self.page.wait("return document.querySelector('studio-browse').table.name === 'city'",
                       "the cities")

    def test_the_referring_rows_of_a_row(self):
        self.page.browse("country")
        self.focus()
        self.page.press(Keys.SHIFT, Keys.ENTER)
        self.page.wait("return document.querySelectorAll('dialog .choices button .rest').length"
                       " === 4", "the choices")
        count = int(self.page.text("dialog .choices button .rest"))
        wanted = self.database().execute(
            "SELECT count(*) FROM city WHERE country_id = 1").fetchone()[0]
        self.assertEqual(count, wanted)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('studio-browse').table.name === 'city'"
                       " && document.querySelector('studio-browse').source.count === arguments[0]",
                       "the cities", wanted)

    def test_a_header_sorts_the_rows(self):
        self.page.browse("country")
        self.focus()
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.ARROW_UP)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('[aria-sort=ascending]') !== null"
                       " && document.querySelector('.grid-layer [role=row]') !== null"
                       " && document.querySelector('.grid-pending') === null"
                       " && document.querySelector('studio-browse').source.state === 'ready'",
                       "the order")
        wanted = [name for name, in self.database().execute(
            "SELECT name FROM country ORDER BY name")]
        names = [cells[1] for cells in self.page.cells()]
        self.assertEqual(names, wanted[:len(names)])

    def test_the_form_filters_the_rows(self):
        self.page.browse("country")
        self.focus()
        self.page.press("/")
        self.page.wait("return document.activeElement.ariaLabel === 'Find in all columns'",
                       "the form")
        self.page.press(Keys.TAB)
        self.page.press(Keys.TAB)
        self.page.press("n")
        self.page.press(Keys.TAB)
        self.page.press(Keys.TAB)
        self.page.press("EPA")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.chip') !== null"
                       " && document.querySelector('studio-browse').source.count === 1"
                       " && document.querySelector('.grid-pending') === null"
                       " && document.querySelectorAll('.grid-layer [role=row]').length === 1",
                       "one country")
        self.assertEqual(self.page.cells()[0][1], "Nepal")

    def test_the_roles_and_counts_of_the_grid(self):
        self.page.browse("country")
        tree = self.page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        roles = [node["role"]["value"] for node in tree if not node["ignored"]]
        self.assertEqual(roles.count("grid"), 1)
        self.assertGreaterEqual(roles.count("columnheader"), 6)
        self.assertGreaterEqual(roles.count("gridcell"), 5 * 20)
        self.assertEqual(self.page.find(".grid").get_attribute("aria-rowcount"),
                         str(len(COUNTRIES) + 1))
        self.assertEqual(self.page.find(".grid").get_attribute("aria-colcount"), "9")

    def test_the_rows_stay_while_the_grid_changes_its_size(self):
        self.page.browse("city")
        # The second observer runs after the one of the grid, and before the browser paints.
        painted = self.page.driver.execute_async_script("""
            const done = arguments[0];
            const grid = document.querySelector('studio-grid');
            let runs = 0;
            new ResizeObserver((_, observer) => {
              runs += 1;
              if (runs === 1) {
                grid.style.maxHeight = `${grid.clientHeight - 60}px`;
              } else {
                observer.disconnect();
                grid.style.maxHeight = '';
                done(document.querySelectorAll('.grid-layer [role=row]').length);
              }
            }).observe(grid);
            """)
        self.assertGreater(painted, 0)

    def test_the_grid_names_no_current_cell_until_its_rows_are_drawn_again(self):
        self.page.browse("city")
        self.focus()
        self.assertIsNotNone(self.current())
        is_named, has_cell = self.page.run("""
            const grid = document.querySelector('.grid');
            document.querySelector('studio-grid').resizeColumn(1, 90);
            const id = grid.getAttribute('aria-activedescendant');
            return [id !== null, document.getElementById(id) !== null];
            """)
        self.assertEqual(is_named, has_cell)
        self.page.wait("return document.getElementById("
                       "document.querySelector('.grid').getAttribute('aria-activedescendant'))",
                       "the current cell")

    def uncounted(self, moves):
        """Moves in a grid whose source knows 201 rows, and then counts a million. Returns the first
        and the last visible row, and the current row."""
        self.page.browse("city")
        return self.page.driver.execute_async_script("""
            const done = arguments[0];
            const frame = () => new Promise((resolve) => requestAnimationFrame(() =>
              setTimeout(resolve)));
            const { grid } = document.querySelector('studio-browse');
            const view = document.querySelector('.grid');
            const source = Object.assign(new EventTarget(), {
              columns: [{ name: 'id', position: 0, type: '' }], order: [], count: 201,
              isCounted: false, isCountExpected: true, need: () => {}, mark: () => undefined,
              row: (index) => ({ key: [index], values: [index] }) });
            const press = (key, ctrlKey = false) => view.dispatchEvent(
              new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }));
            (async () => {
              grid.source = source;
              await frame();
              MOVES;
              await frame();
              await frame();
              source.count = 1_000_000;
              Object.assign(source, { isCounted: true, isCountExpected: false });
              source.dispatchEvent(new Event('change'));
              await frame();
              await frame();
              const outcome = [...grid.visibleRows, grid.cursor.row];
              grid.source = document.querySelector('studio-browse').source;
              done(outcome);
            })().catch((error) => done(String(error)));
            """.replace("MOVES", moves))

    def test_a_move_to_the_end_waits_for_the_number_of_rows(self):
        _, last, current = self.uncounted("press('End', true)")
        self.assertEqual((last, current), (999_999, 999_999))

    def test_a_move_to_the_end_uses_the_number_of_rows_before_they_are_drawn(self):
        _, last, _ = self.uncounted(
            "source.count = 1_000_000; source.isCountExpected = false; press('End', true)")
        self.assertEqual(last, 999_999)

    def test_a_jump_waits_for_the_number_of_rows(self):
        first, _, current = self.uncounted("grid.jump(654_320)")
        self.assertEqual((first, current), (654_320, 654_320))

    def test_another_move_ends_the_wait_for_the_number_of_rows(self):
        for moves in ("press('End', true); press('Home', true)",
                      "press('End', true); await frame(); view.scrollTop = 0"):
            first, _, _ = self.uncounted(moves)
            self.assertEqual(first, 0, moves)

    def test_the_dialog_knows_the_last_row_of_a_filter(self):
        self.page.browse("city", "?filter=" + urllib.parse.quote('{"sql":"population > 0"}'))
        # The server may count again, because a connection of another program can look like a commit.
        self.page.wait("""
            const browse = document.querySelector('studio-browse');
            if (browse.source.isCounted) browse.askForRow();
            return browse.source.isCounted;
            """, "the number of rows")
        wanted = self.database().execute(
            "SELECT count(*) FROM city WHERE population > 0").fetchone()[0]
        self.assertEqual(self.page.run("return document.activeElement.max"), str(wanted))
        self.page.press(Keys.ESCAPE)

    def test_the_dialog_jumps_to_a_row(self):
        self.page.browse("measurement")
        self.focus()
        self.page.press("j")
        self.page.wait("return document.activeElement.ariaLabel === 'Row number'", "the dialog")
        self.page.press("654321")
        self.assertEqual(self.page.audit(), [])
        self.page.press(Keys.ENTER)
        self.page.wait("return [...document.querySelectorAll('.key-column')].some((cell) =>"
                       " Math.abs(Number(cell.textContent) - 654321) < 5000)"
                       " && document.querySelector('.grid-pending') === null", "the row")

    def test_the_end_of_a_large_table(self):
        self.page.browse("measurement")
        self.focus()
        self.page.press(Keys.CONTROL, Keys.END)
        self.page.wait("return [...document.querySelectorAll('.key-column')].some((cell) =>"
                       " cell.textContent === arguments[0])", "the last row", str(LARGE_ROWS))
        self.page.press(Keys.CONTROL, Keys.HOME)
        self.page.wait("return [...document.querySelectorAll('.key-column')].some((cell) =>"
                       " cell.textContent === '1')", "the first row")

    def test_the_scroll_bar_jumps(self):
        seed = random.randrange(1 << 30)
        numbers = random.Random(seed)
        self.browse_measurements()
        for _ in range(20):
            fraction = numbers.random()
            self.page.run("""
                const grid = document.querySelector('.grid');
                grid.scrollTop = arguments[0] * (grid.scrollHeight - grid.clientHeight);
                """, fraction)
            # The rows are read in the same step that waits for them, because others can follow.
            keys = self.page.wait("""
                const rows = [...document.querySelectorAll('.grid-layer [role=row]')]
                  .sort((one, other) => one.row - other.row);
                const keys = rows.map((row) =>
                  Number(row.querySelector('[role=gridcell]').textContent));
                return keys.length > 10 && document.querySelector('.grid-pending') === null
                  && keys.every(Number.isFinite)
                  && Math.abs(Math.min(...keys) - arguments[0]) < 10000 && keys;
                """, f"the rows at {fraction} (seed {seed})", fraction * LARGE_ROWS)
            self.assertEqual(keys, list(range(keys[0], keys[0] + len(keys))), f"seed {seed}")

    def test_scrolling_shows_adjacent_rows(self):
        self.browse_measurements()
        for _ in range(40):
            self.page.run("document.querySelector('.grid').scrollTop += 600")
        # The rows are read in the same step that waits for them, because others can follow.
        keys = self.page.wait("""
            const keys = [...document.querySelectorAll('.grid-layer [role=row]')]
              .sort((one, other) => one.row - other.row)
              .map((row) => Number(row.querySelector('[role=gridcell]').textContent));
            return document.querySelector('.grid-pending') === null && keys[0] > 500 && keys;
            """, "the rows")
        self.assertEqual(keys, list(range(keys[0], keys[0] + len(keys))))
