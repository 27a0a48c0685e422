#!/usr/bin/env bash
# Guess: GDAL reports as many features of a GeoPackage as its table has rows.
# GDAL keeps the count in a row that triggers change. INSERT OR REPLACE fires the trigger for the new row, and
# SQLite by default none for the replaced one. GDAL trusts the count even if it is asked to count.
set -euo pipefail
cd "$(dirname "$0")"
./with-python pyogrio==0.13.0 geopandas==1.2.0 pandas==3.1.1 <<'PYTHON'
import sqlite3
import pandas, pyogrio
from common import rows, expect

pyogrio.write_dataframe(pandas.DataFrame({"name": ["a", "b"]}), "t.gpkg", layer="t", driver="GPKG")
c = sqlite3.connect("t.gpkg", isolation_level=None)
rows(c, "INSERT OR REPLACE INTO t(fid, name) VALUES (1, 'new')")
expect("rows", rows(c, "SELECT * FROM t"), [(1, "new"), (2, "b")])
c.close()
print("GDAL", pyogrio.__gdal_version__)
expect("features", pyogrio.read_info("t.gpkg", layer="t", force_feature_count=True)["features"], 3)
PYTHON
