#!/usr/bin/env bash
# Guess: PDO binds the values of `execute([…])` with their types, and no digit is lost.
# It binds each as a text: false becomes the empty text, also in an INTEGER column, and a double loses digits. An
# expression without a column, as in HAVING, compares a number with a text, and finds nothing. PHP's SQLite3 class
# binds 5 and false as integers, and a double with all its digits.
set -euo pipefail
cd "$(dirname "$0")"
version=8.2.36-1~deb12u1
./with-debian php8.2-{cli,common,sqlite3}=$version libargon2-1=0~20171227-0.3+deb12u1 \
  libsodium23=1.0.18-1+deb12u1 <<'PYTHON'
import json, pathlib
from common import expect

pathlib.Path("t.php").write_text("""<?php
$values = [5, false, 0.1 + 0.2];
$table = "CREATE TABLE t(any, number INTEGER)";
$quoted = "SELECT quote(any), quote(number) FROM t";
$c = new PDO("sqlite::memory:");
$c->exec($table);
foreach ($values as $value) $c->prepare("INSERT INTO t VALUES (?1, ?1)")->execute([$value]);
$found["PDO"] = $c->query($quoted)->fetchAll(PDO::FETCH_NUM);
$having = $c->prepare("SELECT count(*) FROM t HAVING count(*) > ?");
$having->execute([2]);
$found["having"] = $having->fetchAll(PDO::FETCH_NUM);
$c = new SQLite3(":memory:");
$c->exec($table);
$insert = $c->prepare("INSERT INTO t VALUES (?1, ?1)");
foreach ($values as $value) { $insert->bindValue(1, $value); $insert->execute(); }
$found["equal"] = $c->querySingle("SELECT count(*) FROM t WHERE any IN (5, 0, 0.1 + 0.2) AND typeof(any) <> 'text'");
echo json_encode($found);
""")
extensions = [f"extension={name}.so" for name in ("pdo", "pdo_sqlite", "sqlite3")]
settings = [f"extension_dir={debian}/usr/lib/php/20220829", *extensions]
found = json.loads(run("php8.2", "-n", *(word for setting in settings for word in ("-d", setting)), "t.php"))
expect("PDO", found["PDO"], [["'5'", "5"], ["''", "''"], ["'0.3'", "0.3"]])
expect("rows of HAVING count(*) > 2", found["having"], [])
expect("values that SQLite3 has bound as numbers", found["equal"], 3)
PYTHON
