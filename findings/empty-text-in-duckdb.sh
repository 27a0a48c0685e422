#!/usr/bin/env bash
# Guess: DuckDB reads from a CSV file what it has written: NULL, and the empty text in quotation marks.
# It writes both differently, and reads both as NULL. So it does with files of Polars and PyArrow, which write them in
# the same two ways. Polars reads both as they were.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 <<'PYTHON'
import pathlib
import duckdb, polars, pyarrow, pyarrow.csv
from common import expect

columns = {"id": [1, 2, 3], "name": ["a", "", None]}
duckdb.sql("COPY (SELECT * FROM (VALUES (1, 'a'), (2, ''), (3, NULL)) v(id, name)) TO 'duckdb.csv' (HEADER)")
polars.DataFrame(columns).write_csv("polars.csv")
pyarrow.csv.write_csv(pyarrow.table(columns), "pyarrow.csv")
for name, expected in (("duckdb", 'id,name\n1,a\n2,""\n3,\n'), ("polars", 'id,name\n1,a\n2,""\n3,\n'),
                       ("pyarrow", '"id","name"\n1,"a"\n2,""\n3,\n')):
    expect(f"{name}.csv", pathlib.Path(f"{name}.csv").read_text(), expected)
    expect("  read by DuckDB", duckdb.read_csv(f"{name}.csv").fetchall(), [(1, "a"), (2, None), (3, None)])
    expect("  read by Polars", polars.read_csv(f"{name}.csv").rows(), [(1, "a"), (2, ""), (3, None)])
PYTHON
