#!/usr/bin/env bash
# Guess: SQLite reads a short decimal number as the double nearest to it, like Python and C.
# Before 3.47, it reads some everyday numbers as a neighbour of that double, and later versions do so with large
# exponents. A number that a program has bound is then not found with its own text.
set -euo pipefail
cd "$(dirname "$0")"
program='
import apsw
from common import rows, expect
c = apsw.Connection(":memory:")
rows(c, "CREATE TABLE t(x REAL)")
texts = ["2.327237", "6.86673", "1e-203"]
for text in texts:
    c.cursor().execute("INSERT INTO t VALUES (?)", (float(text),))
found = [text for text in texts if rows(c, f"SELECT 1 FROM t WHERE x = {text}")]
expect("found", found, FOUND)
'
./with-sqlite 3.40.1.0 <<<"${program/FOUND/[\"6.86673\", \"1e-203\"]}"
./with-sqlite 3.45.3.0 <<<"${program/FOUND/[\"1e-203\"]}"
./with-sqlite 3.51.2.0 <<<"${program/FOUND/[\"2.327237\", \"6.86673\"]}"
./with-sqlite 3.54.1.0 <<<"${program/FOUND/texts}"
