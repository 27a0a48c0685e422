#!/usr/bin/env bash
# Guess: SQLAlchemy reads from a SQLite file the expression of a generated column, and the action of a foreign key.
# It takes the rest of the line for the expression. If other columns follow on the same line, its copy of the
# table fails. If a foreign key is written at its column, it has no ON DELETE.
set -euo pipefail
cd "$(dirname "$0")"
./with-python SQLAlchemy==2.1.9 <<'PYTHON'
import sqlite3
import sqlalchemy
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE TABLE p(id INTEGER PRIMARY KEY)")
rows(c, """CREATE TABLE lines(id INTEGER PRIMARY KEY, p INTEGER,
  twice INTEGER GENERATED ALWAYS AS (id * 2) STORED,
  size INTEGER,
  FOREIGN KEY (p) REFERENCES p(id) ON DELETE CASCADE)""")
rows(c, """CREATE TABLE line(id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id) ON DELETE CASCADE,
  twice INTEGER GENERATED ALWAYS AS (id * 2) STORED, size INTEGER, CHECK (size > 0))""")
engine = sqlalchemy.create_engine("sqlite:///t.sqlite")
inspector = sqlalchemy.inspect(engine)
for table, expression, options in (
        ("lines", "id * 2", {"ondelete": "CASCADE"}),
        ("line", "id * 2) STORED, size INTEGER, CHECK (size > 0", {})):
    column, = [column for column in inspector.get_columns(table) if column["name"] == "twice"]
    expect(f"expression in {table}", column["computed"]["sqltext"], expression)
    expect(f"options in {table}", inspector.get_foreign_keys(table)[0]["options"], options)
metadata = sqlalchemy.MetaData()
metadata.reflect(engine)
try:
    metadata.create_all(sqlalchemy.create_engine("sqlite://"))
    found = "created"
except sqlalchemy.exc.OperationalError as error:
    found = str(error.orig)
expect("a copy", found, 'near "STORED": syntax error')
PYTHON
