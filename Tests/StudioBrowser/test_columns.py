"""Columns that are hidden, moved, made wider and read as dates, and the menus of cells and headers."""

import json

from selenium.webdriver.common.keys import Keys

from .case import StudioCase

# 2024-05-06 07:08:09 in the numbers of real programs.
SECONDS = 1_714_979_289
NUMBERS = {
    "s1970": SECONDS, "ms1970": SECONDS * 1000, "us1970": SECONDS * 1_000_000,
    "us1601": (SECONDS + 11_644_473_600) * 1_000_000, "us1": (SECONDS + 62_135_596_800) * 1_000_000,
    "ticks1601": (SECONDS + 11_644_473_600) * 10_000_000,
    "ticks1": (SECONDS + 62_135_596_800) * 10_000_000, "ns1970": SECONDS * 1_000_000_000,
    "s2001": SECONDS - 978_307_200, "ns2001": (SECONDS - 978_307_200) * 1_000_000_000,
}
DAYS = {"julian": 2_460_436.5, "excel": 45_418, "d1970": 19_849}


class ColumnTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        names = [*NUMBERS, *DAYS]
        database.execute("CREATE TABLE numbers (id INTEGER PRIMARY KEY, "
                         + ", ".join(f"x_{name}" for name in names) + ")")
        database.execute(f"INSERT INTO numbers VALUES (1{', ?' * len(names)})",
                         [*NUMBERS.values(), *DAYS.values()])
        database.executescript("CREATE TABLE price (id INTEGER PRIMARY KEY, amount REAL);"
                               "INSERT INTO price (amount) VALUES (421.4), (0.89), (5);")

    def setUp(self):
        super().setUp()
        self.page.run("localStorage.clear(); document.querySelector('studio-app').stage.discardAll()")

    def columns(self):
        return self.page.run(
            "return document.querySelector('studio-browse').grid.columns.map((one) => one.name)")

    def focus(self, row=0, name=None):
        self.page.run("""
            const { grid } = document.querySelector('studio-browse');
            grid.view.focus();
            grid.select(arguments[0], Math.max(0, grid.columns.findIndex((one) =>
              one.name === arguments[1])));
            """, row, name)

    def open_menu(self, row, name):
        self.focus(row, name)
        self.page.press(Keys.SHIFT, Keys.F10)
        self.page.wait("return document.activeElement.closest('.menu')", "the menu")

    def choose(self, words):
        self.page.wait("""
            const item = [...document.querySelectorAll('.menu button')].find((one) =>
              one.firstChild.textContent.startsWith(arguments[0]));
            item.click();
            return true;
            """, f"the item {words}", words)

    def test_a_hidden_column_stays_hidden_and_its_rows_stay_sorted(self):
        self.page.browse("country", "?order=" + json.dumps([{"column": "population"}]))
        before = self.page.cells()[0][0]
        self.open_menu(-1, "population")
        self.assertEqual(self.page.audit(), [])
        self.choose("Hide column")
        self.page.wait("return !document.querySelector('studio-browse').grid.columns.some((one) =>"
                       " one.name === 'population')", "the other columns")
        self.page.browse("city")
        self.page.browse("country", "?order=" + json.dumps([{"column": "population"}]))
        self.assertNotIn("population", self.columns())
        self.assertEqual(self.page.cells()[0][0], before)

    def test_the_dialog_finds_hides_and_moves_columns(self):
        self.page.browse("country")
        self.focus()
        self.page.press(Keys.ALT, "c")
        self.page.wait("return document.activeElement.ariaLabel === 'Find a column'", "the dialog")
        for theme in ("light", "dark"):
            self.page.look(1280, 800, theme)
            self.assertEqual(self.page.audit(), [])
            self.page.picture(f"columns-{theme}")
        self.page.run("""
            document.querySelector('[aria-label="Move name to the right"]').click();
            document.querySelectorAll('.column-list input')[3].click();
            """)
        self.page.wait("return document.activeElement.ariaLabel === 'Find a column' ||"
                       " document.querySelector('.column-list') !== null", "the list")
        self.assertEqual(self.columns()[:3], ["id", "continent", "name"])
        self.page.run("document.querySelector('.find-field .field').focus()")
        self.page.press("area")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('dialog') === null", "the end of the dialog")
        self.assertEqual(self.page.run("""
            const { grid } = document.querySelector('studio-browse');
            return [grid.currentColumn.name, document.activeElement === grid.view];
            """), ["area_km2", True])
        self.page.look(400, 760)
        self.page.run("document.querySelector('studio-browse').openColumns()")
        self.assertEqual(self.page.audit(), [])
        self.page.picture("columns-400")
        self.page.press(Keys.ESCAPE)

    def test_a_width_stays(self):
        self.page.browse("country")
        self.focus(-1, "name")
        for _ in range(3):
            self.page.press(Keys.SHIFT, Keys.ARROW_RIGHT)
        width = self.page.run("return document.querySelector('studio-browse').grid.columnWidth(1)")
        self.page.browse("city")
        self.page.browse("country")
        self.assertEqual(self.page.run(
            "return document.querySelector('studio-browse').grid.columnWidth(1)"), width)

    def test_the_user_reads_numbers_as_dates_of_each_epoch(self):
        self.page.look(4000)
        self.page.browse("numbers")
        for name, number in {**NUMBERS, **DAYS}.items():
            with self.subTest(name):
                self.page.run("""
                    const browse = document.querySelector('studio-browse');
                    browse.memory.set(`x_${arguments[0]}`, { readAs: arguments[0] });
                    browse.columnsChosen();
                    """, name)
                time = "00:00:00" if name in DAYS else "07:08:09"
                wanted = f"2024-05-06 {time} {number}"
                self.page.wait("""
                    const { grid } = document.querySelector('studio-browse');
                    const index = grid.columns.findIndex((one) => one.name === `x_${arguments[0]}`);
                    return document.querySelectorAll('.grid-layer [role=gridcell]')[index].textContent
                      === arguments[1];
                    """, wanted, name, wanted)

    def test_the_menu_suggests_the_epochs_that_fit(self):
        self.page.browse("numbers")
        self.open_menu(-1, "x_us1")
        found = self.page.run("return [...document.querySelectorAll('.menu button')]"
                              ".map((one) => one.textContent)"
                              ".filter((one) => one.startsWith('Read as'))")
        self.assertEqual(found[:3], ["Read as automatic", "Read as a number",
                                     "Read as microseconds since year 1 (darktable): 2024-05-06"])
        self.page.picture("menu-of-a-header")
        self.choose("Read as micro")
        self.page.wait("return document.querySelector('.grid-layer').textContent"
                       ".includes('2024-05-06 07:08:09')", "the date")
        # A date that the user types becomes a number of the same epoch.
        self.focus(0, "x_us1")
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        self.page.press("2024-05-06 07:08:10")
        self.page.press(Keys.ENTER)
        self.page.wait("""
            const [change] = document.querySelector('studio-app').stage.changes;
            return change && String(change.new.x_us1.$integer ?? change.new.x_us1) === arguments[0];
            """, "the number", str(NUMBERS["us1"] + 1_000_000))

    def test_the_menu_of_a_cell_filters_and_follows(self):
        self.page.browse("city")
        self.page.mouse(0, 1, ".value-reference").context_click().perform()
        self.page.wait("return document.activeElement.closest('.menu')", "the menu")
        self.assertEqual(self.page.audit(), [])
        self.page.picture("menu-of-a-cell")
        self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ESCAPE)
        self.page.wait("return document.querySelector('.menu') === null"
                       " && document.activeElement.matches('.grid')", "the grid")
        self.open_menu(0, "country_id")
        self.choose("Only rows without this value")
        self.page.wait("return document.querySelector('.chip')?.textContent.includes('≠')",
                       "the filter")

    def test_a_change_of_the_schema_is_shown_as_sql_before_it_is_applied(self):
        self.page.browse("country")
        self.open_menu(-1, "capital")
        self.choose("Create an index")
        self.page.wait("return document.querySelector('studio-sql')?.editor.value"
                       " === 'CREATE INDEX country_capital ON country (capital)'", "the statement")
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('studio-sql .state h2')?.textContent"
                       ".includes('the schema changes')", "the effect")
        self.assertEqual(self.database().execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'country_capital'").fetchone(), (0,))
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('studio-sql .state h2')?.textContent"
                       ".includes('Applied')", "the index")
        self.assertEqual(self.database().execute(
            "SELECT count(*) FROM sqlite_schema WHERE name = 'country_capital'").fetchone(), (1,))

    def test_the_points_of_numbers_stand_below_each_other(self):
        self.page.browse("price")
        self.assertEqual(self.page.run("""
            return [...document.querySelectorAll('.grid-layer [role=row]')]
              .sort((one, other) => one.row - other.row)
              .map((row) => row.lastElementChild.style.paddingRight);
            """), ["calc(1ch + 12px)", "", "calc(1ch + 12px)"])
