#!/usr/bin/env bash
# Guess: a DecimalField of Django with 20 digits reads from a SQLite file the number that the file has.
# SQLite stores a number with 17 digits, of which Django reads 15. The number that a program has saved, that of the
# file and the one that it reads are three numbers.
set -euo pipefail
cd "$(dirname "$0")"
./with-python Django==5.2.19 <<'PYTHON'
import decimal, sqlite3
from django.conf import settings
from common import rows, expect

settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "t.sqlite"}})
import django
django.setup()
from django.db import connection, models


class Account(models.Model):
    balance = models.DecimalField(max_digits=20, decimal_places=2)

    class Meta:
        app_label, db_table = "bank", "account"


with connection.schema_editor() as editor:
    editor.create_model(Account)
Account.objects.create(balance=decimal.Decimal("123456789012345678.10"))
c = sqlite3.connect("t.sqlite")
expect("type", rows(c, "SELECT type FROM pragma_table_info('account') WHERE name = 'balance'"), [("decimal",)])
expect("in the file", rows(c, "SELECT balance FROM account"), [(123456789012345680,)])
expect("in Django", str(Account.objects.get().balance), "123456789012346000.00")
PYTHON
