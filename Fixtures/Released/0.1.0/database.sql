-- A database as release 0.1.0 left it, with the library's own tables. Never change this file.
PRAGMA application_id = 1397183046;
CREATE TABLE "stategraph_migrations" (
  version INTEGER PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  applied_at TEXT NOT NULL
) STRICT;
INSERT INTO stategraph_migrations VALUES (1, '0001_create_notes.sql', '8c4744a9468b3b211a36f6e5bdb143ecad5493857424e65928cd2c4f4c54fe34', '2026-11-23T03:00:00.000Z');
CREATE TABLE notes (id INTEGER PRIMARY KEY NOT NULL, text TEXT NOT NULL) STRICT;
INSERT INTO notes VALUES (1, 'One');
CREATE TABLE "stategraph_commits" (
  id INTEGER PRIMARY KEY NOT NULL,
  counter INTEGER NOT NULL,
  changes BLOB NOT NULL
) STRICT;
INSERT INTO stategraph_commits VALUES (7, 3, x'010001056e6f746573020102010101000000000000000201010000000000000003034f6e65');
CREATE TABLE stategraph_settings (key TEXT PRIMARY KEY NOT NULL, value ANY)
STRICT, WITHOUT ROWID;
INSERT INTO stategraph_settings VALUES ('volume', 11), ('title', 'Kept');
