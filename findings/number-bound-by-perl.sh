#!/usr/bin/env bash
# Guess: DBD::SQLite binds a number of Perl as a number, and returns the number that SQLite has.
# It binds the text of the number, with 15 digits, and returns a REAL value as such a text. So a value that is read
# and written again changes, and a column without a type contains texts. An expression without a column, as in HAVING,
# compares a number with a text, and finds nothing.
set -euo pipefail
cd "$(dirname "$0")"
./with-debian libdbd-sqlite3-perl=1.72-1 libdbi-perl=1.643-4+deb12u3 <<'PYTHON'
import pathlib
from common import expect

pathlib.Path("t.pl").write_text("""
use DBI;
my $c = DBI->connect("dbi:SQLite:dbname=:memory:", "", "", { RaiseError => 1 });
$c->do("CREATE TABLE t(id INTEGER PRIMARY KEY, any, number REAL)");
$c->do("INSERT INTO t VALUES (1, 5, 0.1 + 0.2)");
$c->do("INSERT INTO t VALUES (2, ?, ?)", undef, 5, 0.1 + 0.2);
my ($number) = $c->selectrow_array("SELECT number FROM t WHERE id = 1");
$c->do("UPDATE t SET number = ? WHERE id = 1", undef, $number) if $ARGV[0];
print "@$_\\n" for @{$c->selectall_arrayref("SELECT id, typeof(any), number = 0.1 + 0.2 FROM t")};
print "$number\\n", scalar @{$c->selectall_arrayref("SELECT count(*) FROM t HAVING count(*) > ?", undef, 1)};
""")
environment["PERL5LIB"], = map(str, pathlib.Path(f"{debian}/usr/lib/x86_64-linux-gnu/perl5").glob("5.*"))
for written, first in (("", "1 integer 1"), ("1", "1 integer 0")):
    expect("written again" if written else "rows, value and rows of HAVING count(*) > 1",
           run("perl", "t.pl", written).split("\n"), [first, "2 text 0", "0.3", "0"])
PYTHON
