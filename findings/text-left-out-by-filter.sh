#!/usr/bin/env bash
# Guess: an UPDATE that moves a row into the row filter of a publication is sent as an INSERT with the whole row.
# A long text that is stored out of line and that the UPDATE has not changed is left out. The receiver has never had
# it: the row was outside the filter before.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id int PRIMARY KEY, body text)")
server.execute("ALTER TABLE t ALTER body SET STORAGE EXTERNAL")
long = "x" * 10_000
insert = "INSERT INTO t VALUES ({}, '" + long + "')"
messages = decoded(insert.format(1), "UPDATE t SET id = 100", insert.format(101),
                   publication="FOR TABLE t WHERE (id >= 100)")
moved, inserted = (message[5:] for message in messages if message[:1] == b"I")
expect("INSERT by the UPDATE", moved, b"N\0\2" + text("100") + b"u")
expect("another INSERT has the text", inserted == b"N\0\2" + text("101") + text(long), True)
expect("other changes", [message[:1] for message in messages if message[:1] in b"UD"], [])
PYTHON
