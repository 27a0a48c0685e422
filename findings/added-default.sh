#!/usr/bin/env bash
# Guess: after ADD COLUMN with a default, old rows have the value that an INSERT without the column writes.
# In a TEXT column, old rows have the number as it is written in the schema, and new rows have the text of its
# value. In SQLite 3.40, old rows also have other types: an integer instead of 5.0, or in a TEXT column, where
# PRAGMA integrity_check reports it.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY)")
rows(c, "INSERT INTO t VALUES (1)")
rows(c, "ALTER TABLE t ADD COLUMN price TEXT NOT NULL DEFAULT 1.10")
rows(c, "ALTER TABLE t ADD COLUMN open TEXT NOT NULL DEFAULT TRUE")
rows(c, "ALTER TABLE t ADD COLUMN size DEFAULT 5.0")
rows(c, "INSERT INTO t(id) VALUES (2)")
expect("prices", rows(c, "SELECT price FROM t"), [("1.10",), ("1.1",)])
expect("types", rows(c, "SELECT typeof(open), typeof(size) FROM t"), TYPES)
expect("integrity_check", rows(c, "PRAGMA integrity_check"), CHECKED)
rows(c, "UPDATE t SET size = 6")
expect("prices after an UPDATE of size", rows(c, "SELECT price FROM t"), [("1.10",), ("1.1",)])
'
old=${program/TYPES/[(\"integer\", \"integer\"), (\"text\", \"real\")]}
new=${program/TYPES/[(\"text\", \"real\"), (\"text\", \"real\")]}
./with-sqlite 3.40.1.0 <<<"${old/CHECKED/[(\"NUMERIC value in t.open\",)]}"
./with-sqlite 3.54.1.0 <<<"${new/CHECKED/[(\"ok\",)]}"
