#!/usr/bin/env bash
# Guess: the ADBC driver reads a REAL value of a column that also has texts as the text that SQLite gives it.
# It writes the number with seven digits and an exponent. Polars, which reads SQLite with this driver, so shows
# another number than the file has.
set -euo pipefail
cd "$(dirname "$0")"
./with-python adbc-driver-sqlite==1.13.0 adbc-driver-manager==1.13.0 pyarrow==26.0.1 polars==2.1.0 <<'PYTHON'
import os, sqlite3
import polars
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY, reading)")
rows(c, "INSERT INTO t(reading) VALUES (1.5), (12345678.25), ('none'), (12345678)")
expect("texts by SQLite", rows(c, "SELECT CAST(reading AS TEXT) FROM t"),
       [("1.5",), ("12345678.25",), ("none",), ("12345678",)])
frame = polars.read_database_uri("SELECT reading FROM t", f"sqlite:///{os.getcwd()}/t.sqlite", engine="adbc")
expect("by ADBC", frame["reading"].to_list(), ["1.500000e+00", "1.234568e+07", "none", "12345678"])
PYTHON
