#!/bin/sh
# Downloads the Debian packages iso-codes and tzdata and leaves their tables in a directory, each
# under the name of its table:
#
#     download.sh DIR
#
#     countries.json     iso_3166-1.json   --root 3166-1
#     languages.json     iso_639-3.json    --root 639-3
#     currencies.json    iso_4217.json     --root 4217
#     scripts.json       iso_15924.json    --root 15924
#     subdivisions.json  iso_3166-2.json   --root 3166-2
#     zones.tsv          zone.tab          --comment '#' --columns
#                                          country_code,coordinates,name,comments
#
# Nothing is installed. Needs apt-get with its package lists (apt-get update), dpkg and the network;
# exits 69 if a package cannot be had, 64 on wrong usage, 66 if it does not hold what it should.
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
# apt-get drops its privileges to download, and would complain that it cannot write here.
chmod 755 "$scratch"
mkdir -m 777 "$scratch/packages"

fetch() {
  (cd "$scratch/packages" && apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 "$@") \
    >"$scratch/log" 2>&1
}
# A machine that has never fetched the package lists knows no package; root can fetch them.
if ! fetch download iso-codes tzdata && ! (fetch update && fetch download iso-codes tzdata); then
  tail -n 5 "$scratch/log" >&2
  echo "download.sh: the packages iso-codes and tzdata could not be downloaded;" \
    "is there a network, and are the package lists up to date?" >&2
  exit 69
fi
for package in "$scratch"/packages/*.deb; do
  dpkg -x "$package" "$scratch/root"
done

save() {
  if [ ! -f "$scratch/root/usr/share/$1" ]; then
    echo "download.sh: not in the packages: $1" >&2
    exit 66
  fi
  # Under another name until it is whole, so that a file that is there is a file that is complete.
  cp "$scratch/root/usr/share/$1" "$directory/.$2.partial"
  mv "$directory/.$2.partial" "$directory/$2"
}

save iso-codes/json/iso_3166-1.json countries.json
save iso-codes/json/iso_639-3.json languages.json
save iso-codes/json/iso_4217.json currencies.json
save iso-codes/json/iso_15924.json scripts.json
save iso-codes/json/iso_3166-2.json subdivisions.json
save zoneinfo/zone.tab zones.tsv
