#!/usr/bin/env bash
# Guess: after ADD COLUMN with a default, old rows have the value that an INSERT without the column writes.
# In a TEXT column, old rows have the number as it is written in the schema, and new rows have the text of its
# value. SQLite 3.40 also has two types in a column without a type.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY)")
rows(c, "INSERT INTO t VALUES (1)")
rows(c, "ALTER TABLE t ADD COLUMN price TEXT NOT NULL DEFAULT 1.10")
rows(c, "ALTER TABLE t ADD COLUMN size DEFAULT 5.0")
rows(c, "INSERT INTO t(id) VALUES (2)")
expect("prices", rows(c, "SELECT price FROM t"), [("1.10",), ("1.1",)])
expect("types of size", rows(c, "SELECT typeof(size) FROM t"), TYPES)
rows(c, "UPDATE t SET size = 6")
expect("prices after an UPDATE of size", rows(c, "SELECT price FROM t"), [("1.10",), ("1.1",)])
'
./with-sqlite 3.40.1.0 <<<"${program/TYPES/[(\"integer\",), (\"real\",)]}"
./with-sqlite 3.54.1.0 <<<"${program/TYPES/[(\"real\",), (\"real\",)]}"
