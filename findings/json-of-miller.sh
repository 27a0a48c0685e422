#!/usr/bin/env bash
# Guess: `mlr --icsv --ojson cat` writes JSON, with the identifiers of the CSV file as texts or as JSON's numbers.
# It writes what it takes for a number as it is: `0x1f`, `0b11`, `0o17`, `.5` and `7.` are no JSON. Python's
# json refuses each. 007 is written as a text.
set -euo pipefail
cd "$(dirname "$0")"
./with-debian miller=6.6.0-2+b3 <<'PYTHON'
import json
from common import expect


def refused(text):
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return True
    return False


for value in ("0x1f", "0b11", "0o17", ".5", "7."):
    written = run("mlr", "--icsv", "--ojson", "cat", text=f"id\n{value}\n")
    expect(f"JSON of {value}", "".join(written.split()), '[{"id":' + value + "}]")
    expect("Python refuses it", refused(written), True)
expect("JSON of 007", "".join(run("mlr", "--icsv", "--ojson", "cat", text="id\n007\n").split()), '[{"id":"007"}]')
PYTHON
