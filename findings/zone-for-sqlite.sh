#!/usr/bin/env bash
# Guess: SQLite's date functions read the times with a zone that Polars, PyArrow and DuckDB write to CSV files.
# They need the zone as +02:00. Polars and PyArrow write +0200, and DuckDB writes +02, and datetime() returns NULL
# for them. SQLite reads the +02:00 that Polars writes to JSON, and the zones with minutes of DuckDB.
set -euo pipefail
cd "$(dirname "$0")"
./with-python duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 apsw==3.54.1.0 <<'PYTHON'
import datetime, io, json, pathlib
import apsw, duckdb, polars, pyarrow, pyarrow.csv
from common import expect

moment = datetime.datetime(2026, 7, 1, 10, tzinfo=datetime.timezone.utc)
zone = "Europe/Berlin"
frame = polars.DataFrame({"t": [moment]}).with_columns(polars.col("t").dt.convert_time_zone(zone))
file = io.BytesIO()
pyarrow.csv.write_csv(pyarrow.table({"t": pyarrow.array([moment], pyarrow.timestamp("s", zone))}), file)
written = {"Polars": frame.write_csv(), "PyArrow": file.getvalue().decode()}
for name in (zone, "Asia/Kolkata"):
    duckdb.sql(f"SET TimeZone = '{name}'")
    duckdb.sql("COPY (SELECT TIMESTAMPTZ '2026-07-01 10:00:00+00' AS t) TO 't.csv' (HEADER)")
    written[f"DuckDB in {name}"] = pathlib.Path("t.csv").read_text()
written["Polars, JSON"] = "t\n" + json.loads(frame.write_json())[0]["t"]
c = apsw.Connection(":memory:")
found = {name: (text := csv.split("\n")[1].strip('"'), c.execute("SELECT datetime(?)", [text]).get)
         for name, csv in written.items()}
for name, expected in (("Polars", ("2026-07-01T12:00:00.000000+0200", None)),
                       ("PyArrow", ("2026-07-01 12:00:00+0200", None)),
                       ("DuckDB in Europe/Berlin", ("2026-07-01 12:00:00+02", None)),
                       ("DuckDB in Asia/Kolkata", ("2026-07-01 15:30:00+05:30", "2026-07-01 10:00:00")),
                       ("Polars, JSON", ("2026-07-01T12:00:00+02:00", "2026-07-01 10:00:00"))):
    expect(name, found[name], expected)
PYTHON
