"""Reads the expected rows with Python's CSV and JSON readers, and compares a file with them."""

import csv
import hashlib
import json
import sqlite3

# The key of each table, by which the rows are sorted. Python and SQLite sort it by bytes.
CSV_TABLES = {"items": "id"}
JSON_TABLES = {"authors": "id", "tags": "id", "posts": "id", "post_tags": "post_id, tag_id"}


class Difference(Exception):
    pass


def digest(rows):
    total = hashlib.sha256()
    count = 0
    for row in rows:
        total.update(repr(row).encode())
        count += 1
    return count, total.hexdigest()


def expected_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.reader(file)
        next(reader)
        rows = [(r[0], r[1], r[2], int(r[3]), int(r[4]), float(r[5])) for r in reader]
    return {"items": digest(sorted(rows))}


def expected_json(path):
    authors, tags, posts, links = {}, {}, {}, {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            post = json.loads(line)
            author = post["author"]
            authors[author["id"]] = (author["id"], author["name"], author["country"])
            posts[post["id"]] = (
                post["id"], post["title"], post["year"], post["score"], author["id"]
            )
            for position, tag in enumerate(post["tags"]):
                tags[tag["id"]] = (tag["id"], tag["label"])
                links[post["id"], tag["id"]] = (post["id"], tag["id"], position)
    tables = {"authors": authors, "tags": tags, "posts": posts, "post_tags": links}
    return {name: digest(sorted(table.values())) for name, table in tables.items()}


def require(database, tables, expected):
    """Raises Difference unless every value of every row has its expected value."""
    connection = sqlite3.connect(database)
    try:
        for table, key in tables.items():
            found = digest(connection.execute(f"SELECT * FROM {table} ORDER BY {key}"))
            if found != expected[table]:
                raise Difference(f"{database}: {table} has {found}, not {expected[table]}")
        problem = connection.execute("PRAGMA quick_check").fetchone()[0]
        if problem != "ok":
            raise Difference(f"{database}: {problem}")
    finally:
        connection.close()


def require_count(database, table, expected):
    connection = sqlite3.connect(database)
    count = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    if count != expected:
        raise Difference(f"{database}: {table} has {count} rows, not {expected}")
