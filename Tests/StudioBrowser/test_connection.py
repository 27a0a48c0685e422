"""Sessions, tickets, a server that stops, and hostile content in all views."""

import pathlib
import sqlite3
import urllib.parse

from .case import StudioCase
from .sample import HOSTILE_TABLE
from .studio import Page, Studio


class ConnectionTests(StudioCase):
    def test_a_used_ticket_is_refused(self):
        page = Page()
        self.addCleanup(page.close)
        page.driver.get(self.studio.address)
        page.wait("return document.querySelector('[role=alert]')?.textContent.includes("
                  "'not valid any more')", "the refusal")
        page.picture("refused")
        self.assertEqual(page.audit(), [])

    def test_the_address_keeps_no_ticket_and_nothing_is_stored_as_a_cookie(self):
        self.page.browse("city")
        self.assertNotIn("ticket", self.page.driver.current_url)
        self.assertEqual(self.page.run("return document.cookie"), "")
        self.assertEqual(self.page.run("return JSON.stringify(localStorage)").count("token"), 0)

    def test_a_second_tab_continues_the_session(self):
        first = self.page.driver.current_window_handle
        self.page.driver.switch_to.new_window("tab")
        base = self.studio.address.split("#")[0]
        self.page.open(base)
        self.page.browse("city")
        self.page.wait("return document.querySelector('.connection').dataset.state === 'live'",
                       "the stream")
        self.page.driver.close()
        self.page.driver.switch_to.window(first)

    def test_hostile_content_runs_nothing_and_leaves_nothing(self):
        for address in (f"#/browse/{urllib.parse.quote(HOSTILE_TABLE)}", "#/schema", "#/sql",
                        "#/timeline"):
            self.page.go(address)
            self.page.wait("return document.querySelector('.busy') === null", "the view")
            self.assertEqual(self.page.troubles(), [])
        origins = self.page.run("""
            return [...new Set(performance.getEntriesByType('resource')
              .map((entry) => new URL(entry.name).origin))];
            """)
        self.assertEqual(origins, [self.page.run("return location.origin")])

    def test_control_characters_are_visible_signs(self):
        self.page.browse(HOSTILE_TABLE)
        words = self.page.text(".grid-rows")
        for hidden in "\u202e\u2066\u2069\0\x1b":
            self.assertNotIn(hidden, words)
        for sign in ("U+202E", "NUL", "ESC"):
            self.assertIn(sign, words)

    def test_a_page_without_shared_worker(self):
        page = Page()
        self.addCleanup(page.close)
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": "delete window.SharedWorker"})
        page.open(self.studio.another_address())
        page.browse("city")
        page.wait("return document.querySelector('.connection').dataset.state === 'live'",
                  "the stream")
        self.database().execute("UPDATE city SET name = 'without worker' WHERE id = 1")
        page.wait("return document.querySelector('.grid-rows').textContent"
                  ".includes('without worker')", "the change")
        self.assertEqual(page.troubles(), [])


class ReplacedFileTests(StudioCase):
    options = ("--write",)

    def test_another_file_in_the_place_of_the_file(self):
        self.page.browse("country")
        self.page.wait("return document.querySelector('.connection').dataset.state === 'live'",
                       "the stream")
        self.page.run("""
            const view = document.querySelector('studio-browse');
            view.app.stage.set(view.table, view.source.row(0), view.grid.columns[1], 'Staged');
            """)
        for end in ("-wal", "-shm", ""):
            pathlib.Path(f"{self.file}{end}").unlink(missing_ok=True)
        self.page.wait("return /missing|replaced/.test("
                       "document.querySelector('.notice.warning')?.textContent)", "the banner")
        self.page.picture("missing-file")
        other = sqlite3.connect(self.file)
        other.execute("CREATE TABLE newcomer (id INTEGER PRIMARY KEY, word TEXT)")
        other.execute("INSERT INTO newcomer VALUES (1, 'hello')")
        other.commit()
        other.close()
        self.page.wait("return document.querySelector('.table-list').textContent"
                       ".includes('newcomer')", "the tables of the other file")
        self.page.browse("newcomer")
        self.assertEqual(self.page.cells(), [["1", "hello"]])
        self.assertEqual(self.page.run(
            "return document.querySelector('studio-app').stage.changes.length"), 1)


class StoppedServerTests(StudioCase):
    def test_the_page_keeps_its_rows_and_says_what_to_do(self):
        self.page.browse("city")
        self.page.wait("return document.querySelector('.connection').dataset.state === 'live'",
                       "the stream")
        self.studio.stop()
        self.page.wait("return document.querySelector('.notice')?.textContent.includes("
                       "'Disconnected at')", "the banner")
        self.assertEqual(self.page.cells()[0][0], "1")
        self.assertEqual(self.page.audit(), [])
        self.page.picture("disconnected")
        # A server that is started again has another token.
        with Studio(self.file, "--port", self.studio.address.split(":")[2].split("/")[0]):
            self.page.run("document.querySelector('.notice button')?.click()")
            self.page.wait("return document.querySelector('.notice.error')?.textContent.includes("
                           "'started again')", "the banner of the other server")
        self.page.driver.get_log("browser")
