-- Users write posts; users comment on posts.
--
-- Ids are TEXT: they come from elsewhere, and "007" and "7" are two users. SQLite lets a primary
-- key be NULL unless told otherwise, hence NOT NULL beside every PRIMARY KEY.

CREATE TABLE users (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  short_bio TEXT
) STRICT;

CREATE TABLE posts (
  id TEXT PRIMARY KEY NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL DEFAULT '',
  author_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE comments (
  id TEXT PRIMARY KEY NOT NULL,
  text TEXT NOT NULL,
  post_id TEXT NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  author_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT;

-- SQLite indexes the referenced side of a foreign key only. Without these, deleting one user reads
-- every post and every comment, and so does asking for the posts of one user.
CREATE INDEX posts_author_id ON posts (author_id);
CREATE INDEX comments_post_id ON comments (post_id);
CREATE INDEX comments_author_id ON comments (author_id);
