-- The tables in which release 0.1.0 kept the state of an interrupted import. Never change this file.
CREATE TABLE stategraph_imports (
  run TEXT NOT NULL,
  input INTEGER NOT NULL,
  path TEXT NOT NULL,
  device INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  size INTEGER NOT NULL,
  modified INTEGER NOT NULL,
  prefix INTEGER NOT NULL,
  records INTEGER NOT NULL,
  byte INTEGER NOT NULL,
  line INTEGER NOT NULL,
  finished INTEGER NOT NULL,
  rejects INTEGER NOT NULL,
  reject_file TEXT,
  reject_file_bytes INTEGER NOT NULL,
  tables BLOB NOT NULL,
  PRIMARY KEY (run, input)
) STRICT, WITHOUT ROWID;
CREATE TABLE stategraph_import_rejects (
  run TEXT NOT NULL, input INTEGER NOT NULL, record INTEGER NOT NULL,
  PRIMARY KEY (run, input, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE stategraph_import_forms (
  id INTEGER PRIMARY KEY NOT NULL, run TEXT NOT NULL, members TEXT NOT NULL
) STRICT;
CREATE TABLE stategraph_import_records (
  id INTEGER PRIMARY KEY NOT NULL,
  run TEXT NOT NULL,
  input INTEGER NOT NULL,
  target TEXT NOT NULL,
  key BLOB NOT NULL,
  form INTEGER NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  position INTEGER NOT NULL,
  byte INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  raw BLOB NOT NULL
) STRICT;
CREATE INDEX stategraph_import_records_by_key ON stategraph_import_records (run, target, key, input);
