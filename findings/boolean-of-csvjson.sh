#!/usr/bin/env bash
# Guess: csvjson writes a column of the numbers 0 and 1 as numbers.
# It writes false and true, and so do the letters n and y. One 2 in the column makes all of them numbers, and these
# are written as 0.0 and 1.0.
set -euo pipefail
cd "$(dirname "$0")"
./with-python csvkit==2.2.0 agate==1.14.2 <<'PYTHON'
import pathlib, subprocess
from common import expect

for rows, expected in (("0,n\n1,y\n", '[{"children": false, "size": false}, {"children": true, "size": true}]'),
                       ("0,n\n2,m\n", '[{"children": 0.0, "size": "n"}, {"children": 2.0, "size": "m"}]')):
    pathlib.Path("t.csv").write_text("children,size\n" + rows)
    found = subprocess.run(["python/bin/csvjson", "t.csv"], capture_output=True, text=True, check=True).stdout
    expect(repr(rows), found.strip(), expected)
PYTHON
