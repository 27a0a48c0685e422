#!/usr/bin/env bash
# Guess: DuckDB writes DECIMAL to a SQLite file as a number, as it reads it from one.
# It declares the column VARCHAR and writes a text. SQLite then orders 9.50 behind 10.00, and compares it as a text.
# A large integer (HUGEINT) becomes a text, too, and DATE loses its type.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==1.5.5 duckdb-extension-sqlite-scanner==1.5.5 <<'PYTHON'
import pathlib, sqlite3
import duckdb, duckdb_extension_sqlite_scanner
from common import rows, expect

d = duckdb.connect()
extension, = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.rglob("*.duckdb_extension")
d.execute(f"LOAD '{extension}'")
d.execute("ATTACH 't.sqlite' AS s (TYPE sqlite)")
d.execute("""CREATE TABLE s.t AS SELECT price::DECIMAL(10, 2) AS price, 1::HUGEINT AS n, DATE '2026-07-01' AS day
  FROM (VALUES (9.5), (10), (100)) v(price)""")
d.close()
c = sqlite3.connect("t.sqlite", isolation_level=None)
expect("types", rows(c, "SELECT type FROM pragma_table_info('t')"), [("VARCHAR",)] * 3)
expect("in order", rows(c, "SELECT price FROM t ORDER BY price"), [("10.00",), ("100.00",), ("9.50",)])
expect("below 20", rows(c, "SELECT price FROM t WHERE price < 20"), [("10.00",), ("100.00",)])
PYTHON
