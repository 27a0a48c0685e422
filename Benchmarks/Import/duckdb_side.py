"""Fills a SQLite file with DuckDB. Usage: duckdb_side.py DATABASE INPUT STATEMENTS."""

import glob
import os
import sys

import duckdb
import duckdb_extension_sqlite_scanner

database, path, statements = sys.argv[1:]
folder = os.path.dirname(duckdb_extension_sqlite_scanner.__file__)
extension = glob.glob(os.path.join(folder, "extensions", "*", "*.duckdb_extension"))[0]
connection = duckdb.connect(config={"threads": 1})
connection.execute(f"LOAD '{extension}'")
connection.execute(f"ATTACH '{database}' AS target (TYPE sqlite)")
connection.execute("BEGIN")
for statement in statements.format(path=path).split(";"):
    connection.execute(statement)
connection.execute("COMMIT")
