#!/usr/bin/env python3
"""Compares the data of download.sh with what `stategraph export` has written.

    compare.py countries DIR/countries EXPORTED.json     a nested export of the table countries
    compare.py samples DIR/samples EXPORTED_FOLDER       a JSON Lines file for each table

The values of each record must be equal under names that are equal without case, underscores and the
table's name. Prints the number of compared values. Exit status: 0 equal, 1 different, 2 wrong usage.
"""

import collections
import csv
import json
import pathlib
import re
import sys


def scalars(value):
    """All values in the order of the text, without those that the import has made."""
    if isinstance(value, dict):
        members = [member for name, member in value.items() if name != "position"]
        return [scalar for member in members for scalar in scalars(member)]
    if isinstance(value, list):
        return [scalar for element in value for scalar in scalars(element)]
    return [] if value is None else [value]


def members(record):
    found = collections.defaultdict(list)
    for name, value in record.items():
        if name == "content_key":
            continue
        if name.endswith("_json") and isinstance(value, str):
            name, value = name.removesuffix("_json"), json.loads(value)
        name = re.sub(r"[^a-z]", "", name.lower().removeprefix("country_"))
        found[name] += scalars(value)
    return json.dumps({name: values for name, values in found.items() if values}, sort_keys=True)


def whole(value):
    """Numbers with their value alone, because a column of real numbers stores 5 as 5.0."""
    return json.loads(value, parse_int=float)


def countries(folder, exported):
    given = [json.loads(path.read_text(), parse_int=float) for path in folder.glob("*.json")]
    written = json.loads(exported.read_text(), parse_int=float)
    for record in written:
        for name, value in record.items():
            if name.endswith("_json") and isinstance(value, str):
                record[name] = json.dumps(whole(value))
    given, written = (collections.Counter(map(members, records)) for records in (given, written))
    return given, written


def cell(value):
    """A value of a table. In CSV, a number is a text."""
    if value in (None, ""):
        return None
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    try:
        return float(value)
    except ValueError:
        return value


def row(table, record):
    cells = {re.sub(r"[^a-z0-9]", "", name.lower()): cell(value) for name, value in record.items()
             if name != "content_key"}
    return json.dumps([table, {name: value for name, value in cells.items() if value is not None}],
                      sort_keys=True)


def samples(folder, exported):
    given, written = collections.Counter(), collections.Counter()
    for path in folder.iterdir():
        with open(path, newline="", encoding="utf-8-sig") as file:
            records = csv.DictReader(file) if path.suffix == ".csv" else json.load(file)
            given.update(row(path.stem, record) for record in records)
    for path in exported.glob("*.jsonl"):
        written.update(row(path.stem, json.loads(line)) for line in path.open())
    return given, written


def main():
    if len(sys.argv) != 4 or sys.argv[1] not in ("countries", "samples"):
        print(__doc__, file=sys.stderr)
        return 2
    compare = countries if sys.argv[1] == "countries" else samples
    given, written = compare(*map(pathlib.Path, sys.argv[2:]))
    for sign, rest in (("-", given - written), ("+", written - given)):
        for record in list(rest)[:5]:
            print(sign, record[:2000], file=sys.stderr)
    print(sum(given.values()), "records")
    return 0 if given and given == written else 1


sys.exit(main())
