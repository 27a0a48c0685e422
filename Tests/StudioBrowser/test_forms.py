"""Widgets by declaration: choices, booleans, dates, required values, several rows at once."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase


class FormTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.executescript("""
            CREATE TABLE task (id INTEGER PRIMARY KEY, title TEXT NOT NULL,
              state TEXT NOT NULL CHECK (state IN ('new', 'it''s done', 'late') OR title = 'x'),
              level INTEGER CHECK (level IN (-1, 0, 1)), done BOOLEAN NOT NULL DEFAULT 0,
              due DATE, at DATETIME, note TEXT);
            INSERT INTO task (title, state, level, due, at, note) VALUES
              ('a', 'new', 0, '2024-05-06', '2024-05-06T07:08:09Z', 'n'),
              ('b', 'late', 1, NULL, NULL, NULL), ('c', 'new', NULL, NULL, NULL, '');
            """)

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")
        self.page.browse("task")

    def edit(self, row, name):
        self.page.run("""
            const { grid } = document.querySelector('studio-browse');
            grid.view.focus();
            grid.select(arguments[0], grid.columns.findIndex((one) => one.name === arguments[1]));
            """, row, name)
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")

    def choices(self):
        return self.page.run("return [...document.querySelectorAll('.picker:not([hidden]) li')]"
                             ".map((one) => one.textContent)")

    def wait_for(self, name, value):
        self.page.wait("""
            const { changes } = document.querySelector('studio-app').stage;
            return changes.length > 0 && changes.every((one) =>
              JSON.stringify(one.new[arguments[0]]) === JSON.stringify(arguments[1]));
            """, f"the value {value}", name, value)

    def test_the_values_of_a_check_are_choices(self):
        self.edit(0, "level")
        self.assertEqual(self.choices(), ["-1", "0", "1"])
        self.page.press(Keys.ESCAPE)
        self.edit(0, "state")
        self.assertEqual(self.choices(), ["new", "it's done", "late"])
        self.assertEqual(self.page.audit(), [])
        self.page.picture("choices")
        self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ENTER)
        self.wait_for("state", "it's done")

    def test_a_boolean_is_true_or_false(self):
        self.assertEqual(self.page.run("return [...document.querySelectorAll('.grid-layer"
                                       " [role=row]')][0].children[5].textContent"), "false 0")
        self.edit(0, "done")
        self.assertEqual(self.choices(), ["true1", "false0"])
        self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ENTER)
        self.wait_for("done", 1)

    def test_a_calendar_writes_in_the_form_of_the_value(self):
        for name, typed, value in (("due", "2025-01-02", "2025-01-02"),
                                   ("at", "2025-01-02T03:04:05", "2025-01-02T03:04:05Z")):
            self.edit(0, name)
            self.page.run("""
                const calendar = document.querySelector('.cell-editor input');
                calendar.value = arguments[0];
                calendar.dispatchEvent(new Event('change'));
                """, typed)
            self.assertEqual(self.page.audit(), [])
            self.page.press(Keys.ENTER)
            self.wait_for(name, value)
            self.page.run("document.querySelector('studio-app').stage.discardAll()")

    def test_nothing_in_a_column_of_numbers_is_null(self):
        self.edit(0, "level")
        self.page.press(Keys.DELETE)
        self.page.press(Keys.ENTER)
        self.wait_for("level", None)

    def test_a_value_is_staged_in_all_selected_rows(self):
        self.edit(0, "note")
        self.page.press(Keys.ESCAPE)
        for _ in range(2):
            self.page.press(Keys.SHIFT, Keys.ARROW_DOWN)
        self.page.press("z")
        self.page.wait("return document.querySelector('.cell-editor-end').textContent"
                       ".includes('Stage in 3 rows')", "the button")
        self.page.look(400, 760)
        self.page.picture("several-rows-400")
        self.page.look(1280)
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return document.querySelector('studio-app').stage.changes.length === 3",
                       "the edits")
        self.wait_for("note", "z")

    def open_form(self):
        self.page.run("[...document.querySelectorAll('.bar .button')].find((one) =>"
                      " one.textContent === 'Add row').click()")
        self.page.wait("return document.activeElement.matches('dialog[open] textarea')", "the form")

    def test_a_form_has_required_values_null_and_empty_texts(self):
        self.open_form()
        self.assertEqual(self.page.audit(), [])
        self.page.picture("row-form")
        self.page.press(Keys.ENTER)
        self.assertTrue(self.page.run("return document.querySelector('dialog[open] :invalid')"
                                      " !== null"))
        self.page.press("new task")
        self.page.press(Keys.TAB)
        self.assertEqual(self.choices(), ["new", "it's done", "late"])
        self.page.press("late")
        self.page.run("document.querySelectorAll('dialog textarea')[7].focus()")
        self.page.press(Keys.ALT, "n")
        self.page.press(Keys.ALT, "n")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.staged-rows')?.textContent"
                       ".includes('new task')", "the staged row")
        self.assertEqual(self.page.run(
            "return { ...document.querySelector('studio-app').stage.changes[0].new }"),
            {"title": "new task", "state": "late", "note": ""})
        for theme in ("light", "dark"):
            self.page.look(1280, 800, theme)
            self.assertEqual(self.page.audit(), [])
            self.page.picture(f"staged-row-{theme}")

    def test_a_new_row_is_shown_after_it_is_applied(self):
        self.page.run("""
            const { stage, schema } = document.querySelector('studio-app');
            stage.insert(schema.table('task'), { title: 'applied', state: 'new' });
            """)
        self.page.go("#/edits")
        self.page.wait("return document.querySelector('studio-edits .change-head')", "the edit")
        self.page.run("[...document.querySelectorAll('.bar .button')].find((one) =>"
                      " one.textContent === 'Apply').click()")
        self.page.wait("return document.querySelector('.notice.good a') !== null", "the link")
        self.page.click(".notice.good a")
        self.page.wait("return document.querySelector('studio-browse')?.source?.row(0)?.values[1]"
                       " === 'applied'", "the new row")

    def test_a_row_is_duplicated(self):
        self.page.run("""
            const browse = document.querySelector('studio-browse');
            browse.addRow(browse.source.row(0));
            """)
        self.page.wait("return document.querySelectorAll('dialog textarea')[1]?.value === 'a'",
                       "the form")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.staged-rows')", "the staged row")
        self.assertEqual(self.page.run(
            "return { ...document.querySelector('studio-app').stage.changes[0].new }"),
            {"title": "a", "state": "new", "level": 0, "done": 0, "due": "2024-05-06",
             "at": "2024-05-06T07:08:09Z", "note": "n"})
