#!/usr/bin/env bash
# Guess: with publish_via_partition_root, an UPDATE of the root is sent as an UPDATE, whichever partition has the row.
# If the row moves to another partition, a DELETE and an INSERT are sent. A receiver with ON DELETE CASCADE deletes
# the rows that refer to it, which PostgreSQL keeps.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
import sqlite3
from common import rows, expect

table = "CREATE TABLE t(id int, place text, PRIMARY KEY (id, place))"
referring = """CREATE TABLE r(id int PRIMARY KEY, t int, place text,
  FOREIGN KEY (t, place) REFERENCES t ON UPDATE CASCADE ON DELETE CASCADE)"""
server.execute(f"{table} PARTITION BY LIST (place)")
server.execute("CREATE TABLE here PARTITION OF t FOR VALUES IN ('here')")
server.execute("CREATE TABLE there PARTITION OF t FOR VALUES IN ('there')")
server.execute(referring)
fills = ["INSERT INTO t VALUES (1, 'here')", "INSERT INTO r VALUES (1, 1, 'here')"]
messages = decoded(*fills, "UPDATE t SET place = 'there'",
                   publication="FOR ALL TABLES WITH (publish_via_partition_root)")
number, = server.execute("SELECT 't'::regclass::oid::int").fetchone()
of_root = [message[:1] + message[5:] for message in messages
           if message[:1] in b"IUD" and message[1:5] == number.to_bytes(4, "big")]
expect("changes of the root", of_root, [
    b"IN\0\2" + text("1") + text("here"), b"DK\0\2" + text("1") + text("here"), b"IN\0\2" + text("1") + text("there")])
expect("PostgreSQL", rows(server, "SELECT * FROM r"), [(1, 1, "there")])
c = sqlite3.connect(":memory:", isolation_level=None)
for statement in ["PRAGMA foreign_keys = ON", table, referring, *fills, "DELETE FROM t WHERE id = 1 AND place = 'here'",
                  "INSERT INTO t VALUES (1, 'there')"]:
    expect(statement, rows(c, statement), [])
expect("SQLite", rows(c, "SELECT * FROM r"), [])
PYTHON
