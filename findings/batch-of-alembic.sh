#!/usr/bin/env bash
# Guess: batch_alter_table of Alembic, which copies the table to rename one column, keeps collations and foreign keys
# as they were, and all unique indexes.
# It drops COLLATE NOCASE, so that a UNIQUE column takes another case of the same name. It drops ON DELETE CASCADE,
# AUTOINCREMENT, checks without a name, triggers, and a unique index on an expression.
set -euo pipefail
cd "$(dirname "$0")"
./with-python alembic==1.20.1 SQLAlchemy==2.1.9 <<'PYTHON'
import sqlite3
import sqlalchemy
from alembic.migration import MigrationContext
from alembic.operations import Operations
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
for statement in (
        "CREATE TABLE shelf(id INTEGER PRIMARY KEY)",
        """CREATE TABLE book(id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT COLLATE NOCASE UNIQUE, pages INTEGER,
          shelf INTEGER REFERENCES shelf(id) ON DELETE CASCADE, CHECK (pages > 0))""",
        "CREATE UNIQUE INDEX by_lower ON book(lower(title))",
        "CREATE TRIGGER no_delete BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END",
        "INSERT INTO book VALUES (1, 'Emma', 100, NULL)"):
    rows(c, statement)
expect("another case before", rows(c, "INSERT INTO book(title) VALUES ('EMMA')")[:24], "UNIQUE constraint failed")
with sqlalchemy.create_engine("sqlite:///t.sqlite").begin() as connection:
    with Operations(MigrationContext.configure(connection)).batch_alter_table("book") as batch:
        batch.alter_column("pages", new_column_name="sheets")
print(*rows(c, "SELECT sql FROM sqlite_schema WHERE name = 'book'")[0])
expect("rules", rows(c, "SELECT type, name FROM sqlite_schema WHERE tbl_name = 'book' AND sql IS NOT NULL"),
       [("table", "book")])
expect("another case", rows(c, "INSERT INTO book(title, sheets) VALUES ('EMMA', -1) RETURNING id"), [(2,)])
expect("deletes of the shelf", rows(c, "SELECT on_delete FROM pragma_foreign_key_list('book')"), [("NO ACTION",)])
PYTHON
