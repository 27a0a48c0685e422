#!/usr/bin/env bash
# Guess: after ALTER PUBLICATION … RENAME, a slot sends the changes that it still has under the new name.
# pgoutput looks up the name as it was at each change. Under the new name, the changes from before are left out,
# without an error, and under the old name the changes after. Both names together send all.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id int PRIMARY KEY)")
server.execute("CREATE PUBLICATION old FOR TABLE t")
server.execute("SELECT pg_create_logical_replication_slot('s', 'pgoutput')")
server.execute("INSERT INTO t VALUES (1)")
server.execute("ALTER PUBLICATION old RENAME TO new")
server.execute("INSERT INTO t VALUES (2)")
for names, expected in (("new", ["2"]), ("old", ["1"]), ("old,new", ["1", "2"])):
    messages = server.execute("""SELECT data FROM pg_logical_slot_peek_binary_changes(
      's', NULL, NULL, 'proto_version', '4', 'publication_names', %s)""", [names]).fetchall()
    expect(f"rows for {names}", [message[-1:].decode() for message, in messages if message[:1] == b"I"], expected)
PYTHON
