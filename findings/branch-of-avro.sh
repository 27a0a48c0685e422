#!/usr/bin/env bash
# Guess: fastavro writes a value of a union with the type that holds it, or refuses it.
# It writes the first type that accepts it: an integer loses digits as a double although `long` follows, and a point
# in time loses its hours as a date although `timestamp-micros` follows. Outside a union, `long` takes 2.5 as 2.
set -euo pipefail
cd "$(dirname "$0")"
./with-python fastavro==1.13.1 <<'PYTHON'
import datetime, io
import fastavro
from common import expect


def read(type, value):
    file = io.BytesIO()
    schema = {"type": "record", "name": "r", "fields": [{"name": "value", "type": type}]}
    fastavro.writer(file, fastavro.parse_schema(schema), [{"value": value}])
    file.seek(0)
    return next(fastavro.reader(file))["value"]


date = {"type": "int", "logicalType": "date"}
timestamp = {"type": "long", "logicalType": "timestamp-micros"}
noon = datetime.datetime(2026, 7, 1, 12, tzinfo=datetime.timezone.utc)
expect("integer as null, double or long", read(["null", "double", "long"], 2**53 + 1), 2.0**53)
expect("integer as null, long or double", read(["null", "long", "double"], 2**53 + 1), 2**53 + 1)
expect("noon as date or timestamp", read([date, timestamp], noon), datetime.date(2026, 7, 1))
expect("noon as timestamp or date", read([timestamp, date], noon), noon)
expect("2.5 as long", read("long", 2.5), 2)
PYTHON
