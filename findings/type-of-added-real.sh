#!/usr/bin/env bash
# Guess: the preupdate hook and the session extension report the values that SELECT returned before the change.
# In a REAL column that was added with the default 4, old rows have 4.0 for SELECT, and the integer 4 for both. So
# an UPDATE of another column is recorded as a change of this one, too.
set -euo pipefail
cd "$(dirname "$0")"
./with-sqlite 3.54.1.0 <<'PYTHON'
import apsw
from common import rows, expect

for recorder in ("hook", "session"):
    c = apsw.Connection(":memory:")
    rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, size REAL)")
    rows(c, "INSERT INTO t VALUES (1, 'a', 4)")
    rows(c, "ALTER TABLE t ADD COLUMN price REAL NOT NULL DEFAULT 4")
    expect("row", str(rows(c, "SELECT * FROM t")), "[(1, 'a', 4.0, 4.0)]")
    reported = []
    if recorder == "hook":
        c.preupdate_hook(lambda update: reported.append((update.old, update.new)))
    else:
        session = apsw.Session(c, "main")
        session.attach()
    rows(c, "UPDATE t SET name = 'b'")
    if recorder == "hook":
        expect("preupdate hook", str(reported), "[((1, 'a', 4.0, 4), (1, 'b', 4.0, 4.0))]")
for change in apsw.Changeset.iter(session.changeset()):
    values = [["-" if value is apsw.no_change else value for value in row] for row in (change.old, change.new)]
    expect("changeset", str(values), "[[1, 'a', '-', 4], ['-', 'b', '-', 4.0]]")
PYTHON
