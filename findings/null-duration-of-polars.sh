#!/usr/bin/env bash
# Guess: `DataFrame.write_database` of Polars writes a missing duration as NULL, and refuses a list, as SQLite has none.
# It writes the smallest integer instead of NULL, which SQLite counts and sums. It writes a list as the bytes of its
# memory, in a column of the type TEXT.
set -euo pipefail
cd "$(dirname "$0")"
./with-python polars==2.1.0 SQLAlchemy==2.1.9 pandas==3.1.1 pyarrow==26.0.1 <<'PYTHON'
import datetime, sqlite3
import polars
from common import rows, expect

frame = polars.DataFrame({"duration": [datetime.timedelta(seconds=90), None],
                          "day": [datetime.date(2026, 7, 1), None], "sizes": [[1, 258], None]})
frame.write_database("t", "sqlite:///t.sqlite")
c = sqlite3.connect("t.sqlite")
expect("types", rows(c, "SELECT name, type FROM pragma_table_info('t')"),
       [("duration", "BIGINT"), ("day", "DATE"), ("sizes", "TEXT")])
expect("durations", rows(c, "SELECT duration FROM t"), [(90_000_000_000,), (-2 ** 63,)])
expect("days", rows(c, "SELECT day FROM t"), [("2026-07-01",), (None,)])
expect("lists", rows(c, "SELECT sizes FROM t"), [(bytes([1, *[0] * 7, 2, 1, *[0] * 6]),), (None,)])
PYTHON
