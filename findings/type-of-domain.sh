#!/usr/bin/env bash
# Guess: the Type message of pgoutput names the type whose number it contains.
# For a domain, it contains the number of the domain, and the name of the type below it. The name of the domain
# is nowhere in the messages.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
import struct
from common import expect

server.execute("CREATE DOMAIN positive AS int CHECK (VALUE > 0)")
server.execute("CREATE TYPE colour AS ENUM ('red')")
server.execute("CREATE TABLE t(id positive PRIMARY KEY, colour colour)")
found = {}
for message in decoded("INSERT INTO t VALUES (1, 'red')"):
    if message[:1] == b"Y":
        number = struct.unpack(">I", message[1:5])[0]
        name, = server.execute("SELECT typname FROM pg_type WHERE oid = %s", [number]).fetchone()
        found[name] = message[5:].decode().split("\0")[:2]
expect("schema and name in the message for each type", found,
       {"positive": ["", "int4"], "colour": ["public", "colour"]})
PYTHON
