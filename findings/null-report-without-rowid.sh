#!/usr/bin/env bash
# Guess: PRAGMA integrity_check reports nothing for a file that this SQLite has just written.
# SQLite 3.40 confuses the columns of a table WITHOUT ROWID whose key columns are not its first ones,
# and reports a NULL value in a column that has none.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, """CREATE TABLE t(
  a TEXT NOT NULL, b TEXT, k TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID""")
rows(c, "INSERT INTO t VALUES (1, NULL, 2)")
expect("types of a", rows(c, "SELECT typeof(a) FROM t"), [("text",)])
expect("integrity_check", rows(c, "PRAGMA integrity_check"), EXPECTED)
'
./with-sqlite 3.40.1.0 <<<"${program/EXPECTED/[(\"NULL value in t.a\",)]}"
./with-sqlite 3.45.3.0 <<<"${program/EXPECTED/[(\"ok\",)]}"
