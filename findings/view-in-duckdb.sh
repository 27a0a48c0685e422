#!/usr/bin/env bash
# Guess: a view of a SQLite file has the same rows if DuckDB has attached the file.
# DuckDB reads the text of the view and runs it as its own. Integers are divided to fractions, LIKE tells upper
# from lower case, max() of two values is an aggregate, and other views fail. No message says so.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==1.5.5 duckdb-extension-sqlite-scanner==1.5.5 <<'PYTHON'
import pathlib, sqlite3
import duckdb, duckdb_extension_sqlite_scanner
from common import rows, expect

c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, day TEXT)")
rows(c, "INSERT INTO t VALUES (3, 'Anna', '2026-01-31'), (4, 'Berta', '2026-02-28')")
d = duckdb.connect()
extension, = pathlib.Path(duckdb_extension_sqlite_scanner.__file__).parent.rglob("*.duckdb_extension")
d.execute(f"LOAD '{extension}'")
views = {"half": "id / 2", "a": "name LIKE 'a%'", "least": "max(id, 10)", "next": "date(day, '+1 day')"}
for name, expression in views.items():
    rows(c, f"CREATE VIEW {name} AS SELECT {expression} FROM t")
d.execute("ATTACH 't.sqlite' AS s (TYPE sqlite)")
for name, sqlite, expected in (
        ("half", [(1,), (2,)], [(1.5,), (2.0,)]),
        ("a", [(1,), (0,)], [(False,), (False,)]),
        ("least", [(10,), (10,)], [([4, 3],)]),
        ("next", [("2026-02-01",), ("2026-03-01",)],
         "Parser Error: Wrong number of arguments provided to DATE function")):
    expect(views[name], rows(c, f"SELECT * FROM {name}"), sqlite)
    try:
        found = d.execute(f"SELECT * FROM s.{name}").fetchall()
    except duckdb.Error as error:
        found = str(error).split("\n")[0]
    expect("  in DuckDB", found, expected)
PYTHON
