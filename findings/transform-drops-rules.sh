#!/usr/bin/env bash
# Guess: sqlite-utils transform, asked to rename one column, leaves the rest of the table as it was.
# It turns columns of the types DATETIME and BOOLEAN into REAL, converts their values, and drops the generated
# columns and the triggers of the table.
set -euo pipefail
cd "$(dirname "$0")"
./with-python sqlite-utils==4.2.1 <<'PYTHON'
import sqlite3, subprocess
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, """CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, year DATETIME, done BOOLEAN,
  twice INTEGER GENERATED ALWAYS AS (id * 2))""")
rows(c, "CREATE TRIGGER no_delete BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'no'); END")
rows(c, "INSERT INTO t VALUES (1, 'a', '2026', 1)")
c.close()
subprocess.run(["python/bin/sqlite-utils", "transform", "t.sqlite", "t", "--rename", "name", "title"], check=True)
c = sqlite3.connect("t.sqlite", isolation_level=None)
expect("columns", rows(c, "SELECT name, type, hidden FROM pragma_table_xinfo('t')"), [
    ("id", "INTEGER", 0), ("title", "TEXT", 0), ("year", "REAL", 0), ("done", "REAL", 0)])
expect("row", rows(c, "SELECT * FROM t"), [(1, "a", 2026.0, 1.0)])
expect("DELETE", rows(c, "DELETE FROM t RETURNING id"), [(1,)])
PYTHON
