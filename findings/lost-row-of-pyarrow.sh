#!/usr/bin/env bash
# Guess: PyArrow reads from a CSV file as many rows as it has written.
# If the table has one column, it writes NULL as an empty line, and ignores empty lines. The row is lost. Polars and
# DuckDB keep the row.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 <<'PYTHON'
import pathlib
import duckdb, polars, pyarrow, pyarrow.csv
from common import expect

pyarrow.csv.write_csv(pyarrow.table({"name": ["a", None, "c"]}), "t.csv")
expect("file", pathlib.Path("t.csv").read_text(), '"name"\n"a"\n\n"c"\n')
expect("by PyArrow", pyarrow.csv.read_csv("t.csv")["name"].to_pylist(), ["a", "c"])
expect("by Polars", polars.read_csv("t.csv")["name"].to_list(), ["a", None, "c"])
expect("by DuckDB", duckdb.read_csv("t.csv").fetchall(), [("a",), (None,), ("c",)])
PYTHON
