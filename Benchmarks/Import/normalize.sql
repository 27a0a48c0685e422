-- Converts the lines of a file of documents into rows of four tables with SQLite's JSON functions.
-- The result is that of the import: the last occurrence of an author or a tag determines its row.
CREATE TEMP TABLE raw (document TEXT);
.mode ascii
.separator "\037" "\n"
.import :path raw
BEGIN IMMEDIATE;
INSERT INTO authors
SELECT document ->> '$.author.id', document ->> '$.author.name', document ->> '$.author.country'
FROM raw WHERE true
ON CONFLICT DO UPDATE SET name = excluded.name, country = excluded.country
WHERE name IS NOT excluded.name OR country IS NOT excluded.country;
INSERT INTO tags
SELECT value ->> '$.id', value ->> '$.label'
FROM raw, json_each(document, '$.tags') WHERE true
ON CONFLICT DO UPDATE SET label = excluded.label WHERE label IS NOT excluded.label;
INSERT INTO posts
SELECT document ->> '$.id', document ->> '$.title', document ->> '$.year',
  document ->> '$.score', document ->> '$.author.id'
FROM raw WHERE true
ON CONFLICT DO UPDATE SET title = excluded.title, year = excluded.year, score = excluded.score,
  author_id = excluded.author_id;
INSERT INTO post_tags
SELECT document ->> '$.id', value ->> '$.id', key
FROM raw, json_each(document, '$.tags') WHERE true
ON CONFLICT DO UPDATE SET position = excluded.position;
COMMIT;
