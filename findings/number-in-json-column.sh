#!/usr/bin/env bash
# Guess: a value in a JSON column of SQLAlchemy is the text of the JSON, and comes back as it was.
# SQLite gives a column of the type JSON the affinity NUMERIC. A document that is one number becomes a number of
# SQLite: a large integer loses its digits and comes back as a float. Inside of an array it keeps them.
set -euo pipefail
cd "$(dirname "$0")"
./with-python SQLAlchemy==2.1.9 <<'PYTHON'
import sqlalchemy as sa
from common import expect

engine = sa.create_engine("sqlite://")
table = sa.Table("t", sa.MetaData(), sa.Column("id", sa.Integer, primary_key=True), sa.Column("document", sa.JSON))
table.create(engine)
number = 12345678901234567890
with engine.begin() as connection:
    connection.execute(table.insert(), [{"document": number}, {"document": [number]}])
    expect("stored", connection.exec_driver_sql("SELECT typeof(document), document FROM t").fetchall(),
           [("real", 1.2345678901234567e+19), ("text", "[12345678901234567890]")])
    expect("read", connection.execute(sa.select(table.c.document)).scalars().all(), [1.2345678901234567e+19, [number]])
PYTHON
