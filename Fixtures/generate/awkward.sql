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

CREATE INDEX visits_day ON visits (day);

CREATE TABLE keyless (x INTEGER) STRICT;
