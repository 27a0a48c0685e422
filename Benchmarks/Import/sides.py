"""The compared tools. Each side is one way to fill an empty database file from an input.

A side's `prepare` creates the file with the tables, and is not timed. `run` is timed.
"""

import os
import sqlite3
from dataclasses import dataclass
from typing import Callable

import inputs
import process

HERE = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Side:
    name: str
    settings: str
    """The journal mode, and the setting `synchronous` of the command."""
    run: Callable
    """Imports an input into a database. The arguments are both paths. Returns the cost."""
    journal: str = "delete"
    is_slow: bool = False

    def prepare(self, database, schema):
        for suffix in ("", "-wal", "-shm", "-journal"):
            if os.path.exists(database + suffix):
                os.remove(database + suffix)
        connection = sqlite3.connect(database)
        connection.execute(f"PRAGMA journal_mode = {self.journal}")
        connection.executescript(schema)
        connection.close()


class Tools:
    """The paths of the programs, and the sides that use them."""

    def __init__(self, stategraph, python):
        self.stategraph = stategraph
        self.python = python
        self.sqlite_utils = os.path.join(os.path.dirname(python), "sqlite-utils")

    def stategraph_side(self, table):
        def run(database, path):
            return process.run([self.stategraph, "import", database, path, "--table", table])

        return Side("stategraph import", "WAL, NORMAL", run, journal="wal")

    def folder_side(self):
        """Returns the side that imports a folder, each file into the table of its name."""
        def run(database, path):
            return process.run([self.stategraph, "import", database, path])

        return Side("stategraph import", "WAL, NORMAL", run, journal="wal")

    def csv_sides(self):
        return [
            Side("sqlite3 .import", "WAL, NORMAL", shell_import("NORMAL"), journal="wal"),
            self.stategraph_side("items"),
            Side("sqlite3 .import", "DELETE, FULL", shell_import("FULL")),
            Side("DuckDB, 1 thread", "DELETE, FULL", self.duckdb(DUCKDB_CSV)),
            Side(
                "sqlite-utils upsert", "DELETE, FULL", self.sqlite_utils_upsert, is_slow=True
            ),
        ]

    def json_sides(self):
        return [
            Side("SQL JSON functions", "WAL, NORMAL", shell_normalize("NORMAL"), journal="wal"),
            self.stategraph_side("posts"),
            Side("SQL JSON functions", "DELETE, FULL", shell_normalize("FULL")),
            Side("DuckDB, 1 thread", "DELETE, FULL", self.duckdb(DUCKDB_JSON)),
        ]

    def duckdb(self, statements):
        def run(database, path):
            script = os.path.join(HERE, "duckdb_side.py")
            return process.run([self.python, script, database, path, statements])

        return run

    def sqlite_utils_upsert(self, database, path):
        arguments = ["upsert", database, "items", path, "--csv", "--pk", "id", "--silent"]
        return process.run([self.sqlite_utils] + arguments + ["--no-detect-types"])


def shell_import(synchronous):
    def run(database, path):
        commands = [f"PRAGMA synchronous = {synchronous}", f".import --csv --skip 1 '{path}' items"]
        return process.run(["sqlite3", "-bail", database] + commands)

    return run


def shell_normalize(synchronous):
    def run(database, path):
        with open(os.path.join(HERE, "normalize.sql"), encoding="utf-8") as file:
            script = file.read().replace(":path", f"'{path}'")
        return process.run(
            ["sqlite3", "-bail", database], f"PRAGMA synchronous = {synchronous};\n{script}"
        )

    return run


DUCKDB_CSV = """
INSERT INTO target.items SELECT * FROM read_csv('{path}', header = true, columns = {{
  'id': 'VARCHAR', 'name': 'VARCHAR', 'note': 'VARCHAR', 'stock': 'BIGINT', 'year': 'BIGINT',
  'price': 'DOUBLE'}})
"""

DUCKDB_JSON = """
CREATE TEMP TABLE raw AS FROM read_json('{path}', format = 'newline_delimited');
INSERT INTO target.authors SELECT DISTINCT author.id, author.name, author.country FROM raw;
INSERT INTO target.tags
SELECT DISTINCT tag.id, tag.label FROM (SELECT unnest(tags) AS tag FROM raw);
INSERT INTO target.posts SELECT id, title, year, score, author.id FROM raw;
INSERT INTO target.post_tags
SELECT id, unnest(tags).id, generate_subscripts(tags, 1) - 1 FROM raw
"""
