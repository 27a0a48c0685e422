#!/usr/bin/env bash
# Guess: sqlite-utils detects a type for a column of a CSV file only if SQLite then stores each text as it is.
# Numbers with leading zeros become INTEGER, and lose them. A text that Python reads as a number but SQLite does not,
# such as 1_000 and nan, makes a column INTEGER or REAL, and is stored in it as a text.
set -euo pipefail
cd "$(dirname "$0")"
./with-python sqlite-utils==4.2.1 <<'PYTHON'
import pathlib, sqlite3, subprocess
from common import rows, expect

pathlib.Path("t.csv").write_text("postcode,batch,reading\n01067,1_000,nan\n80331,2_000,1.5\n")
subprocess.run(["python/bin/sqlite-utils", "insert", "t.sqlite", "t", "t.csv", "--csv", "--silent"], check=True)
c = sqlite3.connect("t.sqlite")
expect("columns", rows(c, "SELECT name, type FROM pragma_table_info('t')"),
       [("postcode", "INTEGER"), ("batch", "INTEGER"), ("reading", "REAL")])
expect("rows", rows(c, "SELECT * FROM t"), [(1067, "1_000", "nan"), (80331, "2_000", 1.5)])
PYTHON
