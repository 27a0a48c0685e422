"""A test case with one sample file, one server and one page for all of its tests."""

import pathlib
import sqlite3
import tempfile
import unittest

from . import sample
from .studio import Page, Studio


class StudioCase(unittest.TestCase):
    maxDiff = None
    options = ()
    large_rows = 0

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = pathlib.Path(cls.folder.name) / "world.sqlite"
        sample.create(cls.file, cls.large_rows)
        database = sqlite3.connect(cls.file)
        cls.prepare(database)
        database.commit()
        database.close()
        cls.studio = Studio(cls.file, *cls.options)
        cls.addClassCleanup(cls.studio.stop)
        cls.page = Page()
        cls.addClassCleanup(cls.page.close)
        cls.page.open(cls.studio.address)

    @classmethod
    def prepare(cls, database):
        """Adds further tables and rows to the sample file."""

    def setUp(self):
        self.page.look(1280)
        # After a change of the schema by an earlier test, the page shows its view again.
        self.page.wait("""
            const app = document.querySelector('studio-app');
            return app.api.get('schema').then(({ schema }) => schema === app.schema.id);
            """, "the schema")

    def tearDown(self):
        self.assertEqual(self.page.troubles(), [])

    def database(self):
        """A connection of another program, which commits each statement by itself."""
        connection = sqlite3.connect(self.file, isolation_level=None, timeout=10)
        connection.execute("PRAGMA foreign_keys = ON")
        self.addCleanup(connection.close)
        return connection
