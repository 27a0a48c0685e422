#!/usr/bin/env bash
# Guess: enforcement of a foreign key, PRAGMA foreign_key_check and a join agree on which row a key refers to.
# SQLite 3.40 refuses each value of a REAL column that refers to an INTEGER PRIMARY KEY. The check and the join
# find the row.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "CREATE TABLE parent(id INTEGER PRIMARY KEY)")
rows(c, "CREATE TABLE child(parent REAL REFERENCES parent(id))")
rows(c, "INSERT INTO parent VALUES (7)")
rows(c, "INSERT INTO child VALUES (7)")
expect("foreign_key_check", rows(c, "PRAGMA foreign_key_check"), [])
expect("joined", rows(c, "SELECT parent, id FROM child JOIN parent ON parent = id"), [(7.0, 7)])
rows(c, "PRAGMA foreign_keys = ON")
expect("the same INSERT", rows(c, "INSERT INTO child VALUES (7)"), INSERTED)
'
./with-sqlite 3.40.1.0 <<<"${program/INSERTED/\"ConstraintError: FOREIGN KEY constraint failed\"}"
./with-sqlite 3.45.3.0 <<<"${program/INSERTED/[]}"
