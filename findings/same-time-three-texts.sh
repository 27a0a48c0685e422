#!/usr/bin/env bash
# Guess: pandas writes a point in time as the same text, whichever connection it has.
# It writes three texts. One keeps the zone, one drops it and keeps the local time, and one drops it and writes
# the time in UTC. In the file, they are two hours apart. Times without a zone differ in form only.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pandas==3.1.1 SQLAlchemy==2.1.9 adbc-driver-sqlite==1.13.0 adbc-driver-manager==1.13.0 \
  pyarrow==26.0.1 <<'PYTHON'
import sqlite3
import adbc_driver_sqlite.dbapi, pandas, sqlalchemy
from common import rows, expect

frame = pandas.DataFrame({"zoned": [pandas.Timestamp("2026-07-01 12:00:00+02:00")],
                          "plain": [pandas.Timestamp("2026-07-01 12:00:00")]})
c = sqlite3.connect("t.sqlite", isolation_level=None)
frame.to_sql("with_sqlite3", c, index=False)
frame.to_sql("with_sqlalchemy", sqlalchemy.create_engine("sqlite:///t.sqlite"), index=False)
with adbc_driver_sqlite.dbapi.connect("file:t.sqlite") as adbc:
    frame.to_sql("with_adbc", adbc, index=False)
    adbc.commit()
for name, expected in (("with_sqlite3", ("2026-07-01 12:00:00+02:00", "2026-07-01 12:00:00")),
                       ("with_sqlalchemy", ("2026-07-01 12:00:00.000000", "2026-07-01 12:00:00.000000")),
                       ("with_adbc", ("2026-07-01T10:00:00.000000", "2026-07-01T12:00:00.000000"))):
    expect(name, rows(c, f"SELECT * FROM {name}"), [expected])
PYTHON
