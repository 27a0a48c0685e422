#!/usr/bin/env bash
# Guess: if a Relation message says REPLICA IDENTITY FULL, each UPDATE and DELETE contains the complete old row.
# With publish_via_partition_root, the message describes the root, but the identity of the partition decides what
# is sent, and ALTER TABLE of the root does not change that of its partitions. So an UPDATE has no old row, and a
# DELETE has one that is marked as complete, and whose values are NULL in all columns but the key.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id int PRIMARY KEY, size int) PARTITION BY RANGE (id)")
server.execute("CREATE TABLE t0 PARTITION OF t FOR VALUES FROM (0) TO (10)")
server.execute("ALTER TABLE t REPLICA IDENTITY FULL")
messages = decoded("INSERT INTO t VALUES (7, 1)", "UPDATE t SET size = 2", "DELETE FROM t",
                   publication="FOR ALL TABLES WITH (publish_via_partition_root)")
number, = server.execute("SELECT 't'::regclass::oid::int").fetchone()
of_root = {message[:1]: message[5:] for message in messages if message[1:5] == number.to_bytes(4, "big")}
expect("Relation", of_root[b"R"][:11], b"public\0t\0f\0")
expect("UPDATE", of_root[b"U"], b"N\0\2" + text("7") + text("2"))
expect("DELETE", of_root[b"D"], b"O\0\2" + text("7") + b"n")
PYTHON
