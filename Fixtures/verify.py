#!/usr/bin/env python3
"""Checks that every form of a sample domain describes the same rows.

    python3 Fixtures/verify.py                    the files beside this script
    python3 Fixtures/verify.py --directory DIR    what the generator wrote into DIR

Each form (csv, nested, lines) is loaded into a database of its own, which is built from Migrations/
with foreign keys on, and the tables are compared row for row. Prints the rows per table as JSON.

Beside this script all domains in all forms must be there; in a directory of generated data, those
that are there are compared. Exit status: 0 the same, 1 different or not loadable, 2 wrong usage.

The loader is small and knows nothing but the schema, so it can stand as a second opinion on the
importer. Its rules:
  * an empty CSV field is NULL where the column may be NULL, and an empty text where it may not;
  * an object `author` is a row of the table that the foreign key `author_id` references;
  * an array is rows of the child table of that name, or, if a join table stands between, rows of
    the table of that name and one link each, with the index from 0 as `position`;
  * a row that is there already is merged: members that are absent or null change nothing. Members
    that contradict it are a failure here, as these files must not depend on which one wins.

Needs Python 3.9 and SQLite 3.37 (for STRICT), and only the standard library.
"""

import argparse
import csv
import itertools
import json
import sqlite3
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOMAINS = {
    "social": ["users", "posts", "comments"],
    "library": ["authors", "books", "tags", "book_tags"],
}
ROOTS = {"social": "posts", "library": "books"}
FORMS = ["csv", "nested", "lines"]


class Failure(Exception):
    pass


class Database:
    def __init__(self, migrations):
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.execute("PRAGMA foreign_keys = ON")
        for migration in sorted(migrations.glob("[0-9]*.sql")):
            self.connection.executescript(migration.read_text(encoding="utf-8"))
        self.connection.execute("BEGIN")
        names = self.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        self.tables = {name: Table(self.connection, name) for (name,) in names.fetchall()}

    def load(self, form, domain, directory):
        if form == "csv":
            for table in DOMAINS[domain]:
                self.load_csv(self.tables[table], directory / f"{table}.csv")
        elif form == "nested":
            with open(directory / f"{ROOTS[domain]}.json", encoding="utf-8") as file:
                for row in json.load(file):
                    self.store(self.tables[ROOTS[domain]], row)
        else:
            with open(directory / f"{ROOTS[domain]}.jsonl", encoding="utf-8", newline="\n") as file:
                for line in file:
                    self.store(self.tables[ROOTS[domain]], json.loads(line))
        self.connection.execute("COMMIT")
        for check, sound in (("foreign_key_check", []), ("integrity_check", [("ok",)])):
            found = self.connection.execute(f"PRAGMA {check}").fetchall()
            if found != sound:
                raise Failure(f"{check}: {found[:5]}")

    def load_csv(self, table, path):
        with open(path, encoding="utf-8", newline="") as file:
            reader = csv.reader(file, strict=True)
            header = next(reader)
            for fields in reader:
                if len(fields) != len(header):
                    raise Failure(f"{path.name}:{reader.line_num}: {len(fields)} fields")
                values = {}
                for name, field in zip(header, fields):
                    column = table.columns.get(name)
                    if column is None:
                        raise Failure(f"{path.name}: unknown column {name}")
                    kind, nullable = column
                    if field == "" and nullable:
                        values[name] = None
                    else:
                        values[name] = int(field) if kind == "INTEGER" else field
                placeholders = ", ".join("?" * len(values))
                self.connection.execute(
                    f"INSERT INTO {table.name} ({', '.join(values)}) VALUES ({placeholders})",
                    list(values.values()),
                )

    def store(self, table, members, extra=()):
        """Stores an object with all it holds, what it references first; returns its key."""
        values = dict(extra)
        arrays = []
        for name, member in members.items():
            if isinstance(member, dict):
                column = f"{name}_id"
                values[column] = self.store(self.tables[table.references[column]], member)
            elif isinstance(member, list):
                arrays.append((self.tables[name], member))
            elif name not in table.columns:
                raise Failure(f"{table.name}: unknown member {name}")
            elif member is not None:
                values[name] = member
        self.merge(table, values)
        key = values[table.key[0]]
        for child, elements in arrays:
            back = child.column_referencing(table)
            for index, element in enumerate(elements):
                if back:
                    self.store(child, element, [(back, key)])
                else:
                    self.link(table, key, child, self.store(child, element), index)
        return key

    def link(self, one, one_key, other, other_key, index):
        for table in self.tables.values():
            near, far = table.column_referencing(one), table.column_referencing(other)
            if near and far:
                self.merge(table, {near: one_key, far: other_key, "position": index})
                return
        raise Failure(f"nothing joins {one.name} and {other.name}")

    def merge(self, table, values):
        where = " AND ".join(f"{name} = :{name}" for name in table.key)
        names, places = ", ".join(values), ", ".join(f":{name}" for name in values)
        found = self.connection.execute(f"SELECT {names} FROM {table.name} WHERE {where}", values)
        row = found.fetchone()
        if row is None:
            self.connection.execute(f"INSERT INTO {table.name} ({names}) VALUES ({places})", values)
            return
        for (name, value), present in zip(values.items(), row):
            if present is None:
                self.connection.execute(
                    f"UPDATE {table.name} SET {name} = :{name} WHERE {where}", values
                )
            elif present != value:
                key = [values[name] for name in table.key]
                raise Failure(f"{table.name} {key}: {name} is {present!r}, then {value!r}")

    def rows(self, table):
        order = ", ".join(self.tables[table].key)
        return self.connection.execute(f"SELECT * FROM {table} ORDER BY {order}")

    def count(self, table):
        return self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


class Table:
    def __init__(self, connection, name):
        self.name = name
        info = connection.execute(f"PRAGMA table_info({name})").fetchall()
        self.columns = {row[1]: (row[2], not row[3]) for row in info}
        self.key = [row[1] for row in sorted(info, key=lambda row: row[5]) if row[5]]
        foreign = connection.execute(f"PRAGMA foreign_key_list({name})").fetchall()
        self.references = {row[3]: row[2] for row in foreign}

    def column_referencing(self, other):
        return next((c for c, table in self.references.items() if table == other.name), None)


def compare(domain, one_form, one, other_form, other):
    for table in DOMAINS[domain]:
        for left, right in itertools.zip_longest(one.rows(table), other.rows(table)):
            if left != right:
                raise Failure(f"{domain}/{table}: {one_form} {left!r}, {other_form} {right!r}")


def verify(directory, migrations, all_required):
    counts = {}
    for domain, tables in DOMAINS.items():
        reference = None
        for form in FORMS:
            place = directory / domain / form
            if not place.is_dir():
                if all_required:
                    raise Failure(f"{place} is missing")
                continue
            database = Database(migrations)
            try:
                database.load(form, domain, place)
            except (OSError, ValueError, LookupError, csv.Error, sqlite3.Error) as error:
                raise Failure(f"{place}: {type(error).__name__}: {error}") from error
            except Failure as failure:
                raise Failure(f"{place}: {failure}") from failure
            if reference is None:
                reference = (form, database)
                counts[domain] = {"forms": [], "rows": {t: database.count(t) for t in tables}}
            else:
                compare(domain, *reference, form, database)
            counts[domain]["forms"].append(form)
    if not counts:
        raise Failure(f"{directory} holds no domain")
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--directory", type=Path, help="generated data to check")
    parser.add_argument("--migrations", type=Path, default=HERE.parent / "Migrations")
    arguments = parser.parse_args()
    try:
        counts = verify(
            arguments.directory or HERE, arguments.migrations, arguments.directory is None
        )
    except Failure as failure:
        print(f"verify: {failure}", file=sys.stderr)
        return 1
    print(json.dumps(counts, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
