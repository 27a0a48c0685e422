import StateGraphPersistence

@Entity(id: Int.self, keys: .database)
final class Author {
  @GraphStored @Column(.unique) var name: String
}

@Entity(id: Int.self, keys: .database)
final class Book {
  @GraphStored @Column(.searchable, .indexed, .check("length(trim(title)) > 0"))
  var title: String
  @GraphStored @Column(.onDelete(.restrict)) var author: Author
  @GraphStored @Column(.indexed, .check("year BETWEEN -3000 AND 2100")) var year: Int
  @GraphStored @Column(.default("''")) var note: String = ""
  @GraphComputed(through: BookTag.self, order: \BookTag.position) var tags: [Tag]
}

@Entity(id: Int.self, keys: .database)
final class Tag {
  @GraphStored @Column(.unique) var name: String
}

/// The link between a book and one of its tags, and the place of the tag.
@Entity(id: CompositeKey<Int, Int>.self, key: "book_id", "tag_id")
final class BookTag {
  @GraphStored @Column(.onDelete(.cascade)) var book: Book
  @GraphStored @Column(.onDelete(.cascade)) var tag: Tag
  @GraphStored var position: Int?
}

extension Migration {
  /// The tables of the entities, and the index of the words in titles.
  static let createShelves = Migration(
    version: 1,
    name: "create shelves",
    sql: """
      CREATE TABLE "authors" (
        "id" INTEGER PRIMARY KEY NOT NULL,
        "name" TEXT NOT NULL UNIQUE
      ) STRICT;
      CREATE TABLE "books" (
        "id" INTEGER PRIMARY KEY NOT NULL,
        "title" TEXT NOT NULL CHECK (length(trim(title)) > 0),
        "author_id" INTEGER NOT NULL REFERENCES "authors" ("id") ON DELETE RESTRICT,
        "year" INTEGER NOT NULL CHECK (year BETWEEN -3000 AND 2100),
        "note" TEXT NOT NULL DEFAULT ''
      ) STRICT;
      CREATE TABLE "tags" (
        "id" INTEGER PRIMARY KEY NOT NULL,
        "name" TEXT NOT NULL UNIQUE
      ) STRICT;
      CREATE TABLE "book_tags" (
        "book_id" INTEGER NOT NULL REFERENCES "books" ("id") ON DELETE CASCADE,
        "tag_id" INTEGER NOT NULL REFERENCES "tags" ("id") ON DELETE CASCADE,
        "position" INTEGER,
        PRIMARY KEY ("book_id", "tag_id")
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX "books_title_index" ON "books" ("title");
      CREATE INDEX "books_year_index" ON "books" ("year");
      CREATE INDEX "books_author_id_index" ON "books" ("author_id");
      CREATE INDEX "book_tags_tag_id_index" ON "book_tags" ("tag_id");
      CREATE VIRTUAL TABLE "books_search" USING fts5(
        "title",
        content='books', content_rowid='id'
      );
      CREATE TRIGGER "books_search_insert" AFTER INSERT ON "books" BEGIN
        INSERT INTO "books_search" (rowid, "title")
        VALUES (new."id", new."title");
      END;
      CREATE TRIGGER "books_search_delete" AFTER DELETE ON "books" BEGIN
        INSERT INTO "books_search" ("books_search", rowid, "title")
        VALUES ('delete', old."id", old."title");
      END;
      CREATE TRIGGER "books_search_update" AFTER UPDATE ON "books"
      WHEN old."id" COLLATE BINARY IS NOT new."id"
        OR old."title" COLLATE BINARY IS NOT new."title" BEGIN
        INSERT INTO "books_search" ("books_search", rowid, "title")
        VALUES ('delete', old."id", old."title");
        INSERT INTO "books_search" (rowid, "title")
        VALUES (new."id", new."title");
      END;
      """
  )
}
