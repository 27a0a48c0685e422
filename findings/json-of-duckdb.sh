#!/usr/bin/env bash
# Guess: COPY … (FORMAT json) of DuckDB writes JSON, in which a DECIMAL has its digits.
# It writes NaN and Infinity without quotation marks, which are no JSON, and 1.10 as 1.1. SQLite's json_valid() says so,
# and its json(), which also reads JSON5, makes null of NaN.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==2.0.1 apsw==3.54.1.0 <<'PYTHON'
import pathlib
import apsw, duckdb
from common import expect

duckdb.sql("""COPY (SELECT 'nan'::DOUBLE AS a, 'inf'::DOUBLE AS b, 1.10::DECIMAL(10, 2) AS c,
  12345678901234567890123::HUGEINT AS d) TO 't.json' (FORMAT json)""")
found = pathlib.Path("t.json").read_text().strip()
expect("file", found, '{"a":NaN,"b":Infinity,"c":1.1,"d":12345678901234567890123}')
c = apsw.Connection(":memory:")
expect("json_valid", c.execute("SELECT json_valid(?)", [found]).fetchall(), [(0,)])
expect("json", c.execute("SELECT json(?)", [found]).get, '{"a":null,"b":9e999,"c":1.1,"d":12345678901234567890123}')
PYTHON
