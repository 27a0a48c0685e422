"""Files of records that are dropped on the page."""

from selenium.webdriver.common.keys import Keys

from .case import StudioCase

DROP = """
    const files = new DataTransfer();
    files.items.add(new File([arguments[1]], arguments[0]));
    document.querySelector('main').dispatchEvent(new DragEvent('drop',
      { dataTransfer: files, bubbles: true, cancelable: true }));
    """


class ImportTests(StudioCase):
    options = ("--write",)

    def drop(self, name, text):
        self.page.run(DROP, name, text)
        self.page.wait("return document.activeElement.textContent === 'Preview'", "the dialog")

    def press_button(self, words):
        self.page.wait("""
            const found = [...document.querySelectorAll('dialog .button')].find((one) =>
              one.textContent === arguments[0] && !one.disabled);
            found?.click();
            return found !== undefined;
            """, f"the button {words}", words)

    def wait_for(self, words):
        self.page.wait("return document.querySelector('.import-effect')?.textContent"
                       ".includes(arguments[0])", words, words)

    def tearDown(self):
        self.page.press(Keys.ESCAPE)
        super().tearDown()

    def test_a_dropped_file_goes_to_its_table_after_a_preview(self):
        self.page.browse("city")
        self.drop("continent.csv", "code,name\nEU,Europa\nXX,Nowhere\n")
        self.assertTrue(self.page.run("return [...document.querySelectorAll('dialog .button')]"
                                      ".find((one) => one.textContent === 'Import').disabled"))
        self.page.press(Keys.ENTER)
        self.wait_for("continent: 1 new, 1 changed")
        for theme in ("light", "dark"):
            self.page.look(1280, 800, theme)
            self.assertEqual(self.page.audit(), [])
        self.page.picture("import")
        self.assertEqual(self.database().execute(
            "SELECT count(*) FROM continent WHERE code = 'XX'").fetchone(), (0,))
        self.press_button("Import")
        self.wait_for("Imported: continent: 1 new, 1 changed")
        self.assertEqual(self.database().execute(
            "SELECT name FROM continent WHERE code IN ('EU', 'XX') ORDER BY 1").fetchall(),
            [("Europa",), ("Nowhere",)])
        self.press_button("Show the rows")
        self.page.wait("return document.querySelector('studio-browse').table.name === 'continent'",
                       "the rows")

    def test_a_file_of_a_new_table_shows_the_table(self):
        self.page.browse("city")
        self.drop("sales.json", '[{"id": 1, "amount": 2.5}, {"id": 2, "amount": 3}]')
        self.page.press(Keys.ENTER)
        self.wait_for("CREATE TABLE")
        self.page.look(400, 760)
        self.assertEqual(self.page.audit(), [])
        self.page.picture("import-400")
        self.press_button("Import")
        self.wait_for("sales: 2 new")
        self.assertEqual(self.database().execute("SELECT sum(amount) FROM sales").fetchone(), (5.5,))

    def test_a_bad_record_is_named_and_nothing_is_imported(self):
        self.page.browse("city")
        self.drop("continent.csv", "code,name\nYY,\n")
        self.page.press(Keys.ENTER)
        self.wait_for("Line 2")
        self.assertTrue(self.page.run("return [...document.querySelectorAll('dialog .button')]"
                                      ".find((one) => one.textContent === 'Import').disabled"))


class ReadOnlyImportTests(StudioCase):
    def test_a_read_only_page_says_how_to_import(self):
        self.page.browse("city")
        self.page.run(DROP, "x.csv", "a\n1\n")
        self.page.wait("return document.querySelector('dialog')?.textContent.includes('--write')",
                       "the words")
        self.page.press(Keys.ESCAPE)
