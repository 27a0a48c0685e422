#!/bin/sh
# Downloads two Python packages and leaves their data in two folders of a directory:
#
#     download.sh DIR
#
#     countries/   the package countryinfo: a nested JSON object for each country
#     samples/     the package vega_datasets: small CSV and JSON tables without keys
#
# Nothing is installed. Needs Python 3 with pip, and the network; exits 69 if a package cannot be
# had, 64 on wrong usage, 66 if a package does not hold what it should.
set -eu

if [ $# -ne 1 ] || [ -z "$1" ]; then
  echo "usage: download.sh DIR" >&2
  exit 64
fi
mkdir -p -- "$1"
directory=$(cd -- "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps \
  --only-binary :all: --retries 1 --timeout 20 --dest "$scratch" \
  "countryinfo==1.0.1" "vega_datasets==0.9.0" >"$scratch/log" 2>&1; then
  tail -n 5 "$scratch/log" >&2
  echo "download.sh: the packages could not be downloaded; is there a network?" >&2
  exit 69
fi

python3 - "$scratch" "$directory" <<'PYTHON'
import pathlib
import sys
import zipfile

scratch, directory = map(pathlib.Path, sys.argv[1:])
for package, inside, folder in (("countryinfo", "countryinfo/data/", "countries"),
                                ("vega_datasets", "vega_datasets/_data/", "samples")):
    target = directory / folder
    target.mkdir(exist_ok=True)
    count = 0
    for path in scratch.glob(f"{package}-*.whl"):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.startswith(inside) and name.endswith((".json", ".csv")):
                    (target / pathlib.PurePosixPath(name).name).write_bytes(archive.read(name))
                    count += 1
    if count < 10:
        print(f"download.sh: the data is not in the package {package}", file=sys.stderr)
        sys.exit(66)
PYTHON
