#!/usr/bin/env bash
# Guess: csvsql stores a time of day such as 10:30 as a text or as a time.
# It takes it for a duration of ten and a half minutes, and stores a time of the first of January 1970, in a column
# of the type DATETIME.
set -euo pipefail
cd "$(dirname "$0")"
./with-python csvkit==2.2.0 agate==1.14.2 agate-sql==0.7.3 SQLAlchemy==2.1.9 <<'PYTHON'
import pathlib, sqlite3, subprocess
from common import rows, expect

pathlib.Path("t.csv").write_text("name,opens,closes\nShop,10:30,18:00:00\n")
subprocess.run(["python/bin/csvsql", "--db", "sqlite:///t.sqlite", "--insert", "t.csv"], check=True)
c = sqlite3.connect("t.sqlite")
expect("columns", rows(c, "SELECT name, type FROM pragma_table_info('t')"),
       [("name", "VARCHAR"), ("opens", "DATETIME"), ("closes", "DATETIME")])
expect("row", rows(c, "SELECT * FROM t"), [("Shop", "1970-01-01 00:10:30.000000", "1970-01-01 18:00:00.000000")])
PYTHON
