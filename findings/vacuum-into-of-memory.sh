#!/usr/bin/env bash
# Guess: VACUUM INTO writes the file that it names, also for a database in memory.
# It succeeds and writes nothing if the connection was opened with the flag SQLITE_OPEN_MEMORY: the copy is in memory,
# too, and is dropped. With the name ":memory:" and without the flag, the database is in memory as well, and the file
# is written.
set -euo pipefail
cd "$(dirname "$0")"
for version in 3.40.1.0 3.54.1.0; do
  ./with-sqlite $version <<'PYTHON'
import os
import apsw
from common import rows, expect

flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
for file, more, exists in [("with.sqlite", apsw.SQLITE_OPEN_MEMORY, False), ("without.sqlite", 0, True)]:
    c = apsw.Connection(":memory:", flags=flags | more)
    rows(c, "CREATE TABLE t (id INTEGER PRIMARY KEY)")
    expect(f"VACUUM INTO {file}", rows(c, f"VACUUM INTO '{file}'"), [])
    expect("the file exists", os.path.exists(file), exists)
PYTHON
done
