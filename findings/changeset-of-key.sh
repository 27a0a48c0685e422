#!/usr/bin/env bash
# Guess: a changeset of the session extension applies to an exact copy of the file in which it was recorded.
# If an UPDATE changes only the case of a key with COLLATE NOCASE, the changeset inserts the row again, and
# conflicts with the row that it is to change. The session extension compares keys byte by byte.
set -euo pipefail
cd "$(dirname "$0")"
./with-sqlite 3.54.1.0 <<'PYTHON'
import apsw
from common import rows, expect


def apply(update):
    original, copy = apsw.Connection(":memory:"), apsw.Connection(":memory:")
    for connection in (original, copy):
        rows(connection, "CREATE TABLE t(name TEXT COLLATE NOCASE PRIMARY KEY, size INTEGER)")
        rows(connection, "INSERT INTO t VALUES ('anna', 1)")
    session = apsw.Session(original, "main")
    session.attach()
    rows(original, update)
    conflicts = []

    def conflict(reason, change):
        conflicts.append((apsw.mapping_session_conflict[reason], change.op, change.new))
        return apsw.SQLITE_CHANGESET_ABORT

    try:
        apsw.Changeset.apply(session.changeset(), copy, conflict=conflict)
    except apsw.AbortError:
        pass
    return conflicts, rows(copy, "SELECT * FROM t")


expect("another name", apply("UPDATE t SET name = 'berta'"), ([], [("berta", 1)]))
expect("another case", apply("UPDATE t SET name = 'Anna'"),
       ([("SQLITE_CHANGESET_CONFLICT", "INSERT", ("Anna", 1))], [("anna", 1)]))
PYTHON
