"""Writes the inputs of the importer's benchmark. Equal seeds and row counts give equal bytes."""

import csv
import itertools
import json
import os
import random

SEED = 42
AUTHORS = 20_000
WORDS = (
    "amber basil cedar delta ember fjord grove haven indigo juniper kelp lotus maple north opal "
    "pine quartz river stone thyme umber valley willow xenon yarrow zephyr"
).split()
COUNTRIES = ["AT", "BR", "CH", "DE", "FR", "IN", "JP", "NG", "SE", "US"]

CSV_FILES = 180


def csv_schema(table):
    return f"""
CREATE TABLE {table} (
  id TEXT NOT NULL PRIMARY KEY, name TEXT, note TEXT, stock INTEGER, year INTEGER, price REAL);
"""


CSV_SCHEMA = csv_schema("items")

JSON_SCHEMA = """
CREATE TABLE authors (id TEXT NOT NULL PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE tags (id TEXT NOT NULL PRIMARY KEY, label TEXT);
CREATE TABLE posts (
  id TEXT NOT NULL PRIMARY KEY, title TEXT, year INTEGER, score REAL,
  author_id TEXT REFERENCES authors (id));
CREATE TABLE post_tags (
  post_id TEXT NOT NULL REFERENCES posts (id), tag_id TEXT NOT NULL REFERENCES tags (id),
  position INTEGER, PRIMARY KEY (post_id, tag_id)) WITHOUT ROWID;
"""


def words(source, count):
    return " ".join(source.choices(WORDS, k=count))


def write_once(path, write):
    """Writes a file if it is missing. The file gets its name last, so it is never incomplete."""
    if os.path.exists(path):
        return
    with open(path + ".part", "w", newline="", encoding="utf-8") as file:
        write(file)
    os.replace(path + ".part", path)


def csv_rows(count, shuffled=False):
    """Yields the rows. Of 50 rows, one has quotes, one a comma, and one a newline in a field."""
    source = random.Random(SEED)
    numbers = list(range(count))
    if shuffled:
        random.Random(SEED + 1).shuffle(numbers)
    for row, number in enumerate(numbers):
        name, note = words(source, 3), words(source, 4)
        if row % 50 == 7:
            name = name.replace(" ", ' "fine" ', 1)
        elif row % 50 == 19:
            note = note.replace(" ", ", ", 1)
        elif row % 50 == 31:
            note = note.replace(" ", "\n", 1)
        stock, year = source.randrange(100_000), source.randrange(1950, 2027)
        yield f"id{number:09d}", name, note, stock, year, source.randrange(10_000_000) / 100


def write_csv(path, count, shuffled=False):
    write_once(path, lambda file: write_rows(file, csv_rows(count, shuffled)))


def write_rows(file, rows):
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["id", "name", "note", "stock", "year", "price"])
    writer.writerows(rows)


def write_csv_files(folder, count):
    """Writes the same rows into files of nearly equal length. Returns the names of the tables."""
    os.makedirs(folder, exist_ok=True)
    names = [f"part{number:03d}" for number in range(CSV_FILES)]
    rows = csv_rows(count)
    for number, name in enumerate(names):
        own = (number + 1) * count // CSV_FILES - number * count // CSV_FILES
        part = list(itertools.islice(rows, own))
        write_once(os.path.join(folder, name + ".csv"), lambda file: write_rows(file, part))
    return names


def documents(count):
    """Yields posts, each with the complete objects of its author and of two tags."""
    source = random.Random(SEED)
    authors = []
    for number in range(AUTHORS):
        name = words(source, 2).title()
        country = source.choice(COUNTRIES)
        authors.append({"id": f"a{number:06d}", "name": name, "country": country})
    tags = [{"id": f"tag-{number:02d}", "label": word} for number, word in enumerate(WORDS)]
    for number in range(count):
        yield {
            "id": f"post-{number:07d}",
            "title": words(source, 4),
            "year": source.randrange(1950, 2027),
            "score": source.randrange(10_000) / 100,
            "author": source.choice(authors),
            "tags": source.sample(tags, 2),
        }


def write_json_lines(path, count):
    def write(file):
        encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        file.writelines(encode(document) + "\n" for document in documents(count))

    write_once(path, write)
