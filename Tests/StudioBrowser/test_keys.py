"""Tables with keys that are no rowids, columns with unusual names, and edits after a reload."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase
from .studio import until

TABLES = """
CREATE TABLE coded (code TEXT PRIMARY KEY NOT NULL, note TEXT);
CREATE TABLE crossing (a INTEGER NOT NULL, b INTEGER NOT NULL, note TEXT, PRIMARY KEY (a, b));
CREATE TABLE odd (id INTEGER PRIMARY KEY, "constructor" TEXT, "__proto__" TEXT, untyped);
INSERT INTO odd VALUES (1, 'first', 'second', 41), (2, 'x', 'y', 1.5), (3, 'x', 'y', 'text');
CREATE TABLE loose (code TEXT PRIMARY KEY, note TEXT);
INSERT INTO loose VALUES ('one', 'a'), ('two', 'b');
"""


class KeysTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.executescript(TABLES)
        numbers = [number * 367 % 1000 for number in range(1000)]
        database.executemany("INSERT INTO coded VALUES (?, ?)",
                             [(f"k{number:03}", str(place)) for place, number in enumerate(numbers)])
        database.executemany("INSERT INTO crossing VALUES (?, ?, ?)",
                             [(number % 7, number, str(number)) for number in numbers])

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")

    def focus(self):
        self.page.run("document.querySelector('.grid').focus()")

    def stage(self, table, row, column, text):
        """Stages a value by the editor of a cell, as a user types it."""
        self.page.browse(table)
        self.focus()
        self.page.run("document.querySelector('studio-browse').grid.select(...arguments)",
                      row, column)
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        self.page.press(text)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.cell-editor') === null"
                       " && document.querySelector('.staged') !== null", "the staged cell")

    def apply(self):
        self.page.go("#/edits")
        self.page.wait("""
            const button = [...document.querySelectorAll('main button')].find((one) =>
              one.textContent.trim() === 'Apply' && !one.disabled);
            button?.click();
            return button !== undefined;
            """, "the button")
        self.page.wait("return document.querySelector('.notice.good') !== null", "the notice")

    def visible_notes(self, column):
        return [cells[column] for cells in self.page.cells()]

    def test_scrolled_rows_of_a_table_by_rowid_stay_live(self):
        for table, column in (("coded", 1), ("crossing", 2)):
            wanted = [note for note, in self.database().execute(
                f"SELECT note FROM {table} ORDER BY rowid")]
            self.page.browse(table)
            self.page.wait("return document.querySelector('studio-browse').source.count === 1000",
                           "the number of rows")
            self.page.run("document.querySelector('studio-browse').grid.jump(600)")
            self.page.wait("return document.querySelector('.grid-pending') === null"
                           " && document.querySelector('studio-browse').source.row(620)",
                           "the rows")
            database = self.database()
            number = 0

            def is_seen():
                nonlocal number
                number += 1
                database.execute(f"UPDATE {table} SET note = ? WHERE rowid = 611",
                                 (f"seen {number}",))
                return self.page.run("""
                    const source = document.querySelector('studio-browse').source;
                    return String(source.row(610)?.values[arguments[0]]).startsWith('seen');
                    """, column)
            until(is_seen, f"a change in {table}")
            shown = self.page.run("""
                const source = document.querySelector('studio-browse').source;
                return { count: source.count, rows: [...Array(60).keys()].map((index) =>
                  source.row(590 + index)?.values[arguments[0]] ?? null) };
                """, column)
            self.assertEqual(shown["count"], 1000, table)
            for index, note in enumerate(shown["rows"]):
                if index != 20 and note is not None:
                    self.assertEqual(note, wanted[590 + index], f"{table} {590 + index}")
            self.assertGreater(sum(note is not None for note in shown["rows"]), 20)

    def test_columns_can_have_the_names_of_members_of_objects(self):
        self.stage("odd", 0, 1, "third")
        self.stage("odd", 0, 2, "fourth")
        self.apply()
        self.assertEqual(self.database().execute(
            'SELECT "constructor", "__proto__" FROM odd WHERE id = 1').fetchone(),
            ("third", "fourth"))

    def test_a_column_without_a_type_keeps_the_type_of_its_value(self):
        for row, text in ((0, "42"), (1, "2.5"), (2, "43")):
            self.stage("odd", row, 3, text)
        self.apply()
        self.assertEqual(self.database().execute("SELECT untyped FROM odd ORDER BY id").fetchall(),
                         [(42,), (2.5,), ("43",)])

    def test_staged_edits_survive_a_reload(self):
        self.stage("coded", 1, 1, "kept")
        self.page.driver.refresh()
        self.page.wait("return document.querySelector('.side') !== null", "the frame")
        self.page.go("#/edits")
        self.page.wait("return document.querySelector('.edit ins')?.textContent === 'kept'",
                       "the edit")
        self.assertEqual(self.page.audit(), [])
        self.apply()
        self.assertEqual(self.database().execute(
            "SELECT note FROM coded WHERE rowid = 2").fetchone(), ("kept",))
        self.page.driver.refresh()
        self.page.wait("return document.querySelector('.side') !== null", "the frame")
        self.page.go("#/edits")
        self.page.wait("""
            const button = [...document.querySelectorAll('main button')].find((one) =>
              one.textContent.trim() === 'Undo' && !one.disabled);
            button?.click();
            return button !== undefined;
            """, "the undo")
        self.page.wait("return document.querySelector('.notice.good')?.textContent"
                       ".includes('undone')", "the undo")
        self.assertNotEqual(self.database().execute(
            "SELECT note FROM coded WHERE rowid = 2").fetchone(), ("kept",))

    def test_edits_of_a_replaced_file_stay_and_are_not_applied(self):
        self.stage("coded", 3, 1, "of the old file")
        self.page.run("""
            const { stage } = document.querySelector('studio-app');
            const kept = JSON.parse(sessionStorage.getItem('studio-edits'));
            sessionStorage.setItem('studio-edits', JSON.stringify({ ...kept, file: 'other' }));
            """)
        self.page.driver.refresh()
        self.page.wait("return document.querySelector('.side') !== null", "the frame")
        self.page.go("#/edits")
        self.page.wait("return document.querySelector('.edits .notice.warning') !== null",
                       "the warning")
        self.assertTrue(self.page.run("""
            return [...document.querySelectorAll('main button')].find((one) =>
              one.textContent.trim() === 'Apply').disabled;
            """))
        self.assertEqual(self.page.audit(), [])
        self.page.picture("edits-of-other-file")

    def test_a_commit_leads_to_its_row_by_the_primary_key(self):
        self.page.go("#/timeline")
        self.page.wait("return document.querySelector('.commits .busy') === null"
                       " && document.querySelector('.commits .state, .commit')", "the timeline")
        self.page.run("""
            const app = document.querySelector('studio-app');
            window.isSeen = false;
            (async () => {
              for (let number = 0; number < 200 && !window.isSeen; number += 1) {
                await app.api.post('changes', { schema: app.schema.id, changes: [{
                  kind: 'insert', table: 'loose', new: { code: `new ${number}` } }],
                }).catch(() => {});
                await new Promise((resolve) => requestAnimationFrame(resolve));
              }
            })();
            """)
        # Until then, the timeline shows a commit of another test.
        code = self.page.wait("""
            const section = [...document.querySelectorAll('.commit-section')].find((one) =>
              one.querySelector('h3').textContent.startsWith('loose'));
            const link = section?.querySelector('.change-head a');
            window.isSeen = link !== undefined;
            link?.click();
            return link?.textContent;
            """, "a row")
        self.page.wait("""
            const { source } = document.querySelector('studio-browse') ?? {};
            return source?.state === 'ready' && source.row(0)?.values[0] === arguments[0];
            """, "the row", code)
