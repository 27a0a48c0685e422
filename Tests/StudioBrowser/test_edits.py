"""Edits: staging, preview, applying, conflicts and undo."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase


class EditsTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.executescript("""
            CREATE TABLE ruled (id INTEGER PRIMARY KEY, name TEXT);
            INSERT INTO ruled (name) VALUES ('one'), ('two'), ('three');
            CREATE TRIGGER sorted AFTER UPDATE ON ruled BEGIN SELECT title_sort(NEW.name); END;
            """)

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")
        self.page.browse("country")
        self.page.run("document.querySelector('.grid').focus()")

    def edit_name(self, row, text):
        """Stages a name with the keyboard."""
        for _ in range(row - 1):
            self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        self.page.press(text)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.staged') !== null", "the staged cell")

    def name_of(self, key):
        return self.database().execute("SELECT name FROM country WHERE id = ?", (key,)).fetchone()[0]

    def press_button(self, words):
        self.page.wait("""
            const button = [...document.querySelectorAll('main button')].find((one) =>
              one.textContent.trim() === arguments[0] && !one.disabled);
            button?.click();
            return button !== undefined;
            """, f"the button {words}", words)

    def test_an_edit_is_previewed_applied_and_undone(self):
        before = self.name_of(2)
        self.edit_name(2, "Nippon")
        self.assertEqual(self.name_of(2), before)
        self.page.go("#/edits")
        self.press_button("Preview")
        self.page.wait("return document.querySelector('.effect')?.textContent.includes("
                       "'country: 1 changed')", "the effect")
        self.assertEqual(self.name_of(2), before)
        self.page.picture("edits-preview")
        self.press_button("Apply")
        self.page.wait("return document.querySelector('.notice.good') !== null", "the notice")
        self.assertEqual(self.name_of(2), "Nippon")
        self.assertEqual(self.page.audit(), [])
        self.press_button("Undo")
        self.page.wait("return document.querySelector('.notice.good')?.textContent"
                       ".includes('undone')", "the undo")
        self.assertEqual(self.name_of(2), before)

    def test_a_deletion_shows_its_cascade(self):
        cities = self.database().execute(
            "SELECT count(*) FROM city WHERE country_id = 20").fetchone()[0]
        self.database().executescript(
            "DELETE FROM game WHERE 20 IN (home_id, away_id);"
            "DELETE FROM membership WHERE country_id = 20")
        for _ in range(19):
            self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.DELETE)
        self.page.wait("return document.querySelector('.row-staged-deletion')", "the sign")
        self.page.go("#/edits")
        self.press_button("Preview")
        self.page.wait("return document.querySelector('.effect')?.textContent.includes("
                       "`city: ${arguments[0]} deleted`)", "the cascade", cities)

    def test_a_conflict_writes_nothing_and_shows_all_values(self):
        self.edit_name(4, "Mine")
        self.database().execute("UPDATE country SET name = 'Theirs' WHERE id = 4")
        self.page.wait("return document.querySelector('.staged-below') !== null",
                       "the sign of the change below")
        self.page.go("#/edits")
        self.press_button("Apply")
        self.page.wait("return document.querySelector('.edit.conflict') !== null", "the conflict")
        self.assertEqual(self.name_of(4), "Theirs")
        words = self.page.text(".edit.conflict")
        for value in ("Norway", "Mine", "Theirs"):
            self.assertIn(value, words)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("edits-conflict")
        self.press_button("Keep mine")
        self.press_button("Apply")
        self.page.wait("return document.querySelector('.notice.good') !== null", "the notice")
        self.assertEqual(self.name_of(4), "Mine")

    def test_a_refused_edit_says_why_and_what_to_do(self):
        self.page.browse("ruled")
        self.page.run("document.querySelector('.grid').focus()")
        self.edit_name(3, "Other")
        self.page.go("#/edits")
        for button in ("Preview", "Apply"):
            self.press_button(button)
            self.page.wait("return document.querySelector('.edit.conflict [role=alert]')"
                           " && document.querySelector('.notice.error')", "the reason")
            words = self.page.text(".edit.conflict [role=alert]")
            for part in ("trigger sorted of ruled", "title_sort", "with that program"):
                self.assertIn(part, words)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("edits-refused")

    def test_a_statement_that_writes_has_a_preview_and_an_undo(self):
        number = self.database().execute("SELECT count(*) FROM country").fetchone()[0]
        before = self.name_of(5)
        self.page.go("#/sql")
        self.page.wait("return document.querySelector('studio-sql')?.editor", "the editor")
        self.page.run("""
            const view = document.querySelector('studio-sql');
            view.editor.value = "UPDATE country SET name = 'forgotten'";
            view.run();
            """)
        self.page.wait("return document.querySelector('studio-sql .state h2')?.textContent"
                       ".includes(`country: ${arguments[0]} changed`)", "the effect", number)
        self.assertEqual(self.name_of(5), before)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("sql-preview")
        self.press_button("Cancel")
        self.assertEqual(self.name_of(5), before)
        self.page.run("document.querySelector('studio-sql').run()")
        self.press_button("Apply")
        self.page.wait("return document.querySelector('studio-sql .state h2')?.textContent"
                       ".includes('Applied')", "the end")
        self.assertEqual(self.name_of(5), "forgotten")
        self.page.click("studio-sql .state a")
        self.press_button("Undo")
        self.page.wait("return document.querySelector('.notice.good')?.textContent"
                       ".includes('undone')", "the undo")
        self.assertEqual(self.name_of(5), before)

    def test_the_timeline_shows_the_values_before_and_after(self):
        self.edit_name(6, "Perú")
        self.page.go("#/timeline")
        self.page.wait("return document.querySelector('.commits .busy') === null"
                       " && document.querySelector('.commits .state, .commit')", "the timeline")
        self.page.run("document.querySelector('studio-app').stage.apply()")
        # The thread of the timeline can find the commit before Studio says that it is its own.
        self.page.wait("return document.querySelector('.before-after')?.textContent"
                       ".includes('Per\u00fa') && document.querySelector('.commit-tables .soft')"
                       ".textContent === 'by Studio'", "the values")
        words = self.page.text(".before-after tbody")
        self.assertIn("Per\u00fa", words)
        self.assertIn("Peru", words)
        for theme in ("light", "dark"):
            self.page.look(1280, 800, theme)
            self.assertEqual(self.page.audit(), [])
            self.page.picture(f"timeline-commit-{theme}")
        self.page.look(320, 640)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("timeline-commit-320")

    def test_a_new_row(self):
        self.press_button("Add row")
        self.page.wait("return document.activeElement.matches('dialog[open] textarea')", "the form")
        self.page.press("Utopia")
        self.page.press(Keys.TAB)
        self.page.press("EU")
        self.assertEqual(self.page.audit(), [])
        self.page.press(Keys.ENTER)
        self.page.go("#/edits")
        self.press_button("Apply")
        self.page.wait("return document.querySelector('.notice.good') !== null", "the notice")
        self.assertEqual(self.database().execute(
            "SELECT continent FROM country WHERE name = 'Utopia'").fetchall(), [("EU",)])
