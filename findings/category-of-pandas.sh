#!/usr/bin/env bash
# Guess: `DataFrame.to_sql` writes a column of integers as INTEGER, also if it is a category.
# It declares the category TEXT, so that SQLite stores texts and orders 10 before 9.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pandas==3.1.1 <<'PYTHON'
import sqlite3
import pandas
from common import rows, expect

c = sqlite3.connect(":memory:")
frame = pandas.DataFrame({"shelf": [9, 10]})
frame.to_sql("shelves", c, index=False)
frame.astype("category").to_sql("books", c, index=False)
for table, kind in (("shelves", "INTEGER"), ("books", "TEXT")):
    expect(f"type in {table}", rows(c, f"SELECT type FROM pragma_table_info('{table}')"), [(kind,)])
expect("books in order", rows(c, "SELECT shelf FROM books ORDER BY shelf"), [("10",), ("9",)])
expect("type of the value", rows(c, "SELECT DISTINCT typeof(shelf) FROM books"), [("text",)])
PYTHON
