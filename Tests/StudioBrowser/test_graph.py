"""The graph of an app that embeds the server: the nodes around one node, and the waterfall."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from selenium.webdriver.common.keys import Keys

from .studio import AXE, CONTRAST, Page, Studio, until

SIZES = [(1280, 800), (320, 640)]
APP = os.environ.get("STUDIO_APP", "")


class App(Studio):
    """The example app, which takes commands from its input."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [APP, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        try:
            self.address = self._read_address()
        except BaseException:
            self.stop()
            raise

    def command(self, name):
        """Runs a command, and waits for its end."""
        self.process.stdin.write(name.encode() + b"\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stdout.readline()
            if line == b"":
                raise AssertionError("The app has ended.")
            if line.decode().strip() == f"done: {name}":
                return


@unittest.skipUnless(APP, "STUDIO_APP does not name the built example app")
class GraphTests(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.app = App(pathlib.Path(folder.name) / "playlists.sqlite")
        cls.addClassCleanup(cls.app.stop)
        cls.page = Page()
        cls.addClassCleanup(cls.page.close)
        cls.page.open(cls.app.address)

    def setUp(self):
        self.page.look(1280)

    def tearDown(self):
        self.assertEqual(self.page.troubles(), [])

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

    def leave(self):
        """Shows another view, so that the app traces no commit."""
        self.page.go("#/timeline")
        self.page.wait("return document.querySelector('studio-timeline')", "the timeline")

    def waterfall(self):
        """Shows the waterfall, and waits until it has the commits that the app traced before."""
        self.page.go("#/waterfall")
        self.page.wait("return document.querySelector('studio-waterfall .state h2, .fall')",
                       "the waterfall")

    def traced(self, command, words=""):
        """Runs a command until the page shows its commit with these words. The app traces only some
        time after the page has asked for it. On a busy machine, an observer may run once for the
        commits of two commands; its run then belongs to the first of them."""
        before = self.page.text(".commit[aria-selected=true] strong") or ""

        def is_shown():
            return self.page.run("""
                const title = document.querySelector('.commit[aria-selected=true] strong');
                const [before, words] = arguments;
                const shown = document.querySelector('.commit-title')?.textContent ?? '';
                return title !== null && title.textContent !== before
                  && shown.startsWith(`Commit ${title.textContent} `)
                  && document.querySelectorAll('.fall').length > 4
                  && document.querySelector('.commit-detail').textContent.includes(words);
                """, before, words)

        def is_shown_after_command():
            self.app.command(command)
            return any(is_shown() for _ in range(10))
        until(is_shown_after_command, f"the commit of {command!r} with {words!r}")

    def test_a_first_look_without_commits(self):
        def show():
            self.page.go("#/waterfall")
            self.page.wait("return document.querySelector('studio-waterfall .state h2')",
                           "the state")
        own = self.page
        with App(self.empty_file()) as app:
            self.page = Page()
            try:
                self.page.open(app.address)
                self.check("waterfall-empty", show)
            finally:
                self.page.close()
                self.page = own

    def empty_file(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return pathlib.Path(folder.name) / "playlists.sqlite"

    def test_a_page_of_an_app_has_the_views_of_the_graph(self):
        titles = self.page.run("return Array.from(document.querySelectorAll('.tabs a'))"
                               ".map((link) => link.textContent)")
        self.assertEqual(titles, ["Browse", "SQL", "Schema", "Timeline", "Graph", "Waterfall"])

    def test_a_write_leads_to_its_nodes_reads_and_observers(self):
        self.leave()
        self.waterfall()
        self.traced("add", "calledtitle of the window")
        text = self.page.text(".commit-detail")
        self.assertRegex(text, r"StudioApp\.swift:\d+")
        self.assertIn("tracks", text)
        self.assertIn("Playlist.tracks", text)
        self.assertIn("length of the evening", text)
        self.assertIn("because of Playlist.tracks", text)
        self.assertIn("calledtitle of the window", text)
        self.assertNotIn("Track 4", text)
        self.assertNotIn("Evening", text)
        times = self.page.run("return Array.from(document.querySelectorAll('.fall-time'))"
                              ".map((time) => time.textContent)")
        for time in times:
            self.assertRegex(time, r"^[0-9.]+ (ns|µs|ms|s)$")

    def test_an_assignment_outside_of_a_write_has_no_place(self):
        self.leave()
        self.waterfall()
        self.traced("rename", "outside of a write")
        text = self.page.text(".commit-detail")
        self.assertIn("Playlist.name", text)

    def test_the_keyboard_alone_chooses_commits_and_nodes(self):
        self.page.press("7")
        self.page.wait("return document.querySelector('studio-waterfall')", "the waterfall")
        self.traced("rename")
        self.traced("add")
        self.page.run("document.querySelector('.commits[role=listbox]').focus()")
        first = self.page.text(".commit[aria-selected=true] strong")
        self.page.press(Keys.ARROW_DOWN)
        self.page.wait("return document.querySelector('.commit[aria-selected=true] strong')"
                       ".textContent !== arguments[0]", "another commit", first)
        self.page.press(Keys.ENTER)
        self.assertTrue(self.page.run(
            "return document.activeElement.classList.contains('commit-detail')"))
        self.page.press("6")
        self.page.wait("return document.querySelector('studio-graph .segments [aria-pressed]')",
                       "the graph")
        self.page.click(".segments button")
        self.page.wait("return document.querySelector('g.box:not(.chosen)')", "the nodes")
        node = self.page.run("""
            document.querySelector('g.box:not(.chosen)').focus();
            return document.activeElement.dataset.node;
            """)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('g.box.chosen')?.dataset.node"
                       " === arguments[0]", "the chosen node", node)

    def test_the_graph_shows_what_a_node_reads_and_what_depends_on_it(self):
        self.page.go("#/graph")
        self.page.wait("return document.querySelector('.node-side li')", "the nodes")
        self.page.click(".segments button")
        self.page.run("""
            for (const link of document.querySelectorAll('.node-side a')) {
              if (link.textContent === 'Playlist.tracks') { link.click(); return; }
            }
            """)
        self.page.wait("return document.querySelector('g.box.chosen')?.textContent"
                       ".includes('Playlist.tracks')", "the node")
        self.assertIn("length of the evening", self.page.text(".diagram-body"))
        labels = self.page.run("return Array.from(document.querySelectorAll('g.box'))"
                               ".map((box) => box.getAttribute('aria-label'))")
        self.assertTrue(any("observer" in label for label in labels), labels)
        # The title reads the length, and not the tracks.
        self.page.run("""
            for (const box of document.querySelectorAll('g.box:not(.chosen)')) {
              if (box.textContent.includes('length of the evening')) {
                box.focus();
                return;
              }
            }
            """)
        self.page.press(Keys.ENTER)
        self.page.wait("return document.querySelector('.diagram-body').textContent"
                       ".includes('title of the window')", "what depends on the length")

    def test_a_commit_of_many_rows_stays_readable(self):
        self.leave()
        self.waterfall()
        self.traced("many")
        self.assertIn("2,000", self.page.text(".commit-detail"))
        self.assertLess(self.page.run("return document.querySelectorAll('.fall').length"), 1300)

    def test_the_waterfall_in_every_size_and_theme(self):
        def show():
            self.leave()
            self.waterfall()
            self.traced("add")
        self.check("waterfall", show)

    def test_the_graph_in_every_size_and_theme(self):
        for number, name in enumerate(("graph", "graph-list")):
            def show():
                self.page.go("#/graph")
                self.page.wait("return document.querySelector('.segments button[aria-pressed]')",
                               "the graph")
                self.page.run("document.querySelectorAll('.segments button')[arguments[0]].click()",
                              number)
                self.page.wait("return document.querySelector('g.box, .node-lists section')",
                               "the nodes")
            self.check(name, show)

    def test_a_node_that_is_gone(self):
        def show():
            self.page.go("#/graph?node=999999999")
            self.page.wait("return document.querySelector('studio-graph .state.error')",
                           "the error")
        self.check("graph-gone", show)
