#!/usr/bin/env bash
# Guess: if sqldiff prints nothing, both files have the same rows.
# It compares values as the operator IS does, with the collation of the column. So it misses another case in a
# column with COLLATE NOCASE, and another type of an equal number.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
version=3.40.1-2+deb12u2
(cd "$folder" && apt-get -o APT::Sandbox::User=root download "sqlite3-tools=$version" >/dev/null)
dpkg-deb --extract "$folder"/*.deb "$folder"
echo "-- sqlite3-tools=$version"
PATH=$folder/usr/bin:$PATH ./with-sqlite 3.40.1.0 <<'PYTHON'
import apsw, subprocess
from common import rows, expect

for name, values in (("old", "(1, 'anna', 1), (2, 'b', 2)"), ("new", "(1, 'Anna', 1.0), (2, 'c', 2)")):
    c = apsw.Connection(name)
    rows(c, "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE, size)")
    rows(c, f"INSERT INTO t VALUES {values}")
    print(name, rows(c, "SELECT id, name, size FROM t"))
found = subprocess.run(["sqldiff", "old", "new"], capture_output=True, text=True, check=True).stdout
expect("sqldiff", found.strip(), "UPDATE t SET name='c' WHERE id=2;")
PYTHON
