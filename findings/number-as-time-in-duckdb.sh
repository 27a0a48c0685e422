#!/usr/bin/env bash
# Guess: if a DATE or TIMESTAMP column has numbers, the SQLite scanner of DuckDB refuses them.
# It takes them for seconds since 1970. A Julian day, which SQLite's own functions write, becomes a day of January
# 1970, and so does a day number. An offset behind a text is dropped, and the time is not moved.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==1.5.5 duckdb-extension-sqlite-scanner==1.5.5 <<'PYTHON'
import pathlib, sqlite3
import duckdb, duckdb_extension_sqlite_scanner
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE TABLE t(moment TIMESTAMP, day DATE, zoned TIMESTAMP)")
rows(c, "INSERT INTO t VALUES (julianday('2026-07-01 12:00'), 20635, '2026-07-01 12:00:00+02:00')")
expect("by SQLite", rows(c, "SELECT datetime(moment), date(day * 86400, 'unixepoch'), datetime(zoned) FROM t"),
       [("2026-07-01 12:00:00", "2026-07-01", "2026-07-01 10:00:00")])
d = duckdb.connect()
extension, = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.rglob("*.duckdb_extension")
d.execute(f"LOAD '{extension}'")
d.execute("ATTACH 't.sqlite' AS s (TYPE sqlite)")
expect("by DuckDB", [str(value) for value in d.execute("SELECT * FROM s.t").fetchone()],
       ["1970-01-29 11:40:23", "1970-01-01", "2026-07-01 12:00:00"])
PYTHON
