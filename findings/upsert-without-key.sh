#!/usr/bin/env bash
# Guess: INSERT … ON CONFLICT DO UPDATE is an INSERT if there is no conflict, and is allowed like one.
# If a publication contains the table and it has no replica identity, it fails, as do UPDATE and MERGE that would
# change no row. ON CONFLICT DO NOTHING is allowed.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import rows, expect

server.execute("CREATE TABLE t(id int UNIQUE, size int)")
server.execute("CREATE PUBLICATION p FOR TABLE t")
refused = 'cannot update table "t" because it does not have a replica identity and publishes updates'
for statement, expected in (
        ("INSERT INTO t VALUES (1, 1) RETURNING id", [(1,)]),
        ("INSERT INTO t VALUES (2, 1) ON CONFLICT (id) DO NOTHING RETURNING id", [(2,)]),
        ("INSERT INTO t VALUES (3, 1) ON CONFLICT (id) DO UPDATE SET size = 2 RETURNING id", refused),
        ("UPDATE t SET size = 2 WHERE false RETURNING id", refused),
        ("MERGE INTO t USING (SELECT 3 AS n) s ON id = n WHEN MATCHED THEN UPDATE SET size = 2", refused)):
    found = rows(server, statement)
    expect(statement, found.split("\n")[0] if isinstance(found, str) else found, expected)
PYTHON
