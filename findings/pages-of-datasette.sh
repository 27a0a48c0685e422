#!/usr/bin/env bash
# Guess: whoever follows the address of the next page in Datasette's JSON reads each row once.
# The address contains the last value as a text. In a column without a type, each number is before each text, so that
# the rows after the first page are left out, as are those of a sorted column with numbers and texts. With a BLOB key,
# the address of the second page returns the first one.
set -euo pipefail
cd "$(dirname "$0")"
./with-python datasette==0.65.5 <<'PYTHON'
import asyncio, sqlite3
from datasette.app import Datasette
from common import rows, expect

c = sqlite3.connect("t.db", isolation_level=None)
numbers = "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30)"
for statement in (f"CREATE TABLE typed(id INTEGER PRIMARY KEY)", "CREATE TABLE untyped(id PRIMARY KEY)",
                  "CREATE TABLE sorted(id INTEGER PRIMARY KEY, size)", "CREATE TABLE bytes(id BLOB PRIMARY KEY)",
                  f"INSERT INTO typed {numbers} SELECT n FROM numbers",
                  f"INSERT INTO untyped {numbers} SELECT n FROM numbers",
                  f"INSERT INTO sorted {numbers} SELECT n, iif(n > 25, 'unknown', n) FROM numbers",
                  f"INSERT INTO bytes {numbers} SELECT CAST(char(64 + n) AS BLOB) FROM numbers"):
    expect(statement.split(" WITH")[0], rows(c, statement), [])


async def pages(address):
    found = []
    while address and len(found) < 4:
        page = (await Datasette(["t.db"]).client.get(address)).json()
        found.append([row["id"] for row in page["rows"]])
        address = (page["next_url"] or "").removeprefix("http://localhost")
    return found

read = {name: asyncio.run(pages(f"/t/{name}.json?_shape=objects&_size=10{more}"))
        for name, more in (("typed", ""), ("untyped", ""), ("sorted", "&_sort=size"), ("bytes", ""))}
for name, expected in (("typed", [10, 10, 10]), ("untyped", [10, 0]), ("sorted", [10, 5])):
    expect(f"rows of the pages of {name}", [len(page) for page in read[name]], expected)
expect("second page of bytes is the first", read["bytes"][0] == read["bytes"][1], True)
PYTHON
