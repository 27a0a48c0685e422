#!/usr/bin/env bash
# Guess: a receiver that applies the messages of a transaction one after another, with the same constraints that
# PostgreSQL checks at the end of each statement, never violates one.
# The parent's DELETE comes before those of its children. An UPDATE that swaps unique values gives two rows the same
# value between its messages. SQLite cannot defer a UNIQUE constraint, and in it, the first message of both fails.
set -euo pipefail
cd "$(dirname "$0")"
./with-postgresql <<'PYTHON'
import sqlite3
from common import rows, expect

tables = ["CREATE TABLE parent(id int PRIMARY KEY)",
          "CREATE TABLE child(id int PRIMARY KEY, parent int REFERENCES parent{})",
          "CREATE TABLE song(id int PRIMARY KEY, place int UNIQUE{})"]
fills = ["INSERT INTO parent VALUES (7)", "INSERT INTO child VALUES (1, 7)", "INSERT INTO song VALUES (1, 1), (2, 2)"]
for statement, rule in zip(tables, ("", " ON DELETE CASCADE", " DEFERRABLE INITIALLY IMMEDIATE")):
    server.execute(statement.format(rule))
for statement in fills:
    server.execute(statement)
messages = [message for message in decoded("DELETE FROM parent", "UPDATE song SET place = 3 - place")
            if message[:1] in b"UD"]
expect("messages", [message[:1] + message[5:] for message in messages], [
    b"DK\0\1" + text("7"), b"DK\0\2" + text("1") + b"n",
    b"UN\0\2" + text("1") + text("2"), b"UN\0\2" + text("2") + text("1")])
c = sqlite3.connect(":memory:", isolation_level=None)
for statement in ["PRAGMA foreign_keys = ON", *(table.format("") for table in tables), *fills]:
    expect(statement, rows(c, statement), [])
expect("first message in SQLite", rows(c, "DELETE FROM parent WHERE id = 7"), "FOREIGN KEY constraint failed")
expect("third message in SQLite", rows(c, "UPDATE song SET id = 1, place = 2 WHERE id = 1"),
       "UNIQUE constraint failed: song.place")
PYTHON
