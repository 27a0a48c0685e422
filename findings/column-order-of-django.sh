#!/usr/bin/env bash
# Guess: a migration of Django that changes one field leaves the other columns, and what other programs have added.
# The changed column becomes the last one, so that an INSERT without names of columns writes other columns. Triggers
# and indexes that are not of Django are dropped. If a view reads the table, the migration fails.
set -euo pipefail
cd "$(dirname "$0")"
./with-python Django==5.2.19 <<'PYTHON'
import sqlite3
from django.conf import settings
from common import rows, expect

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "t.sqlite"}})
import django
django.setup()
from django.db import connection, models


class Book(models.Model):
    pages = models.IntegerField()
    copies = models.IntegerField()

    class Meta:
        app_label, db_table = "shop", "book"


def change(name):
    old, new = Book._meta.get_field(name), models.IntegerField(null=True)
    new.set_attributes_from_name(name)
    new.model = Book
    with connection.schema_editor() as editor:
        editor.alter_field(Book, old, new)


with connection.schema_editor() as editor:
    editor.create_model(Book)
c = sqlite3.connect("t.sqlite", isolation_level=None)
rows(c, "CREATE UNIQUE INDEX long_ones ON book(pages) WHERE pages > 1000")
rows(c, "CREATE TRIGGER no_delete BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END")
insert = "INSERT INTO book VALUES (NULL, 100, 3) RETURNING pages, copies"
expect("INSERT before", rows(c, insert), [(100, 3)])
change("pages")
expect("the same INSERT", rows(c, insert), [(3, 100)])
expect("what is left", rows(c, "SELECT name FROM sqlite_schema WHERE type IN ('index', 'trigger')"), [])
rows(c, "CREATE VIEW titles AS SELECT pages FROM book")
try:
    change("copies")
except django.db.utils.OperationalError as error:
    expect("with a view", str(error), "error in view titles: no such table: main.book")
PYTHON
