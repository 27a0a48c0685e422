"""What values stand for: names of referred rows, moments, the commonest values, views that SQLite
cannot read."""

import json

from selenium.webdriver.common.keys import Keys

from .case import StudioCase


class MeaningTests(StudioCase):
    options = ("--write",)

    @classmethod
    def prepare(cls, database):
        database.executescript("""
            CREATE TABLE moment (id INTEGER PRIMARY KEY, created_at INTEGER, sent_ms INTEGER,
              visit_date INTEGER, webkit_time INTEGER, julian_day REAL, count INTEGER);
            INSERT INTO moment VALUES
              (1, 1700000000, 1700000000123, 1700000000000000, 13344473600000000, 2460263.5, 1700000000),
              (2, 0, NULL, 1, 13344473600000000, 2460263.5, 5);
            UPDATE moment SET visit_date = NULL WHERE id = 2;
            CREATE VIEW broken AS SELECT a FROM nowhere;
            CREATE VIRTUAL TABLE words USING fts5(body);
            INSERT INTO words VALUES ('red novel'), ('blue atlas'), ('red atlas');
            CREATE TABLE event (id INTEGER PRIMARY KEY, data JSON);
            INSERT INTO event VALUES (1, '{"n":1.10,"big":12345678901234567890,"list":[],"text":"a: {b}"}');
            """)

    def setUp(self):
        super().setUp()
        self.page.run("document.querySelector('studio-app').stage.discardAll()")

    def focus(self):
        self.page.run("document.querySelector('.grid').focus()")

    def test_a_reference_shows_the_name_of_its_row_and_follows_its_changes(self):
        self.page.browse("city")
        (country, wanted), = self.database().execute(
            "SELECT country.id, country.name FROM city JOIN country ON country.id = country_id"
            " WHERE city.id = 1").fetchall()
        self.assertEqual(self.page.cells()[0][1], f"{wanted} {country}")
        self.database().execute("UPDATE country SET name = 'Renamed' WHERE id = ?", (country,))
        self.page.wait("return document.querySelector('.grid-layer [role=row]').children[2]"
                       ".textContent === arguments[0]", "the new name", f"Renamed {country}")
        self.database().execute("UPDATE country SET name = ? WHERE id = ?", (wanted, country))

    def test_the_card_names_references_and_lists_referring_rows(self):
        self.page.browse("country")
        self.focus()
        self.page.press(" ")
        self.page.wait("return document.querySelectorAll('.card-rows').length > 1", "the rows")
        rows = self.database().execute(
            "SELECT id, name FROM city WHERE country_id = 1 ORDER BY id LIMIT 5").fetchall()
        found = self.page.run("""
            const list = [...document.querySelectorAll('.card-relations li')]
              .find((one) => one.textContent.startsWith('city'));
            return [...list.querySelectorAll('tbody tr')].map((row) => [
              Number(row.children[0].textContent), row.children[1].textContent]);
            """)
        self.assertEqual(found, [list(row) for row in rows])
        self.assertIn("Africa AF", self.page.text(".card-relations"))
        for theme in ("light", "dark"):
            self.page.look(1280, 800, theme)
            self.assertEqual(self.page.audit(), [])
        self.page.look(400, 760)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("card-400")
        self.page.press(Keys.ESCAPE)

    def test_a_reference_is_found_by_name(self):
        self.page.browse("city")
        self.focus()
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.F2)
        self.page.wait("return document.activeElement.closest('.cell-editor')", "the editor")
        self.page.press("icela")
        self.page.wait("return document.querySelectorAll('.picker [role=option]').length === 1",
                       "the found row")
        self.assertEqual(self.page.audit(), [])
        self.page.picture("picker")
        self.page.press(Keys.ARROW_DOWN)
        self.page.press(Keys.ENTER)
        iceland, = self.database().execute("SELECT id FROM country WHERE name = 'Iceland'").fetchone()
        self.page.wait("return document.querySelector('studio-app').stage.changes[0]?.new.country_id"
                       " === arguments[0]", "the staged reference", iceland)

    def test_numbers_of_moments_show_their_time_and_stay_numbers(self):
        self.page.look(2000)
        self.page.browse("moment")
        time = "2023-11-14 22:13:20"
        self.assertEqual(self.page.cells()[0][1:], [
            f"{time} 1700000000", "2023-11-14 22:13:20.123 1700000000123",
            f"{time} 1700000000000000", f"{time} 13344473600000000", "2023-11-15 00:00:00 2460263.5",
            "1700000000"])
        self.assertEqual(self.page.cells()[1][1:4], ["0", "NULL", "NULL"])
        self.focus()
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.F2)
        self.page.wait("return document.querySelector('.cell-editor .field')?.value === '1700000000'",
                       "the number in the editor")
        self.page.press(Keys.ESCAPE)

    def test_the_commonest_values_filter_the_rows(self):
        self.page.browse("country")
        self.focus()
        self.page.press("/")
        self.page.wait("return document.querySelector('.filters select') !== null", "the form")
        self.page.run("""
            const [select] = document.querySelectorAll('.filters select');
            select.value = 'continent';
            [...document.querySelectorAll('.filters button')].find((one) =>
              one.textContent === 'Values').click();
            """)
        wanted = self.database().execute("SELECT continent, count(*) FROM country GROUP BY 1"
                                         " ORDER BY 2 DESC, 1").fetchall()
        self.page.wait("return document.querySelectorAll('.facet').length === arguments[0]",
                       "the values", len(wanted))
        found = self.page.run("return [...document.querySelectorAll('.facet')].map((one) =>"
                              " [one.firstChild.textContent, Number(one.lastChild.textContent)])")
        self.assertEqual(found, [list(one) for one in wanted])
        self.assertEqual(self.page.audit(), [])
        self.page.picture("facets")
        self.page.click(".facet")
        self.page.wait("return document.querySelector('studio-browse').source.count === arguments[0]"
                       " && document.querySelector('.chip') !== null", "the rows", wanted[0][1])

    def test_one_field_finds_a_text_in_all_columns(self):
        self.page.browse("country")
        self.focus()
        self.page.press("/")
        self.page.wait("return document.activeElement.ariaLabel === 'Find in all columns'", "the field")
        self.page.press("reykjav")
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.chip')?.textContent.includes('reykjav')"
                       " && document.querySelectorAll('.grid-layer [role=row]').length === 1"
                       " && document.querySelector('.grid-pending') === null", "the country")
        self.assertEqual(self.page.cells()[0][1], "Iceland")

    def test_letters_with_accents_are_found_in_any_case(self):
        for part in ('{"search":"CÔTE D’IV"}',
                     '{"conditions":[{"column":"name","operator":"contains","value":"cÔTE"}]}',
                     '{"conditions":[{"column":"name","operator":"starts","value":"CÔte"}]}'):
            self.page.browse("country", "?filter=" + part)
            self.assertEqual([row[1] for row in self.page.cells()], ["Côte d’Ivoire"])

    def test_a_full_text_table_is_searched_by_match(self):
        self.page.browse("words", "?filter=" + json.dumps({"match": "red NOT novel"}))
        self.assertEqual(self.page.cells(), [["red atlas"]])
        self.page.browse("words", "?filter=" + json.dumps({"match": '"'}))
        self.page.wait("return document.querySelector('.state.error')", "the error of the query")

    def test_the_value_of_a_cell_filters_the_rows(self):
        self.page.browse("country")
        self.focus()
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.ARROW_RIGHT)
        self.page.press(Keys.ALT, "f")
        wanted, = self.database().execute(
            "SELECT count(*) FROM country WHERE continent = 'AF'").fetchone()
        self.page.wait("return document.querySelector('studio-browse').source.count === arguments[0]",
                       "the rows", wanted)

    def test_a_view_that_cannot_be_read_is_listed_with_its_reason(self):
        self.page.wait("return [...document.querySelectorAll('.table-list a')].some((one) =>"
                       " one.textContent === 'broken')", "the view")
        self.page.go("#/browse/broken")
        self.page.wait("return document.querySelector('.state.error h2')?.textContent"
                       ".includes('no such table: main.nowhere')", "the reason")
        self.assertIn("not damaged", self.page.text(".state.error p"))

    def test_json_is_indented_in_the_card_without_a_change_of_its_numbers(self):
        self.page.browse("event")
        self.focus()
        self.page.press(" ")
        self.page.wait("return document.querySelector('.card-values code') !== null", "the card")
        shown = self.page.run("return document.querySelector('.card-values code').innerText")
        self.assertEqual(shown, '{\n  "n": 1.10,\n  "big": 12345678901234567890,\n  "list": [],\n'
                         '  "text": "a: {b}"\n}')
        self.page.press(" ")
