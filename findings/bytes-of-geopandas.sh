#!/usr/bin/env bash
# Guess: GeoPandas writes bytes to a GeoPackage as BLOB, a date as DATE and a dictionary as JSON.
# It writes the text that Python shows of each: `b'x'` and `{'a': 1}`, which is no JSON, in columns of the type TEXT.
# With use_arrow=True it writes BLOB and DATE, and leaves the dictionary's keys as columns.
set -euo pipefail
cd "$(dirname "$0")"
./with-python geopandas==1.2.0 pandas==3.1.1 shapely==2.2.0 pyogrio==0.13.0 pyarrow==26.0.1 <<'PYTHON'
import datetime, sqlite3
import geopandas, shapely
from common import rows, expect

frame = geopandas.GeoDataFrame({"photo": [b"x"], "day": [datetime.date(2026, 7, 1)], "tags": [{"a": 1}]},
                               geometry=[shapely.Point(1, 2)], crs=4326)
frame.to_file("t.gpkg", layer="plain")
frame.to_file("t.gpkg", layer="arrow", use_arrow=True)
c = sqlite3.connect("t.gpkg")
columns = "SELECT name, type FROM pragma_table_info('{}') WHERE cid > 1"
expect("columns", rows(c, columns.format("plain")), [("photo", "TEXT"), ("day", "TEXT"), ("tags", "TEXT")])
expect("row", rows(c, "SELECT photo, day, tags FROM plain"), [("b'x'", "2026-07-01", "{'a': 1}")])
expect("columns with Arrow", rows(c, columns.format("arrow")),
       [("photo", "BLOB"), ("day", "DATE"), ("tags.a", "INTEGER")])
expect("row with Arrow", rows(c, "SELECT photo, day, \"tags.a\" FROM arrow"), [(b"x", "2026-07-01", 1)])
PYTHON
