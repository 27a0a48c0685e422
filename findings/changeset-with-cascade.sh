#!/usr/bin/env bash
# Guess: a changeset applies without a conflict to a file that is equal to the one before the changes.
# It contains what ON DELETE CASCADE, ON UPDATE CASCADE and triggers have changed, and these run again when it is
# applied. It then conflicts with their work. A new key is applied as DELETE and INSERT, so that ON DELETE CASCADE
# removes rows which ON UPDATE CASCADE had kept. With SQLITE_CHANGESETAPPLY_FKNOACTION, only triggers run again.
set -euo pipefail
cd "$(dirname "$0")"
./with-sqlite 3.54.1.0 <<'PYTHON'
import apsw
from common import rows, expect

schema = """PRAGMA foreign_keys = ON;
CREATE TABLE album(id INTEGER PRIMARY KEY);
CREATE TABLE song(id INTEGER PRIMARY KEY, album REFERENCES album ON UPDATE CASCADE ON DELETE CASCADE);
CREATE TABLE stock(id INTEGER PRIMARY KEY, left INTEGER);
CREATE TABLE sale(id INTEGER PRIMARY KEY);
CREATE TRIGGER sold AFTER INSERT ON sale BEGIN UPDATE stock SET left = left - 1; END;
INSERT INTO album VALUES (1);
INSERT INTO song VALUES (7, 1);
INSERT INTO stock VALUES (1, 10);"""


def applied(statement, table, flags=0):
    original, copy = apsw.Connection(":memory:"), apsw.Connection(":memory:")
    for c in original, copy:
        c.execute(schema)
    session = apsw.Session(original, "main")
    session.attach()
    original.execute(statement)
    conflicts = []

    def conflict(reason, change):
        conflicts.append((apsw.mapping_session_conflict[reason], change.name))
        return apsw.SQLITE_CHANGESET_OMIT

    apsw.Changeset.apply(session.changeset(), copy, conflict=conflict, flags=flags)
    return conflicts, *(rows(c, f"SELECT * FROM {table}") for c in (original, copy))


no_action = apsw.SQLITE_CHANGESETAPPLY_FKNOACTION
delete, change, insert = "DELETE FROM album", "UPDATE album SET id = 2", "INSERT INTO sale VALUES (1)"
expect(delete, applied(delete, "song"), ([("SQLITE_CHANGESET_NOTFOUND", "song")], [], []))
expect(change, applied(change, "song"), ([("SQLITE_CHANGESET_NOTFOUND", "song")], [(7, 2)], []))
expect("the same with FKNOACTION", applied(change, "song", no_action), ([], [(7, 2)], [(7, 2)]))
expect(insert, applied(insert, "stock"), ([("SQLITE_CHANGESET_DATA", "stock")], [(1, 9)], [(1, 9)]))
PYTHON
