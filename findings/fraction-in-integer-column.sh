#!/usr/bin/env bash
# Guess: `pandas.read_sql_table` and `pandas.read_sql_query` return the same values of the same column.
# SQLite stores 2.5 in an INTEGER column as it is. The former returns 2, without a warning, and the latter 2.5.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pandas==3.1.1 SQLAlchemy==2.1.9 <<'PYTHON'
import sqlite3
import pandas, sqlalchemy
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE TABLE t(hours INTEGER)")
rows(c, "INSERT INTO t VALUES (1), (2.5)")
engine = sqlalchemy.create_engine("sqlite:///t.sqlite")
expect("by query", pandas.read_sql_query("SELECT hours FROM t", engine)["hours"].to_list(), [1.0, 2.5])
expect("by table", pandas.read_sql_table("t", engine)["hours"].to_list(), [1, 2])
PYTHON
