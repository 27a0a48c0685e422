"""The editor of a cell, with the mouse and the keyboard."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from .case import StudioCase


class EditorTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.executescript("""
            CREATE TABLE computed (id INTEGER PRIMARY KEY, x INTEGER, y AS (x * 2));
            INSERT INTO computed (x) VALUES (1);
            CREATE VIEW european AS SELECT name FROM country WHERE continent = 'EU';
            """)

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")

    def double_click(self, row, column, selector="*"):
        self.page.mouse(row, column, selector).double_click().perform()

    def open_by_mouse(self, row, column):
        self.double_click(row, column)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")

    def editors(self):
        return self.page.run("return document.querySelectorAll('.cell-editor').length")

    def staged(self):
        """The staged values, by table and key."""
        return self.page.run("""
            return document.querySelector('studio-app').stage.changes.map((one) =>
              [one.table, one.key[0], { ...one.new }]);
            """)

    def wait_for_the_end(self):
        self.page.wait("return document.querySelector('.cell-editor') === null", "the end")

    def test_a_click_on_another_cell_stages_and_there_is_one_editor(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        self.open_by_mouse(3, 1)
        self.assertEqual(self.editors(), 1)
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon"}]])
        editor, cell = self.page.run("""
            return ['.cell-editor', '.grid-cell.cursor'].map((selector) =>
              document.querySelector(selector).getBoundingClientRect().y);
            """)
        self.assertLess(abs(editor - cell), 2)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("cell-editor")

    def test_a_click_in_the_same_row_stages_and_selects(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        # The editor lies over the neighbours of its cell.
        self.page.mouse(1, 4).click_and_hold().perform()
        self.page.wait("return document.querySelector('.staged') !== null", "the staged cell")
        self.page.mouse(1, 4).release().perform()
        self.page.wait("return document.querySelector('studio-browse').grid.cursor.column === 4",
                       "the cell")
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon"}]])

    def test_a_click_outside_of_the_grid_stages(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        ActionChains(self.page.driver).click(self.page.find(".foot")).perform()
        self.wait_for_the_end()
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon"}]])

    def test_the_editor_ends_with_its_table(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        self.page.browse("city")
        self.assertEqual(self.editors(), 0)
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon"}]])

    def test_tab_stages_and_goes_to_the_next_cell(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        self.page.press(Keys.TAB)
        self.wait_for_the_end()
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon"}]])
        self.assertEqual(self.page.run(
            "return document.querySelector('studio-browse').grid.cursor"), {"row": 1, "column": 2})
        self.assertTrue(self.page.run("return document.activeElement.matches('.grid')"))

    def test_escape_ends_from_the_field_and_from_a_button(self):
        self.page.browse("country")
        for leave in ("", "document.querySelector('.cell-editor .button').focus()"):
            self.open_by_mouse(1, 1)
            self.page.press("Nippon")
            self.page.run(leave)
            self.page.press(Keys.ESCAPE)
            self.wait_for_the_end()
            self.assertEqual(self.staged(), [])

    def test_an_unchanged_value_stages_nothing(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press(Keys.TAB)
        self.wait_for_the_end()
        self.assertEqual(self.staged(), [])

    def test_a_letter_replaces_the_value(self):
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus();"
                      "document.querySelector('studio-browse').grid.select(2, 1)")
        for letter in "j1g":
            self.page.press(letter)
        self.page.press(Keys.ENTER)
        self.wait_for_the_end()
        self.assertEqual(self.staged(), [["country", 3, {"name": "j1g"}]])

    def test_the_keys_of_the_page_work_with_alt_in_a_cell(self):
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus()")
        self.page.press(Keys.ALT, "j")
        self.page.wait("return document.activeElement.ariaLabel === 'Row number'", "the dialog")
        self.page.press(Keys.ESCAPE)
        self.page.press(Keys.ALT, "3")
        self.page.wait("return location.hash.startsWith('#/schema')", "the schema")

    def test_null_by_the_keyboard(self):
        self.page.browse("city")
        column = self.page.run("""
            return document.querySelector('studio-browse').grid.columns.findIndex((one) =>
              !one.isNotNull && !one.isKey);
            """)
        self.page.run("document.querySelector('.grid').focus();"
                      "document.querySelector('studio-browse').grid.select(0, arguments[0])", column)
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        self.page.press(Keys.ALT, "n")
        self.wait_for_the_end()
        self.assertEqual([list(new.values()) for _, _, new in self.staged()], [[None]])

    def test_f2_opens_the_large_editor_with_the_typed_text(self):
        self.page.browse("country")
        self.open_by_mouse(1, 1)
        self.page.press("Nippon")
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.value-editor')", "the editor")
        self.page.press("!")
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('.staged')", "the staged cell")
        self.assertEqual(self.staged(), [["country", 2, {"name": "Nippon!"}]])

    def test_a_double_click_on_a_reference_edits_and_a_click_follows(self):
        self.page.browse("city")
        self.double_click(0, 1, ".value-reference")
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        # The wait is longer than that of a click, which would follow.
        self.page.driver.execute_async_script("setTimeout(arguments[0], 600)")
        self.assertEqual(self.page.run("return document.querySelector('studio-browse').table.name"),
                         "city")
        self.page.press("7")
        self.page.press(Keys.ENTER)
        self.wait_for_the_end()
        self.assertEqual([table for table, _, _ in self.staged()], ["city"])
        self.page.mouse(1, 1, ".value-reference").click().perform()
        self.page.wait("return document.querySelector('studio-browse').table.name === 'country'",
                       "the country")
        self.assertEqual(len(self.page.run(
            "return document.querySelector('studio-browse').place.trail")), 1)

    def notice(self):
        return self.page.wait("""
            const notice = document.querySelector('studio-browse .notice');
            return notice && notice.getBoundingClientRect().height > 0 && notice.textContent;
            """, "the notice")

    def test_what_cannot_be_edited_says_so_visibly(self):
        self.page.browse("computed")
        self.double_click(0, 2)
        self.assertIn("computes y", self.notice())
        self.assertEqual(self.page.audit(), [])
        self.page.picture("cannot-edit")
        self.page.press(Keys.ARROW_LEFT)
        self.page.wait("return document.querySelector('studio-browse .notice') === null",
                       "no notice")
        self.page.browse("european")
        self.double_click(0, 0)
        self.assertIn("view", self.notice())

    def test_a_row_with_a_staged_deletion_says_so(self):
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus()")
        self.page.press(Keys.DELETE)
        self.page.press(Keys.F2)
        self.assertIn("staged for deletion", self.notice())


class ReadOnlyTests(StudioCase):
    def test_a_read_only_page_says_how_to_edit(self):
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus()")
        self.page.press(Keys.F2)
        words = self.page.wait("return document.querySelector('studio-browse .notice')?.textContent",
                               "the notice")
        self.assertIn("--write", words)

    def test_the_keys_of_the_page_work_in_a_cell(self):
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus()")
        self.page.press("3")
        self.page.wait("return location.hash.startsWith('#/schema')", "the schema")
