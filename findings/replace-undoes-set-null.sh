#!/usr/bin/env bash
# Guess: with foreign keys on, ON DELETE SET NULL leaves no key that refers to a missing row.
# UPDATE OR REPLACE of a row that refers to the row which it replaces writes the old key again.
set -euo pipefail
cd "$(dirname "$0")"
for version in 3.40.1.0 3.54.1.0; do
  ./with-sqlite $version <<'PYTHON'
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "PRAGMA foreign_keys = ON")
rows(c, """CREATE TABLE t(
  id INTEGER PRIMARY KEY, name TEXT UNIQUE, parent INTEGER REFERENCES t(id) ON DELETE SET NULL)""")
rows(c, "INSERT INTO t VALUES (1, 'a', NULL), (2, 'b', 1)")
expect("rows that the UPDATE returns", rows(c, "UPDATE OR REPLACE t SET name = 'a' WHERE id = 2"), [])
expect("rows", rows(c, "SELECT * FROM t"), [(2, "a", 1)])
expect("foreign_key_check", rows(c, "PRAGMA foreign_key_check"), [("t", 2, "t", 0)])
PYTHON
done
