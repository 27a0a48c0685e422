"""The view for SQL: saved queries, the order and the filter of a result, and its address."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase

SQL = "SELECT id, name, continent, name FROM country ORDER BY id;"


class QueryTests(StudioCase):
    def setUp(self):
        super().setUp()
        self.page.run("localStorage.clear()")
        self.page.go("#/sql")
        self.page.wait("return document.querySelector('studio-sql .sql-text')", "the editor")

    def run_sql(self, sql):
        self.page.run("const view = document.querySelector('studio-sql');"
                      "view.editor.value = arguments[0]; view.run()", sql)

    def wait_for(self, first, number):
        self.page.wait("""
            const view = document.querySelector('studio-sql');
            return view?.grid.source.row(0)?.values[1] === arguments[0]
              && view.grid.source.count === arguments[1]
              && view.querySelector('.sql-words').textContent.includes('row');
            """, f"{number} rows from {first}", first, number)

    def press_button(self, words):
        self.page.run("[...document.querySelectorAll('studio-sql .button, dialog .button')]"
                      ".find((one) => one.textContent === arguments[0]).click()", words)

    def test_a_result_is_sorted_and_filtered(self):
        rows = self.database().execute("SELECT name FROM country ORDER BY name").fetchall()
        self.run_sql(SQL)
        self.wait_for("Chad", len(rows))
        self.page.click("studio-sql [role=columnheader]:nth-child(3)")
        self.wait_for(rows[0][0], len(rows))
        self.page.click("studio-sql [role=columnheader]:nth-child(3)")
        self.wait_for(rows[-1][0], len(rows))
        self.page.run("document.querySelector('studio-sql .tab-bar input').focus()")
        self.page.press("LAND")
        self.page.press(Keys.ENTER)
        found = [name for name, in rows if "land" in name.lower()]
        self.wait_for(found[-1], len(found))
        self.assertEqual(self.page.run("return document.querySelector('studio-sql').grid.columns"
                                       ".map((one) => one.name)"), ["id", "name", "continent", "name"])
        self.assertEqual(self.page.audit(), [])
        self.page.picture("sql-arranged")
        # A run of the editor's statement has no arrangement.
        self.press_button("Run")
        self.wait_for("Chad", len(rows))

    def test_a_result_is_searched_in_any_case_of_its_letters(self):
        self.run_sql(SQL)
        self.page.wait("return document.querySelector('studio-sql').grid.source.count > 2", "rows")
        self.page.run("document.querySelector('studio-sql .tab-bar input').focus()")
        self.page.press("åLAND")
        self.page.press(Keys.ENTER)
        self.wait_for("Åland", 1)

    def test_the_result_stays_while_another_view_is_shown_and_after_a_reload(self):
        number, = self.database().execute("SELECT count(*) FROM country").fetchone()
        self.run_sql(SQL)
        self.wait_for("Chad", number)
        self.page.wait("return history.state?.kept?.hasRun", "the kept place")
        self.page.browse("city")
        self.page.driver.back()
        self.wait_for("Chad", number)
        self.page.driver.refresh()
        self.wait_for("Chad", number)

    def test_a_link_fills_the_editor_and_runs_nothing(self):
        self.page.go("#/sql?sql=%22SELECT%2042%22")
        self.page.wait("return document.querySelector('studio-sql').editor.value === 'SELECT 42'",
                       "the statement")
        self.assertEqual(self.page.text("studio-sql .sql-words"), "")

    def test_columns_are_completed_before_the_table_is_named(self):
        self.page.run("document.querySelector('studio-sql').editor.value = 'SELECT ';"
                      "document.querySelector('.sql-text').focus();"
                      "document.querySelector('.sql-text').setSelectionRange(7, 7)")
        self.page.press("temper")
        self.page.wait("return document.querySelector('.completions:not([hidden]) li')"
                       "?.textContent === 'temperaturemeasurement'", "the column")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.sql-text').value === 'SELECT temperature'",
                       "the completed name")

    def test_a_query_is_saved_found_and_deleted(self):
        self.run_sql(SQL)
        self.page.wait("return document.querySelector('studio-sql').grid.source.count > 0", "rows")
        self.press_button("Queries")
        self.page.wait("return document.activeElement.ariaLabel === 'Find a query'", "the dialog")
        self.page.run("document.querySelector('[aria-label=\"Name of the query\"]').focus()")
        self.page.press("Countries")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.query strong')?.textContent === 'Countries'",
                       "the saved query")
        self.assertEqual(self.page.audit(), [])
        self.page.picture("queries")
        self.page.press(Keys.ESCAPE)
        self.run_sql("SELECT 1")
        self.page.wait("return document.querySelector('studio-sql').grid.source.count === 1", "a row")
        self.press_button("Queries")
        self.page.press("countr")
        self.page.wait("return document.querySelectorAll('.query').length === 2", "the found queries")
        self.page.click(".query button")
        self.page.wait("return document.querySelector('studio-sql').editor.value === arguments[0]",
                       "the statement", SQL)
        self.press_button("Queries")
        self.page.click("[aria-label='Delete Countries']")
        self.page.wait("return document.querySelector('.query strong') === null", "no saved query")
        self.page.press(Keys.ESCAPE)
