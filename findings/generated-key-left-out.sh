#!/usr/bin/env bash
# Guess: pgoutput sends each new row with its primary key, or refuses the change.
# A publication leaves out generated columns by default, also if they are the primary key. INSERT is sent without
# it, and the Relation message has no key. Only UPDATE and DELETE are refused.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import rows, expect

server.execute("CREATE TABLE t(name text, id text GENERATED ALWAYS AS (lower(name)) STORED PRIMARY KEY)")
messages = {message[:1]: message[5:] for message in decoded("INSERT INTO t VALUES ('Anna')")}
column = b"name\0" + (25).to_bytes(4, "big") + b"\xff\xff\xff\xff"
expect("Relation", messages[b"R"], b"public\0t\0d\0\1\0" + column)
expect("INSERT", messages[b"I"], b"N\0\1" + text("Anna"))
expect("UPDATE", rows(server, "UPDATE t SET name = 'Berta'").split("\n"), [
    'cannot update table "t"', "DETAIL:  Replica identity must not contain unpublished generated columns."])
PYTHON
