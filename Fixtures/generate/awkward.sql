-- Names and shapes that Swift has its own ideas about. Only here to be generated from and compiled.

-- A type that would shadow one of Swift's, with properties that are its keywords or a node's own.
CREATE TABLE strings (
  "class" TEXT PRIMARY KEY NOT NULL,
  "default" INTEGER NOT NULL DEFAULT 7,
  "in" TEXT UNIQUE,
  is_deleted INTEGER NOT NULL CHECK (is_deleted IN (0, 1)),
  "is deleted" REAL,
  "Full ""Name""" TEXT NOT NULL DEFAULT 'a "b" \(c)',
  "größe" BLOB,
  "2020" INTEGER
) STRICT;

-- Its own parent, and linked to itself.
CREATE TABLE people (
  id INTEGER PRIMARY KEY NOT NULL,
  parent_id INTEGER REFERENCES people (id) ON DELETE SET NULL,
  favourite TEXT REFERENCES strings ("class")
) STRICT;

CREATE TABLE follows (
  follower_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  followed_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  PRIMARY KEY (follower_id, followed_id)
) STRICT, WITHOUT ROWID;

-- A key that is a reference, and one of three columns of which one is.
CREATE TABLE profiles (
  person_id INTEGER PRIMARY KEY NOT NULL REFERENCES people (id),
  bio TEXT,
  anything ANY
) STRICT;

CREATE TABLE visits (
  person_id INTEGER NOT NULL REFERENCES people (id),
  day TEXT NOT NULL,
  number INTEGER NOT NULL,
  seconds REAL NOT NULL,
  minutes REAL AS (seconds / 60) VIRTUAL,
  PRIMARY KEY (person_id, day, number)
) STRICT;

-- A part of a reference is also another reference, a part of the key, or needed by two references.
CREATE TABLE legs (
  person_id INTEGER NOT NULL,
  day TEXT NOT NULL,
  number INTEGER NOT NULL,
  leg INTEGER NOT NULL,
  before_day TEXT,
  before_number INTEGER,
  after_day TEXT,
  guide_id INTEGER NOT NULL REFERENCES people (id),
  guide_number INTEGER,
  PRIMARY KEY (person_id, day, number, leg),
  FOREIGN KEY (number, person_id, day) REFERENCES visits (number, person_id, day) ON DELETE CASCADE,
  FOREIGN KEY (person_id, before_day, before_number) REFERENCES visits ON DELETE SET NULL,
  FOREIGN KEY (person_id, after_day, before_number) REFERENCES visits (person_id, day, number),
  FOREIGN KEY (guide_id, day, guide_number) REFERENCES visits (person_id, day, number)
) STRICT;

-- A key of one column that is a part of a reference.
CREATE TABLE notes (
  id INTEGER PRIMARY KEY NOT NULL,
  day TEXT NOT NULL,
  number INTEGER NOT NULL,
  FOREIGN KEY (id, day, number) REFERENCES visits (person_id, day, number)
) STRICT;

-- Columns whose names differ only by the ending of a reference, and a name of the library.
CREATE TABLE badges (badge_id INTEGER PRIMARY KEY, badge TEXT NOT NULL);
CREATE TABLE shows (id INTEGER PRIMARY KEY, badge_id INTEGER REFERENCES badges, badge TEXT);
CREATE TABLE queries (id INTEGER PRIMARY KEY, text TEXT NOT NULL);

-- The types that web frameworks and geographic files declare.
CREATE TABLE products (
  id integer NOT NULL PRIMARY KEY AUTOINCREMENT,
  listed bool NOT NULL DEFAULT 1,
  made date,
  created_at datetime NOT NULL,
  price decimal(8,2) NOT NULL,
  specs json NOT NULL,
  place POINT,
  photo BLOB,
  opens time NOT NULL,
  anything
);

CREATE INDEX visits_day ON visits (day);

CREATE TABLE keyless (x INTEGER) STRICT;
