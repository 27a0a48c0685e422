#!/usr/bin/env python3
"""Counts what is in downloaded data, without an importer and without a database.

    python3 Fixtures/count.py DIR

DIR holds what nycflights13/download.sh or iso-codes/download.sh left there, or both. Prints JSON:

    {"airlines": {"rows": 16, "distinct_keys": 16}, ...,
     "flights": {..., "references": {"tailnum": {"to": "planes", "null": ..., "dangling": ...,
                                     "distinct_dangling": ...}, ...}}}

A dangling reference is a value that is not NULL and has no row in the table it refers to. NULL is
the text NA in nycflights13, and a missing member or trailing field in the code lists. "joins"
counts like "references", for what the schema does not declare as a foreign key. Exit status: 0, or
1 if DIR holds none of the tables or one of the files cannot be read.

Uses only the standard library.
"""

import csv
import json
import sys
from pathlib import Path

FLIGHT_TABLES = {
    "airlines": ["carrier"],
    "airports": ["faa"],
    "planes": ["tailnum"],
    "weather": ["origin", "time_hour"],
    "flights": ["time_hour", "carrier", "flight"],
}
CODE_TABLES = {
    "countries": ["alpha_2"],
    "languages": ["alpha_3"],
    "currencies": ["alpha_3"],
    "scripts": ["alpha_4"],
    "subdivisions": ["code"],
}
ZONE_COLUMNS = ["country_code", "coordinates", "name", "comments"]

# (table, columns) -> (referenced table, its columns)
REFERENCES = {
    ("flights", ("carrier",)): ("airlines", ("carrier",)),
    ("flights", ("tailnum",)): ("planes", ("tailnum",)),
    ("flights", ("origin",)): ("airports", ("faa",)),
    ("flights", ("dest",)): ("airports", ("faa",)),
    ("weather", ("origin",)): ("airports", ("faa",)),
    ("zones", ("country_code",)): ("countries", ("alpha_2",)),
}
JOINS = {
    ("flights", ("origin", "time_hour")): ("weather", ("origin", "time_hour")),
    ("subdivisions", ("parent",)): ("subdivisions", ("code",)),
}


def read_flights(path):
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            yield {name: None if value == "NA" else value for name, value in row.items()}


def read_codes(path):
    with open(path, encoding="utf-8") as file:
        (rows,) = json.load(file).values()
        return rows


def read_zones(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            if not line.startswith("#"):
                yield dict(zip(ZONE_COLUMNS, line.rstrip("\n").split("\t")))


def open_table(directory, table):
    """The rows of a table, read anew at each call; None if the table is not there."""
    if table in FLIGHT_TABLES:
        path, read = directory / f"{table}.csv", read_flights
    elif table in CODE_TABLES:
        path, read = directory / f"{table}.json", read_codes
    else:
        path, read = directory / f"{table}.tsv", read_zones
    return read(path) if path.exists() else None


def values(row, columns):
    found = tuple(row.get(column) for column in columns)
    return None if None in found else found


def count_references(directory, table, columns, target, target_columns):
    known = {values(row, target_columns) for row in open_table(directory, target) or []}
    null, dangling, distinct = 0, 0, set()
    for row in open_table(directory, table):
        value = values(row, columns)
        if value is None:
            null += 1
        elif value not in known:
            dangling += 1
            distinct.add(value)
    return {
        "to": target,
        "null": null,
        "dangling": dangling,
        "distinct_dangling": len(distinct),
    }


def count(directory, table, key):
    rows, keys, nulls = 0, set(), {}
    for row in open_table(directory, table):
        rows += 1
        keys.add(values(row, key))
        for name, value in row.items():
            if value is None:
                nulls[name] = nulls.get(name, 0) + 1
    result = {"rows": rows, "distinct_keys": len(keys)}
    if nulls:
        result["nulls"] = nulls
    for title, relations in (("references", REFERENCES), ("joins", JOINS)):
        counted = {
            ",".join(columns): count_references(directory, table, columns, *target)
            for (source, columns), target in relations.items()
            if source == table
        }
        if counted:
            result[title] = counted
    return result


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print("usage: count.py DIR", file=sys.stderr)
        return 64
    directory = Path(sys.argv[1])
    keys = {**FLIGHT_TABLES, **CODE_TABLES, "zones": ["name"]}
    try:
        result = {
            table: count(directory, table, key)
            for table, key in keys.items()
            if open_table(directory, table) is not None
        }
    except (OSError, ValueError, LookupError, csv.Error) as error:
        print(f"count: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    if not result:
        print(f"count: {directory} holds no table", file=sys.stderr)
        return 1
    print(json.dumps(result, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
