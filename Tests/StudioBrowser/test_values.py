"""Complete values: copying, large texts, and blobs by file."""

import json
import random
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from .case import StudioCase

NOTE = "line one\r\nline two\r\n" + "ü" * 3_000
DOCUMENT = json.dumps({"list": [{"number": number, "text": "x" * 40} for number in range(2_000)]})
LARGE = "0123456789" * 200_000
BYTES = bytes(range(256)) * 40


class ValuesTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, short TEXT, body)")
        database.executemany("INSERT INTO note VALUES (?, ?, ?)", [
            (1, "plain", NOTE), (2, "document", DOCUMENT), (3, "large", LARGE),
            (4, "bytes", BYTES), (5, "two\nlines\tand a tab", None)])
        database.execute("CREATE VIEW shown AS SELECT body, id FROM note")

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")
        self.page.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def select(self, row, column):
        self.page.run("document.querySelector('.grid').focus();"
                      "document.querySelector('main studio-grid').select(...arguments)",
                      row, column)

    def copied(self):
        """Copies the current cell. Returns the text of the clipboard."""
        self.page.run("return navigator.clipboard.writeText('nothing')")
        self.page.press(Keys.CONTROL, "c")
        self.page.wait("return navigator.clipboard.readText().then((text) => text !== 'nothing')",
                       "the copy")
        return self.page.run("return navigator.clipboard.readText()")

    def test_copying_never_cuts_a_value(self):
        self.page.browse("note")
        for row, value in enumerate((NOTE, DOCUMENT, LARGE, f"x'{BYTES.hex()}'")):
            self.select(row, 2)
            # A difference would be printed as a whole.
            self.assertTrue(self.copied() == value, f"row {row}")
        self.select(4, 1)
        self.assertEqual(self.copied(), "two\nlines\tand a tab")

    def test_a_random_long_value_of_a_view_and_of_a_filter_is_copied(self):
        seed = random.randrange(1 << 30)
        row = random.Random(seed).randrange(3)
        self.page.browse("shown")
        self.select(row, 0)
        self.assertEqual(self.copied(), (NOTE, DOCUMENT, LARGE)[row], f"seed {seed}")
        self.page.browse("note", "?filter=" + urllib.parse.quote('{"sql":"id > 1"}'))
        self.select(0, 2)
        self.assertEqual(self.copied(), DOCUMENT)

    def test_the_result_of_a_query_is_copied_complete(self):
        self.page.go("#/sql")
        self.page.wait("return document.querySelector('studio-sql')?.editor", "the editor")
        self.page.run("""
            const view = document.querySelector('studio-sql');
            view.editor.value = 'SELECT id, body FROM note ORDER BY id DESC';
            view.run();
            """)
        self.page.wait("return document.querySelectorAll('studio-sql .grid-layer [role=row]')"
                       ".length === 5", "the result")
        self.select(3, 1)
        self.assertEqual(self.copied(), DOCUMENT)

    def open_editor(self, row, column):
        self.select(row, column)
        self.page.press(Keys.F2)
        self.page.wait("return document.querySelector('dialog[open] .value-editor')", "the editor")

    def apply(self):
        self.page.driver.execute_async_script("""
            const done = arguments[0];
            document.querySelector('studio-app').stage.apply().then(() => done(null),
              (error) => done(error.message));
            """)

    def body(self, key):
        return self.database().execute("SELECT body FROM note WHERE id = ?", (key,)).fetchone()[0]

    def test_a_long_text_is_edited_with_its_line_ends(self):
        self.page.browse("note")
        self.open_editor(0, 2)
        self.assertEqual(self.page.run("return document.activeElement.value"),
                         NOTE.replace("\r\n", "\n"))
        self.assertEqual(self.page.audit(), [])
        self.page.picture("value-editor")
        self.page.press(Keys.CONTROL, Keys.HOME)
        self.page.press("new ")
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('.staged')", "the staged cell")
        self.apply()
        self.assertEqual(self.body(1), "new " + NOTE)
        self.database().execute("UPDATE note SET body = ? WHERE id = 1", (NOTE,))

    def test_a_text_of_two_million_letters_is_edited(self):
        self.page.browse("note")
        self.open_editor(2, 2)
        self.page.run("document.activeElement.setRangeText('!', 1_500_000, 1_500_000)")
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('.staged')", "the staged cell")
        self.apply()
        self.assertEqual(self.body(3), LARGE[:1_500_000] + "!" + LARGE[1_500_000:])
        self.database().execute("UPDATE note SET body = ? WHERE id = 3", (LARGE,))

    def test_a_change_far_behind_the_shown_start_is_a_conflict(self):
        self.page.browse("note")
        self.open_editor(1, 2)
        self.page.press(Keys.CONTROL, Keys.END)
        self.page.press(" ")
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('.staged')", "the staged cell")
        theirs = DOCUMENT[:50_000] + "?" + DOCUMENT[50_001:]
        self.database().execute("UPDATE note SET body = ? WHERE id = 2", (theirs,))
        self.apply()
        self.assertEqual(self.body(2), theirs)
        self.database().execute("UPDATE note SET body = ? WHERE id = 2", (DOCUMENT,))

    def test_escape_leaves_a_large_editor_and_a_click_beside_it_stages(self):
        self.page.browse("note")
        self.open_editor(1, 2)
        self.page.press("x")
        self.page.press(Keys.ESCAPE)
        self.page.wait("return document.querySelector('dialog') === null", "the end")
        self.assertIsNone(self.page.run("return document.querySelector('.staged')"))
        self.open_editor(1, 2)
        self.page.press("x")
        self.page.run("document.querySelector('dialog').click()")
        self.page.wait("return document.querySelector('.staged')", "the staged cell")

    def test_a_blob_is_replaced_by_a_file(self):
        self.page.browse("note")
        self.open_editor(3, 2)
        self.assertEqual(self.page.audit(), [])
        path = self.file.with_name("new.bin")
        path.write_bytes(BYTES[::-1])
        # The page asks for a file by an input that is in no document.
        self.page.run("""
            HTMLInputElement.prototype.click = function () {
              this.id = 'chosen';
              this.hidden = false;
              document.querySelector('dialog').append(this);
            };
            [...document.querySelectorAll('dialog button')].find((one) =>
              one.textContent === 'Choose file').click();
            """)
        self.page.driver.find_element(By.ID, "chosen").send_keys(str(path))
        self.page.wait("return document.querySelector('.staged')", "the staged cell")
        self.apply()
        self.assertEqual(self.body(4), BYTES[::-1])
        self.database().execute("UPDATE note SET body = ? WHERE id = 4", (BYTES,))
