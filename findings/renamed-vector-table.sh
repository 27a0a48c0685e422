#!/usr/bin/env bash
# Guess: sqlite-vec changes the key of a row, or refuses to, and a table of vectors keeps its rows when it is renamed.
# An UPDATE of the key succeeds and changes nothing. ALTER TABLE … RENAME succeeds, the rows are no longer found, and
# each query fails until the table has its old name again.
set -euo pipefail
cd "$(dirname "$0")"
./with-python apsw==3.54.1.0 sqlite-vec==0.1.9 <<'PYTHON'
import apsw, sqlite_vec
from common import rows, expect

c = apsw.Connection(":memory:")
c.enable_load_extension(True)
c.load_extension(sqlite_vec.loadable_path())
rows(c, "CREATE VIRTUAL TABLE v USING vec0(id INTEGER PRIMARY KEY, place FLOAT[2])")
rows(c, "INSERT INTO v VALUES (1, '[1, 2]')")
expect("UPDATE of the key", rows(c, "UPDATE v SET id = 9 WHERE id = 1"), [])
expect("keys", rows(c, "SELECT id FROM v"), [(1,)])
expect("rename", rows(c, "ALTER TABLE v RENAME TO w"), [])
expect("query", rows(c, "SELECT id FROM w"), "Error preparing rowid scan: no such table: main.w_rowids")
rows(c, "ALTER TABLE w RENAME TO v")
expect("with its old name", rows(c, "SELECT id FROM v"), [(1,)])
PYTHON
