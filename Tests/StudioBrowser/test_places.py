"""Where the user was: back, a reload and another view keep the place, and a query its result."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase


class PlaceTests(StudioCase):
    large_rows = 5000

    def place(self):
        return self.page.run("""
            const { table, grid } = document.querySelector('studio-browse');
            return [table.name, grid.cursor.row, grid.cursor.column, grid.visibleRows[0]];
            """)

    def wait_for(self, place):
        self.page.wait("""
            const { table, grid, source } = document.querySelector('studio-browse') ?? {};
            return JSON.stringify([table?.name, grid?.cursor.row, grid?.cursor.column,
              grid?.visibleRows[0]]) === arguments[0] && source.row(grid.cursor.row) !== undefined;
            """, "the row", str(place).replace("'", '"').replace(", ", ","))

    def go_to_a_far_row(self):
        self.page.browse("measurement", "?filter=" + '{"sql":"temperature > -1000"}')
        self.page.wait("return document.querySelector('studio-browse').source.isCounted", "a count")
        self.page.run("const { grid } = document.querySelector('studio-browse');"
                      "grid.view.focus(); grid.jump(3210); grid.select(3215, 2)")
        self.page.wait("""
            const { grid, source } = document.querySelector('studio-browse');
            const { row, first } = history.state?.kept ?? {};
            return row === 3215 && first === grid.visibleRows[0] && source.row(3215);
            """, "the kept place")
        return self.place()

    def test_back_leads_to_the_row(self):
        place = self.go_to_a_far_row()
        self.page.browse("city")
        self.page.driver.back()
        self.wait_for(place)

    def test_a_reload_keeps_the_row(self):
        place = self.go_to_a_far_row()
        self.page.driver.refresh()
        self.wait_for(place)

    def test_a_followed_reference_leads_back_to_its_cell(self):
        self.page.browse("city")
        self.page.run("const { grid } = document.querySelector('studio-browse');"
                      "grid.view.focus(); grid.select(7, 1)")
        place = self.place()
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('studio-browse').table.name === 'country'",
                       "the country")
        self.page.driver.back()
        self.wait_for(place)

    def test_the_link_of_a_view_leads_to_the_row_before(self):
        place = self.go_to_a_far_row()
        self.page.press("3")
        self.page.wait("return document.querySelector('studio-schema')", "the schema")
        self.page.press("1")
        self.wait_for(place)

    def test_the_way_to_a_row_leads_back_to_its_cell(self):
        self.page.browse("city")
        self.page.run("const { grid } = document.querySelector('studio-browse');"
                      "grid.view.focus(); grid.select(9, 1)")
        place = self.place()
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.crumbs a')", "the way")
        self.page.click(".crumbs a")
        self.wait_for(place)
