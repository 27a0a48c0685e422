#!/usr/bin/env bash
# Guess: pragma_integrity_check(100) returns at most 100 messages, like PRAGMA integrity_check(100).
# In newer versions, the table-valued form takes the number for the name of a table.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "CREATE TABLE t(a)")
expect("PRAGMA integrity_check(100)", rows(c, "PRAGMA integrity_check(100)"), [("ok",)])
expect("PRAGMA quick_check(100)", rows(c, "PRAGMA quick_check(100)"), [("ok",)])
for name in ("integrity_check", "quick_check"):
    expect(f"pragma_{name}(100)", rows(c, f"SELECT * FROM pragma_{name}(100)"), EXPECTED)
'
./with-sqlite 3.45.3.0 <<<"${program/EXPECTED/[(\"ok\",)]}"
./with-sqlite 3.54.1.0 <<<"${program/EXPECTED/\"no such table: 100\"}"
