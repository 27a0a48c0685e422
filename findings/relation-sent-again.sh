#!/usr/bin/env bash
# Guess: pgoutput describes a table once, and again only after its columns or its replica identity have changed.
# It sends the same Relation message again after ANALYZE, VACUUM, CREATE INDEX and GRANT.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id int PRIMARY KEY, name text)")
between = ["COMMENT ON TABLE t IS 'x'", "ANALYZE t", "VACUUM t", "CREATE INDEX ON t(name)",
           "GRANT SELECT ON t TO PUBLIC"]
statements = ["INSERT INTO t VALUES (0, 'a')"]
for number, statement in enumerate(between, 1):
    statements += [statement, f"INSERT INTO t VALUES ({number}, 'a')"]
messages = decoded(*statements)
transactions = b"".join(message[:1] for message in messages).decode().split("C")[:-1]
expect("messages of each INSERT", transactions, ["BRI", "BI", "BRI", "BRI", "BRI", "BRI"])
expect("different descriptions", len({message for message in messages if message[:1] == b"R"}), 1)
PYTHON
