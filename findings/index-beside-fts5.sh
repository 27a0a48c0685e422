#!/usr/bin/env bash
# Guess: Turso, which has no FTS5, refuses a file with such a table, or leaves that table alone.
# It opens the file and forgets all indexes of its ordinary tables. A row that it inserts is in no index: a UNIQUE
# column takes the same value twice, and SQLite reports a damaged file and does not find the row. If the schema has
# the word `using` in lower case, it refuses the file.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pyturso==0.8.3 apsw==3.54.1.0 <<'PYTHON'
import apsw, turso
from common import rows, expect


def made(name, *statements):
    c = apsw.Connection(name)
    for statement in statements:
        rows(c, statement)
    c.close()
    try:
        return turso.connect(name)
    except turso.Error as error:
        return str(error)


table = ("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT)", "CREATE UNIQUE INDEX by_name ON t(name)",
         "INSERT INTO t VALUES (1, 'a')")
insert = "INSERT INTO t VALUES (2, 'a')"
expect("without FTS5", rows(made("plain", *table), insert), "UNIQUE constraint failed: t.name")
expect("using", made("lower", *table, "CREATE VIRTUAL TABLE f using fts5(body)"), "Expected 'USING' in module name")
t = made("upper", *table, "CREATE VIRTUAL TABLE f USING fts5(body)")
expect("the same INSERT", rows(t, insert), [])
rows(t, "INSERT INTO t VALUES (3, 'c')")
t.commit()
t.close()
c = apsw.Connection("upper")
expect("integrity_check", rows(c, "PRAGMA integrity_check"), [
    ("wrong # of entries in index by_name",), ("row 2 missing from index by_name",),
    ("row 3 missing from index by_name",)])
expect("row by its name", rows(c, "SELECT * FROM t WHERE name = 'c'"), [])
PYTHON
