#!/usr/bin/env bash
# Guess: pgoutput writes values in a form that depends on the server's data only, and with all their digits.
# It writes them with the settings of the connection that reads the slot, and so with those of ALTER DATABASE. A
# double can lose digits, a day and a month change places, and bytes and durations have another form.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
from common import expect

server.execute("CREATE TABLE t(id float8 PRIMARY KEY, at timestamptz, photo bytea, length interval)")
for setting in ("extra_float_digits = 0", "datestyle = 'SQL, DMY'", "timezone = 'Asia/Kolkata'",
                "bytea_output = 'escape'", "intervalstyle = 'iso_8601'"):
    server.execute(f"ALTER DATABASE postgres SET {setting}")
insert = "INSERT INTO t VALUES (0.1::float8 + 0.2, '2026-07-01 12:00Z', '\\x4100', '1 day 2 hours')"
before = decoded(insert)[-2][5:]
expect("with the default settings", before, b"N\0\4" + text("0.30000000000000004") + text("2026-07-01 12:00:00+00")
       + text("\\x4100") + text("1 day 02:00:00"))
server.execute("DELETE FROM t")
server.execute(insert)
with psycopg.connect(host=socket, user="postgres") as reader:
    message = reader.execute("""SELECT data FROM pg_logical_slot_get_binary_changes(
      's', NULL, NULL, 'proto_version', '4', 'publication_names', 'p') WHERE get_byte(data, 0) = 73""").fetchone()[0]
expect("with those of the database", bytes(message)[5:], b"N\0\4" + text("0.3") + text("01/07/2026 17:30:00 IST")
       + text("A\\000") + text("P1DT2H"))
PYTHON
