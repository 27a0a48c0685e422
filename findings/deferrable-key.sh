#!/usr/bin/env bash
# Guess: by default, the primary key of a table is its replica identity.
# A deferrable primary key is not, although the setting of the table is the same. The Relation message marks no
# column as key, an INSERT is sent, and UPDATE and DELETE fail as soon as a publication contains the table.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import rows, expect

for timing in ("NOT DEFERRABLE", "DEFERRABLE"):
    server.execute(f'CREATE TABLE "{timing}"(id int PRIMARY KEY {timing})')
messages = decoded('INSERT INTO "NOT DEFERRABLE" VALUES (1)', 'INSERT INTO "DEFERRABLE" VALUES (1)')
names = {message[5:].split(b"\0")[1]: message[5:].split(b"\0", 2)[2] for message in messages if message[:1] == b"R"}
integer = b"id\0" + (23).to_bytes(4, "big") + b"\xff\xff\xff\xff"
expect("Relation, not deferrable", names[b"NOT DEFERRABLE"], b"d\0\1\1" + integer)
expect("Relation, deferrable", names[b"DEFERRABLE"], b"d\0\1\0" + integer)
for table, expected in (("NOT DEFERRABLE", [(2,)]),
                        ("DEFERRABLE", 'cannot update table "DEFERRABLE" because it does not have a replica identity '
                                       'and publishes updates')):
    found = rows(server, f'UPDATE "{table}" SET id = 2 RETURNING id')
    expect(f"UPDATE, {table.lower()}", found.split("\n")[0] if isinstance(found, str) else found, expected)
PYTHON
