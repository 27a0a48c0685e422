"""Selected cells, and rows as text for other programs: copied, or saved as a file."""

import csv
import io
import json
import pathlib
import sqlite3

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from .case import StudioCase
from .studio import until

LONG = "It's a \"long\" text,\twith all signs\n" * 100


class SelectionTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, note TEXT, weight REAL, data BLOB)")
        for number in range(1, 2501):
            note = LONG if number == 2 else None if number == 3 else f"note {number}"
            database.execute("INSERT INTO parcel VALUES (?, ?, ?, ?)", (
                number, note, number / 2, b"\0\xff" if number == 4 else None))

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        cls.page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {
            "behavior": "allow", "downloadPath": cls.folder.name})

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")
        # The current cell is the first one again.
        self.page.browse("empty_table")
        self.page.browse("parcel")
        self.page.run("document.querySelector('.grid').focus()")

    def rows(self, sql):
        return self.database().execute(sql).fetchall()

    def selected(self):
        return self.page.text(".foot span:nth-child(2)")

    def clipboard(self):
        self.page.driver.set_script_timeout(60)
        return self.page.driver.execute_async_script(
            "const [done] = arguments; navigator.clipboard.readText().then(done, (error) => done(`${error}`))")

    def copied(self, words):
        self.page.wait("return document.querySelector('.only-spoken[role=status]').textContent.trim()"
                       " === arguments[0]", "the copy", words)
        return self.clipboard()

    def test_shift_and_arrows_select_cells_that_are_copied_whole(self):
        self.page.press(Keys.ARROW_DOWN)
        for key in (Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_RIGHT):
            self.page.press(Keys.SHIFT, key)
        self.page.wait("return document.querySelectorAll('.grid-cell.selected').length === 6",
                       "the selection")
        self.assertEqual(self.selected(), "3 rows × 2 columns selected")
        self.assertEqual(self.page.audit(), [])
        self.page.press(Keys.CONTROL, "c")
        text = self.copied("Copied 3 rows.")
        found = list(csv.reader(io.StringIO(text), delimiter="\t"))
        self.assertEqual(found, [["2", LONG], ["3", ""], ["4", "note 4"]])
        self.page.press(Keys.ESCAPE)
        self.page.wait("return document.querySelector('.grid-cell.selected') === null", "no cell")

    def test_the_mouse_selects_by_dragging_by_shift_and_at_the_start_of_a_row(self):
        self.page.mouse(1, 0).click_and_hold().perform()
        self.page.mouse(3, 1).release().perform()
        self.page.wait("return document.querySelectorAll('.grid-cell.selected').length === 6",
                       "the dragged cells")
        self.page.mouse(0, 1).click().perform()
        self.page.mouse(4, 2).key_down(Keys.SHIFT).click().key_up(Keys.SHIFT).perform()
        self.page.wait("return document.querySelectorAll('.grid-cell.selected').length === 10",
                       "the cells between two clicks")
        self.page.mouse(2, -1).click().perform()
        self.page.wait("return document.querySelectorAll('.grid-cell.selected').length === 4",
                       "the row")
        self.assertEqual(self.selected(), "1 row × 4 columns selected")

    def test_all_rows_are_copied_also_those_that_are_not_loaded(self):
        self.page.wait("return document.querySelector('studio-browse').source.isCounted",
                       "the number of rows")
        self.page.press(Keys.CONTROL, "a")
        self.assertEqual(self.selected(), "2,500 rows × 4 columns selected")
        self.page.press(Keys.CONTROL, "c")
        text = self.copied("Copied 2,500 rows.")
        found = list(csv.reader(io.StringIO(text), delimiter="\t"))
        self.assertEqual([row[0] for row in found], [str(number) for number in range(1, 2501)])

    def save(self, form, name):
        self.page.run("document.querySelector('.grid').focus()")
        self.page.press(Keys.ALT, "e")
        self.page.wait("return document.querySelectorAll('dialog[open] select').length === 2",
                       "the dialog")
        Select(self.page.driver.find_elements(By.CSS_SELECTOR, "dialog select")[1]).select_by_value(form)
        self.page.click("dialog .button.primary")
        self.page.wait("return document.querySelector('dialog p')?.textContent.startsWith('Saved')",
                       "the file")
        path = pathlib.Path(self.folder.name) / name
        until(path.exists, "the download")
        self.page.press(Keys.ESCAPE)
        text = path.read_bytes().decode()
        path.unlink()
        return text

    def test_the_rows_of_a_filter_are_saved_in_their_order(self):
        self.page.browse("parcel", "?filter=" + json.dumps({"conditions": [
            {"column": "id", "operator": "<=", "value": 4}]})
            + '&order=[{"column":"id","descending":true}]')
        wanted = self.rows("SELECT * FROM parcel WHERE id <= 4 ORDER BY id DESC")
        self.page.press(Keys.ALT, "e")
        self.page.wait("return document.querySelector('dialog[open] select') !== null", "the dialog")
        self.assertEqual(self.page.text("dialog option"), "All 4 rows of the filter")
        self.assertEqual(self.page.audit(), [])
        self.page.press(Keys.ESCAPE)
        found = list(csv.reader(io.StringIO(self.save("csv", "parcel.csv"))))
        self.assertEqual(found[0], ["id", "note", "weight", "data"])
        self.assertEqual([[row[0], row[1]] for row in found[1:]],
                         [[str(row[0]), row[1] or ""] for row in wanted])
        parsed = json.loads(self.save("json", "parcel.json"))
        self.assertEqual([[one["id"], one["note"], one["weight"]] for one in parsed],
                         [list(row[:3]) for row in wanted])
        # The statements give another program the same values.
        memory = sqlite3.connect(":memory:")
        memory.execute("CREATE TABLE parcel (id INTEGER PRIMARY KEY, note TEXT, weight REAL, data BLOB)")
        memory.executescript(self.save("insert", "parcel.sql"))
        self.assertEqual(memory.execute("SELECT * FROM parcel ORDER BY id DESC").fetchall(), wanted)
        self.assertIn("| ---: | --- | ---: | --- |", self.save("markdown", "parcel.md"))

    def test_a_result_is_copied_and_saved_with_whole_values(self):
        self.page.go("#/sql")
        self.page.wait("return document.querySelector('studio-sql')?.editor", "the editor")
        self.page.run("""
            const view = document.querySelector('studio-sql');
            view.editor.value = "SELECT note, id AS n, id AS n FROM parcel WHERE id IN (2, 5)";
            view.run();
            """)
        self.page.wait("return document.querySelectorAll('studio-sql [role=gridcell]').length === 6",
                       "the result")
        self.page.run("document.querySelector('studio-sql .grid').focus()")
        self.page.press(Keys.SHIFT, Keys.ARROW_DOWN)
        self.page.press(Keys.CONTROL, "c")
        self.page.wait("return document.querySelector('.sql-words').textContent.startsWith('Copied')",
                       "the copy")
        found = list(csv.reader(io.StringIO(self.clipboard()), delimiter="\t"))
        self.assertEqual(found, [[LONG], ["note 5"]])

    def test_several_rows_are_staged_for_deletion(self):
        for _ in range(2):
            self.page.press(Keys.SHIFT, Keys.ARROW_DOWN)
        self.page.press(Keys.DELETE)
        self.page.wait("return document.querySelectorAll('.row-staged-deletion').length === 3",
                       "the signs")
        self.page.press(Keys.CONTROL, "c")
        self.page.wait("return document.querySelector('.said')?.textContent"
                       ".includes('Staged edits are not in it')", "the note")
        self.page.press(Keys.DELETE)
        self.page.wait("return document.querySelector('.row-staged-deletion') === null", "no sign")
