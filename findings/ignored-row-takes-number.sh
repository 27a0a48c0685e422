#!/usr/bin/env bash
# Guess: INSERT OR IGNORE of a row that is ignored leaves the file as it is, and uses no AUTOINCREMENT number.
# It uses a number, and writes it to the file, where PRAGMA data_version reports a change to other connections. A
# number that the ignored row contains is used up, too, and all below it. An INSERT that fails uses none.
set -euo pipefail
cd "$(dirname "$0")"
for version in 3.40.1.0 3.54.1.0; do
  ./with-sqlite $version <<'PYTHON'
import apsw
from common import rows, expect

c, other = apsw.Connection("t.sqlite"), apsw.Connection("t.sqlite")
rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)")
rows(c, "INSERT INTO t(name) VALUES ('a')")
last = rows(other, "PRAGMA data_version")
for statement, number, seen in (
        ("INSERT INTO t(name) VALUES ('a')", 1, False),
        ("INSERT OR IGNORE INTO t(name) VALUES ('a')", 2, True),
        ("INSERT INTO t(name) VALUES ('a') ON CONFLICT DO NOTHING", 3, True),
        ("INSERT OR IGNORE INTO t(id, name) VALUES (50, 'a')", 50, True)):
    rows(c, statement)
    expect(statement, rows(c, "SELECT seq FROM sqlite_sequence"), [(number,)])
    now = rows(other, "PRAGMA data_version")
    expect("  data_version has changed", now != last, seen)
    last = now
expect("rows", rows(c, "SELECT * FROM t"), [(1, "a")])
expect("next number", rows(c, "INSERT INTO t(name) VALUES ('b') RETURNING id"), [(51,)])
PYTHON
done
