#!/usr/bin/env bash
# Guess: an index on expressions of SQLite's own deterministic functions is sound for every version of SQLite.
# The text of a REAL value and the result of round() differ between versions. A newer version reports the index
# of a sound file as damaged, and finds no row with it.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export FILE=$folder/prices.sqlite
./with-sqlite 3.40.1.0 <<'PYTHON'
import apsw, os
from common import rows, expect
c = apsw.Connection(os.environ["FILE"])
rows(c, "CREATE TABLE t(x REAL)")
rows(c, "CREATE INDEX by_text ON t(CAST(x AS TEXT))")
rows(c, "CREATE INDEX by_cents ON t(round(x, 2))")
rows(c, "INSERT INTO t VALUES (0.1 + 0.2), (1.005)")
expect("indexed", rows(c, "SELECT CAST(x AS TEXT), round(x, 2) FROM t"), [("0.3", 0.3), ("1.005", 1.01)])
expect("integrity_check", rows(c, "PRAGMA integrity_check"), [("ok",)])
PYTHON
./with-sqlite 3.45.3.0 <<'PYTHON'
import apsw, os
from common import rows, expect
c = apsw.Connection(os.environ["FILE"])
expect("integrity_check", rows(c, "PRAGMA integrity_check"), [("row 2 missing from index by_cents",)])
expect("with index", rows(c, "SELECT x FROM t WHERE round(x, 2) = 1.0"), [])
expect("without index", rows(c, "SELECT x FROM t NOT INDEXED WHERE round(x, 2) = 1.0"), [(1.005,)])
PYTHON
./with-sqlite 3.54.1.0 <<'PYTHON'
import apsw, os
from common import rows, expect
c = apsw.Connection(os.environ["FILE"])
expect("integrity_check", rows(c, "PRAGMA integrity_check"), [
    ("row 1 missing from index by_text",), ("row 2 missing from index by_cents",)])
sql = "SELECT x FROM t {} WHERE CAST(x AS TEXT) = '0.30000000000000004'"
expect("with index", rows(c, sql.format("")), [])
expect("without index", rows(c, sql.format("NOT INDEXED")), [(0.1 + 0.2,)])
PYTHON
