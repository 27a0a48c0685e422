-- Authors write books; books carry tags in an order of their own (many to many).

CREATE TABLE authors (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE books (
  id TEXT PRIMARY KEY NOT NULL,
  title TEXT NOT NULL,
  author_id TEXT NOT NULL REFERENCES authors (id) ON DELETE CASCADE,
  -- Unknown for some books, and negative before the common era.
  published_year INTEGER
) STRICT;

-- The name is not unique: two sources may each bring a tag of the same name under their own id.
CREATE TABLE tags (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- One row per link and nothing else to find it by: without a rowid the key is the table, which
-- stores the pair of ids once instead of twice.
CREATE TABLE book_tags (
  book_id TEXT NOT NULL REFERENCES books (id) ON DELETE CASCADE,
  tag_id TEXT NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
  -- Where the tag stands in its book's list, from 0. Two tags of one book may share a position:
  -- a unique one could not be reordered row by row.
  position INTEGER,
  PRIMARY KEY (book_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX books_author_id ON books (author_id);
-- book_id needs no index of its own: it leads the primary key.
CREATE INDEX book_tags_tag_id ON book_tags (tag_id);
