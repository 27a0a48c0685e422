#!/usr/bin/env bash
# Guess: pgoutput sends the old key of an updated row only if the UPDATE has changed the key, and the new row
# always contains its key.
# A long key that the row stores out of line (TOAST) is left out of the new row, and sent as the old key.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id text STORAGE EXTERNAL PRIMARY KEY, size int)")
messages = decoded(
    "INSERT INTO t VALUES ('short', 1), (repeat('k', 2500), 1)",
    "UPDATE t SET size = 2 WHERE id = 'short'",
    "UPDATE t SET size = 2 WHERE id <> 'short'")
short, long = (message[5:] for message in messages if message[:1] == b"U")
expect("short key", short, b"N\0\2" + text("short") + text("2"))
long = long.replace(text("k" * 2500), "…".encode())
expect("long key, with its text as …", long, b"K\0\2" + "…".encode() + b"nN\0\2u" + text("2"))
PYTHON
