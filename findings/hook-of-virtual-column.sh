#!/usr/bin/env bash
# Guess: in a preupdate hook, apsw gives the new row of every table.
# If the table has a VIRTUAL generated column, it raises an error: SQLite counts the column, but cannot give its
# value, which is not stored. The INSERT reports the error, and its row is in the table. A STORED column is given.
set -euo pipefail
cd "$(dirname "$0")"
./with-sqlite 3.54.1.0 <<'PYTHON'
import apsw
from common import rows, expect

for kind, reported, result in (("STORED", [(1, 5, 10)], []), ("VIRTUAL", [], "column index out of range")):
    c = apsw.Connection(":memory:")
    rows(c, f"CREATE TABLE t(id INTEGER PRIMARY KEY, size, twice GENERATED ALWAYS AS (size * 2) {kind})")
    new = []
    c.preupdate_hook(lambda update: new.append(update.new))
    found = rows(c, "INSERT INTO t(size) VALUES (5)")
    expect(kind, found, result)
    expect("  reported", new, reported)
    expect("  rows", rows(c, "SELECT * FROM t"), [(1, 5, 10)])
PYTHON
