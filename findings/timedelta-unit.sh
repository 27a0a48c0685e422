#!/usr/bin/env bash
# Guess: pandas writes a duration as the same number, of nanoseconds, whichever type holds it.
# It writes the number in the unit of the column's type, and the file does not tell which unit that is. The
# same 90 seconds are three numbers.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pandas==3.1.1 pyarrow==26.0.1 <<'PYTHON'
import datetime, sqlite3
import pandas, pyarrow
from common import rows, expect

c = sqlite3.connect(":memory:")
duration = datetime.timedelta(seconds=90)
types = ["timedelta64[ns]", "timedelta64[s]", pandas.ArrowDtype(pyarrow.duration("s"))]
columns = [pandas.Series([duration])] + [pandas.Series([duration], dtype=t) for t in types]
frame = pandas.DataFrame({str(column.dtype): column for column in columns})
frame.to_sql("t", c, index=False)
expect("types", list(frame), ["timedelta64[us]", "timedelta64[ns]", "timedelta64[s]", "duration[s][pyarrow]"])
expect("row", rows(c, "SELECT * FROM t"), [(90_000_000, 90_000_000_000, 90, 90_000_000_000)])
expect("declared types", {row[0] for row in rows(c, "SELECT type FROM pragma_table_info('t')")}, {"INTEGER"})
PYTHON
