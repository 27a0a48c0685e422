"""A test case with a window of its own. All cases share the screen, and copies of one file."""

import os
import pathlib
import shutil
import sqlite3
import tempfile
import unittest

from .accessibility import Reader
from .application import Application
from .desktop import Screen

BOOKS = 100_000


class Shared:
    """The screen, and a file with all books, which the first case lets Catalogue make."""

    screen = None
    folder = None
    template = None

    @classmethod
    def open(cls):
        if cls.screen:
            return
        cls.screen, cls.reader = Screen(), Reader()
        cls.folder = tempfile.TemporaryDirectory()
        unittest.addModuleCleanup(cls.close)
        made = os.environ.get("CATALOGUE_FILE")
        cls.template = pathlib.Path(made or cls.folder.name + "/template.sqlite")
        if made:
            return
        application = Application(cls.screen, cls.reader, cls.template)
        try:
            # To make the books takes half a minute in a debug build.
            application.wait_label(f"{BOOKS} books", patience=400)
            assert application.value("SELECT count(*) FROM books") == BOOKS
        finally:
            application.close()

    @classmethod
    def close(cls):
        cls.screen.close()
        cls.folder.cleanup()
        cls.screen = None


class CatalogueCase(unittest.TestCase):
    maxDiff = None
    arguments = ()

    def setUp(self):
        Shared.open()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        file = self.folder / "catalogue.sqlite"
        for ending in ("", "-wal"):
            source = pathlib.Path(f"{Shared.template}{ending}")
            if source.exists():
                shutil.copy(source, f"{file}{ending}")
        self.app = Application(Shared.screen, Shared.reader, file, *self.arguments)
        self.addCleanup(self.app.close)
        self.app.wait_label(f"{BOOKS} books")
        self.picture = self.app.screen.save(f"{self.id().split('.')[-1]}-0")
        self.pictures = 0

    def check_picture(self):
        """Takes a picture, which differs from the one before and is not of one colour."""
        self.pictures += 1
        name = f"{self.id().split('.')[-1]}-{self.pictures}"
        before = self.picture

        def changed():
            self.picture = self.app.screen.save(name)
            return self.picture != before
        self.app.wait(changed, "another picture")
        self.assertGreater(len({self.picture[at:at + 3] for at in range(0, 300_000, 3)}), 5)

    def write(self, sql):
        """A commit of another program."""
        connection = sqlite3.connect(self.app.file, isolation_level=None, timeout=20)
        connection.execute(sql)
        connection.close()

    def open_book(self, book):
        """Shows a book by a link from a second process."""
        self.open_link(f"catalogue://books/{book}")
        self.app.wait_for("button", "Edit…")

    def open_link(self, link):
        second = self.app.start(link)
        self.assertEqual(second.wait(timeout=30), 0)
