#!/usr/bin/env bash
# Guess: the migrator of Peewee, asked to let one column be NULL, leaves the rest of the file as it was.
# With foreign keys on and inside a transaction, which turn one off does not stop, it empties the tables that refer
# to the table with ON DELETE CASCADE. It drops triggers, too. A view of the table, or a comma in a default, makes
# it fail.
set -euo pipefail
cd "$(dirname "$0")"
./with-python peewee==4.5.3 <<'PYTHON'
import sqlite3
import peewee
from playhouse.migrate import SqliteMigrator, migrate
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
for statement in (
        "CREATE TABLE book(id INTEGER PRIMARY KEY, pages INTEGER NOT NULL)",
        "CREATE TABLE chapter(id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(id) ON DELETE CASCADE)",
        "CREATE TRIGGER no_delete BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END",
        "CREATE TABLE shelf(id INTEGER PRIMARY KEY, size TEXT NOT NULL, kind TEXT DEFAULT 'a, b')",
        "INSERT INTO book VALUES (1, 100)", "INSERT INTO chapter VALUES (1, 1), (2, 1)"):
    rows(c, statement)
expect("DELETE before", rows(c, "DELETE FROM book"), "no")
database = peewee.SqliteDatabase("t.sqlite", pragmas={"foreign_keys": 1})
migrator = SqliteMigrator(database)
with database.atomic():
    migrate(migrator.drop_not_null("book", "pages"))
expect("books", rows(c, "SELECT * FROM book"), [(1, 100)])
expect("chapters", rows(c, "SELECT * FROM chapter"), [])
expect("triggers", rows(c, "SELECT name FROM sqlite_schema WHERE type = 'trigger'"), [])
try:
    migrate(migrator.drop_not_null("shelf", "size"))
except peewee.OperationalError as error:
    expect("comma in a default", str(error), "table shelf__tmp__ has no column named b")
PYTHON
