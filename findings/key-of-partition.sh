#!/usr/bin/env bash
# Guess: an old key contains the columns that the Relation message has marked as key.
# With publish_via_partition_root, the message describes the root. If only the partition has a primary key, no
# column is marked. UPDATE and DELETE are allowed all the same, and the old key is that of the partition, with
# NULL in the columns that do not belong to it.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id int, size int) PARTITION BY RANGE (id)")
server.execute("CREATE TABLE t0 PARTITION OF t FOR VALUES FROM (0) TO (10)")
server.execute("ALTER TABLE t0 ADD PRIMARY KEY (id)")
messages = decoded("INSERT INTO t VALUES (7, 1)", "UPDATE t SET size = 2", "DELETE FROM t",
                   publication="FOR ALL TABLES WITH (publish_via_partition_root)")
number, = server.execute("SELECT 't'::regclass::oid::int").fetchone()
of_root = {message[:1]: message[5:] for message in messages if message[1:5] == number.to_bytes(4, "big")}
columns = of_root[b"R"].removeprefix(b"public\0t\0d\0\2").split(b"\xff\xff\xff\xff")
expect("columns, 1 would mark the key", [column[:-4] for column in columns], [b"\0id\0", b"\0size\0", b""])
expect("UPDATE", of_root[b"U"], b"N\0\2" + text("7") + text("2"))
expect("DELETE", of_root[b"D"], b"K\0\2" + text("7") + b"n")
PYTHON
