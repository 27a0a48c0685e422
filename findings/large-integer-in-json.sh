#!/usr/bin/env bash
# Guess: an integer beyond signed 64 bits in a JSON file is refused, or leaves the other numbers of its column exact.
# PyArrow (from 2**63) and DuckDB (from 2**64) read the whole column as doubles: numbers that fit lose digits, too.
# Polars reads all of them exactly.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 <<'PYTHON'
import pathlib
import duckdb, polars, pyarrow.json
from common import expect

small = 2 ** 53 + 1
for large, arrow, duck in ((2 ** 63, [float(2 ** 53), float(2 ** 63)], [small, 2 ** 63]),
                           (2 ** 64, [float(2 ** 53), float(2 ** 64)], [float(2 ** 53), float(2 ** 64)])):
    pathlib.Path("t.json").write_text(f'{{"n": {small}}}\n{{"n": {large}}}\n')
    expect(f"PyArrow, {small} and {large}", str(pyarrow.json.read_json("t.json")["n"].to_pylist()), str(arrow))
    expect("  DuckDB", str([n for n, in duckdb.read_json("t.json").fetchall()]), str(duck))
    expect("  Polars", str(polars.read_ndjson("t.json")["n"].to_list()), str([small, large]))
PYTHON
