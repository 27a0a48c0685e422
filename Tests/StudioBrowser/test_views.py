"""Every view, in light and dark, wide and narrow: its accessibility, and a picture of it."""

import urllib.parse

from selenium.webdriver.common.keys import Keys

from .case import StudioCase
from .sample import HOSTILE_TABLE
from .studio import AXE, CONTRAST

SIZES = [(1280, 800), (320, 640)]
QUERY = ("SELECT c.name, count(*) AS games, avg(g.home_goals) AS goals -- at home\n"
         "FROM game g JOIN country c ON c.id = g.home_id\n"
         "WHERE g.played_at > '2012-01-01'\nGROUP BY c.id ORDER BY games DESC")


class ViewsTests(StudioCase):
    options = ("--write",)

    def check(self, name, show):
        """Shows a view in each size and theme, audits it, and takes its picture."""
        problems = []
        for width, height in SIZES:
            self.page.look(width, height, "light")
            show()
            for theme, rules in (("light", AXE), ("dark", CONTRAST)):
                self.page.look(width, height, theme)
                problems += [f"{name} {width} {theme}: {one}" for one in self.page.audit(rules)]
                self.page.picture(f"{name}-{width}-{theme}")
            overflow = self.page.run(
                "return document.documentElement.scrollWidth - innerWidth")
            if overflow > 0:
                problems.append(f"{name} {width}: {overflow} px too wide")
        self.assertEqual(problems, [])

    def test_rows(self):
        self.check("browse", lambda: self.page.browse("country"))

    def test_a_row_with_its_neighbours(self):
        def show():
            self.page.browse("country")
            if self.page.run("return document.querySelector('.card').hidden"):
                self.page.press(" ")
            self.page.wait("return document.querySelectorAll('.card-relations li').length > 3",
                           "the relations")
        self.check("row", show)
        self.page.press(" ")

    def test_filtered_and_sorted_rows(self):
        filter = ('{"conditions":[{"column":"name","operator":"contains","value":"Ét"}],'
                  '"sql":"population > 1000"}')
        rest = "?filter=" + urllib.parse.quote(filter) + "&order=" + urllib.parse.quote(
            '[{"column":"population","descending":true}]')
        self.check("filter", lambda: self.page.browse("city", rest))

    def test_hostile_names_and_values(self):
        self.check("hostile", lambda: self.page.browse(HOSTILE_TABLE))

    def test_a_table_without_rows(self):
        self.check("empty", lambda: self.page.browse("empty_table"))

    def test_a_filter_without_result(self):
        rest = "?filter=" + urllib.parse.quote('{"sql":"0"}')
        self.check("no-match", lambda: self.page.browse("city", rest))

    def test_a_filter_with_an_error(self):
        rest = "?filter=" + urllib.parse.quote('{"sql":"nonsense("}')
        self.check("error", lambda: self.page.browse("city", rest))

    def test_a_table_that_does_not_exist(self):
        def show():
            self.page.go("#/browse/gone")
            self.page.wait("return document.querySelector('.state')", "the state")
        self.check("missing", show)

    def run_query(self, sql):
        self.page.go("#/sql")
        self.page.wait("return document.querySelector('.sql-text')", "the editor")
        self.page.run("document.querySelector('.sql-text').focus()")
        self.page.run("""
            const field = document.querySelector('.sql-text');
            field.value = arguments[0];
            field.dispatchEvent(new Event('input'));
            """, sql)
        self.page.press(Keys.ESCAPE)
        self.page.press(Keys.CONTROL, Keys.ENTER)
        self.page.wait("return /ms|Error/.test(document.querySelector('.sql-words').textContent)",
                       "the result")

    def select_tab(self, title):
        self.page.run("""
            for (const tab of document.querySelectorAll('[role=tab]')) {
              if (tab.textContent === arguments[0]) tab.click();
            }
            """, title)

    def test_the_result_of_a_query(self):
        self.check("sql", lambda: self.run_query(QUERY))

    def test_an_error_in_a_query(self):
        self.check("sql-error", lambda: self.run_query("SELECT name\nFROM country\nWHERE nam = 1"))

    def test_a_chart(self):
        def show():
            self.run_query(QUERY)
            self.select_tab("Chart")
            self.page.wait("return document.querySelector('.chart svg rect')", "the chart")
        self.check("chart", show)

    def test_a_plan(self):
        def show():
            self.run_query(QUERY)
            self.select_tab("Plan")
            self.page.wait("return document.querySelector('.plan-node')", "the plan")
        self.check("plan", show)

    def test_the_schema_as_a_diagram_and_as_a_list(self):
        for number, name in enumerate(("diagram", "list")):
            def show():
                self.page.go("#/schema")
                self.page.wait("return document.querySelector('.segments button[aria-pressed]')",
                               "the schema")
                self.page.run("document.querySelectorAll('.segments button')[arguments[0]].click()",
                              number)
                self.page.wait("return document.querySelector('g.box, .schema-list section')",
                               "the tables")
            self.check(name, show)

    def test_the_timeline(self):
        def show():
            self.page.go("#/timeline")
            self.page.wait("return document.querySelector('.commits .state, .commit') !== null"
                           " && document.querySelector('.commits .busy') === null", "the commits")
        self.check("timeline", show)

    def test_the_dialogs(self):
        for keys, name in ((("?",), "help"), ((Keys.ALT, "g"), "go-to")):
            def show():
                self.page.press(Keys.ESCAPE)
                self.page.wait("return document.querySelector('dialog') === null", "no dialog")
                self.page.browse("country")
                self.page.run("document.querySelector('.grid').focus()")
                self.page.press(*keys)
                self.page.wait("return document.querySelector('dialog[open]')", "the dialog")
            self.check(name, show)
            self.page.press(Keys.ESCAPE)

    def test_the_menu_of_a_narrow_page(self):
        for theme in ("light", "dark"):
            self.page.look(320, 640, theme)
            self.page.browse("country")
            self.page.click("main .menu-button")
            self.page.wait("return document.querySelector('.side.open a') === "
                           "document.activeElement", "the menu")
            self.assertEqual(self.page.audit(), [])
            self.page.picture(f"menu-320-{theme}")
            self.page.press(Keys.ESCAPE)
