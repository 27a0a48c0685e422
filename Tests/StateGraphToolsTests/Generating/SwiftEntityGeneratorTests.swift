import Foundation
import ImportTestSupport
import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphImport
@testable import StateGraphTools

@Suite("Swift entities of a schema")
struct SwiftEntityGeneratorTests {
  private func source(
    _ sql: String,
    isPublic: Bool = false,
    prefix: String = ""
  ) throws -> String {
    let connection = try WriterConnection.open(.memory)
    try connection.runScript(sql) { _ in }
    let tables = try SchemaReader(connection).tables()
    return SwiftEntityGenerator(tables, isPublic: isPublic, prefix: prefix).source
  }

  @Test func `a reference is a property, and its other side a list`() throws {
    let source = try source(
      """
      CREATE TABLE users (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, short_bio TEXT) STRICT;
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY NOT NULL, title TEXT NOT NULL DEFAULT '' UNIQUE,
        author_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        editor_id TEXT REFERENCES users (id) ON DELETE SET NULL
      ) STRICT;
      """
    )
    #expect(
      source == """
        import StateGraphPersistence

        /// A row of the table `posts`.
        @Entity(id: Int.self, keys: .database)
        final class Post {
          @GraphStored @Column(.unique, .default("''")) var title: String
          @GraphStored @Column(.onDelete(.cascade)) var author: User
          @GraphStored @Column(.onDelete(.nullify)) var editor: User?
        }

        /// A row of the table `users`.
        @Entity(id: String.self)
        final class User {
          @GraphStored var name: String
          @GraphStored var shortBio: String?
          @GraphComputed(inverse: \\Post.author) var postsByAuthor: [Post]
          @GraphComputed(inverse: \\Post.editor) var postsByEditor: [Post]
        }

        """
    )
  }

  @Test func `a table of two references is a list on both sides, in the order of its position`()
    throws
  {
    let source = try source(
      """
      CREATE TABLE books (id TEXT PRIMARY KEY NOT NULL) STRICT;
      CREATE TABLE tags (code TEXT PRIMARY KEY NOT NULL) STRICT;
      CREATE TABLE book_tags (
        book_id TEXT NOT NULL REFERENCES books (id), tag_code TEXT NOT NULL REFERENCES tags (code),
        position INTEGER, PRIMARY KEY (book_id, tag_code)
      ) STRICT, WITHOUT ROWID;
      """,
      isPublic: true
    )
    #expect(
      source == """
        public import StateGraphPersistence

        /// A row of the table `book_tags`.
        @Entity(id: CompositeKey<String, String>.self, key: "book_id", "tag_code")
        public final class BookTag {
          @GraphStored public var book: Book
          @GraphStored @Column("tag_code") public var tag: Tag
          @GraphStored public var position: Int?
        }

        /// A row of the table `books`.
        @Entity(id: String.self)
        public final class Book {
          @GraphComputed(through: BookTag.self, order: \\BookTag.position) public var tags: [Tag]
        }

        /// A row of the table `tags`.
        @Entity(id: String.self, key: "code")
        public final class Tag {
          @GraphComputed(through: BookTag.self) public var books: [Book]
        }

        """
    )
  }

  @Test(arguments: [
    ("class", "`class`"), ("publishedYear", "publishedYear"), ("published_year", "publishedYear"),
    ("2020 sales", "column2020Sales"), ("a-b.c", "aBC"), ("ИМЯ", "column"), ("Type", "type"),
    ("is_deleted", "isDeletedValue"), ("x\n}; import Foundation", "xImportFoundation"),
  ])
  func `a column's name becomes one that Swift takes, and keeps its own`(
    column: String,
    property: String
  ) throws {
    let connection = try WriterConnection.open(.memory)
    try connection.run(
      "CREATE TABLE t (id INTEGER PRIMARY KEY NOT NULL, \(column: column) TEXT NOT NULL) STRICT"
    )
    let source = SwiftEntityGenerator(try SchemaReader(connection).tables()).source
    #expect(source.contains("var \(property): String\n"), "\(source)")
    let isPlain = ["class", "published_year", "is_deleted"].contains(column)
    #expect(source.contains("@Column(") == !isPlain || column == "is_deleted", "\(source)")
    #expect(source.split(separator: "\n").count == 6)
  }

  @Test(arguments: [
    ("strings", "StringRow"), ("book_tags", "BookTag"), ("People", "Person"), ("types", "TypeRow"),
    ("2020", "Row2020"), ("表", "Record"), ("categories", "Category"), ("errors", "ErrorRow"),
  ])
  func `a table's name becomes a type that shadows nothing`(table: String, type: String) throws {
    let connection = try WriterConnection.open(.memory)
    try connection.run("CREATE TABLE \(table: table) (id INTEGER PRIMARY KEY NOT NULL) STRICT")
    let source = SwiftEntityGenerator(try SchemaReader(connection).tables()).source
    #expect(source.contains("final class \(type) {"), "\(source)")
  }

  @Test func `a reference that is a key, or a part of one, has a list on its other side`() throws {
    let source = try source(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY NOT NULL) STRICT;
      CREATE TABLE profiles (user_id INTEGER PRIMARY KEY NOT NULL REFERENCES users (id)) STRICT;
      CREATE TABLE visits (
        user_id INTEGER NOT NULL REFERENCES users (id), number INTEGER NOT NULL,
        PRIMARY KEY (user_id, number)
      ) STRICT;
      """
    )
    #expect(source.contains("@Entity(id: Int.self, key: \"user_id\")\nfinal class Profile {"))
    #expect(source.contains("@GraphStored var user: User\n"))
    #expect(source.contains("@GraphComputed(inverse: \\Profile.user) var profiles: [Profile]\n"))
    #expect(source.contains("@GraphComputed(inverse: \\Visit.user) var visits: [Visit]\n"))
    #expect(!source.contains("Left out"))
  }

  @Test func `a key of several columns is referred to by a property that names them`() throws {
    let source = try source(
      """
      CREATE TABLE sales (id INTEGER PRIMARY KEY NOT NULL) STRICT;
      CREATE TABLE sale_lines (
        sale_id INTEGER NOT NULL REFERENCES sales (id), place INTEGER NOT NULL,
        PRIMARY KEY (sale_id, place)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE parcels (
        number INTEGER PRIMARY KEY, sale_id INTEGER NOT NULL, line_place INTEGER NOT NULL,
        spare_sale_id INTEGER, spare_place INTEGER,
        FOREIGN KEY (line_place, sale_id) REFERENCES sale_lines (place, sale_id),
        FOREIGN KEY (spare_sale_id, spare_place) REFERENCES sale_lines ON DELETE SET NULL
      ) STRICT;
      CREATE TABLE refunds (
        id TEXT PRIMARY KEY NOT NULL, sale_id INTEGER NOT NULL REFERENCES sales (id), place INTEGER,
        FOREIGN KEY (sale_id, place) REFERENCES sale_lines (sale_id, place) ON DELETE SET NULL
      ) STRICT;
      CREATE TABLE deliveries (
        sale_id INTEGER NOT NULL, place INTEGER NOT NULL, day TEXT NOT NULL,
        PRIMARY KEY (sale_id, place, day),
        FOREIGN KEY (sale_id, place) REFERENCES sale_lines (sale_id, place) ON DELETE CASCADE
      ) STRICT;
      """
    )
    for lines in [
      """
      final class Delivery {
        @GraphStored var day: String
        @GraphStored @Column(columns: "sale_id", "place", options: .onDelete(.cascade))
        var saleLine: SaleLine
      }
      """,
      """
      @Entity(id: Int.self, keys: .database, key: "number")
      final class Parcel {
        @GraphStored @Column(columns: "sale_id", "line_place") var line: SaleLine
        @GraphStored @Column(columns: "spare_sale_id", "spare_place", options: .onDelete(.nullify))
        var spare: SaleLine?
      }
      """,
      """
      final class Refund {
        @GraphStored var sale: Sale
        @GraphStored @Column(columns: "sale_id", "place") var saleLine: SaleLine?
      }
      """,
      """
      final class SaleLine {
        @GraphStored var sale: Sale
        @GraphStored var place: Int
        @GraphComputed(inverse: \\Delivery.saleLine) var deliveries: [Delivery]
        @GraphComputed(inverse: \\Parcel.line) var parcelsByLine: [Parcel]
        @GraphComputed(inverse: \\Parcel.spare) var parcelsBySpare: [Parcel]
        @GraphComputed(inverse: \\Refund.saleLine) var refunds: [Refund]
      }
      """,
    ] { #expect(source.contains(lines), "\(lines)\n\n\(source)") }
    #expect(!source.contains("Left out"))
  }

  @Test(arguments: [
    ("id INTEGER PRIMARY KEY", true), ("id INTEGER PRIMARY KEY NOT NULL", true),
    ("id INTEGER PRIMARY KEY AUTOINCREMENT", true), ("id INT PRIMARY KEY", false),
    ("id INTEGER PRIMARY KEY DESC", false), ("id TEXT PRIMARY KEY", false),
  ])
  func `the database makes the keys if SQLite numbers the rows`(key: String, isMade: Bool) throws {
    for options in ["", " WITHOUT ROWID"] {
      if !options.isEmpty, key.contains("AUTOINCREMENT") { continue }
      let source = try source("CREATE TABLE t (\(key), x TEXT)\(options);")
      #expect(source.contains("keys: .database") == (isMade && options.isEmpty), "\(source)")
    }
  }

  @Test func `a column that no class can declare becomes a comment with the reason`() throws {
    let source = try source(
      """
      CREATE TABLE a (
        id INTEGER PRIMARY KEY NOT NULL, x ANY NOT NULL, y INTEGER AS (id + 1)
      ) STRICT;
      CREATE TABLE b (x INTEGER) STRICT;
      CREATE TABLE c (r REAL PRIMARY KEY NOT NULL) STRICT;
      CREATE TABLE d (p INTEGER NOT NULL, q INTEGER NOT NULL, PRIMARY KEY (p, q)) STRICT;
      CREATE TABLE e (
        id INTEGER PRIMARY KEY NOT NULL, p INTEGER, q INTEGER, r TEXT,
        FOREIGN KEY (p, q) REFERENCES b (x, y), FOREIGN KEY (p, r) REFERENCES d (p, q)
      ) STRICT;
      CREATE VIRTUAL TABLE f USING fts5 (x);
      """
    )
    for comment in [
      "// Left out: x ANY: no Swift type has all of its values, and the class cannot insert rows",
      "// Left out: y: it is a generated column.", "// No class for b: it has no primary key.",
      "// No class for c: its key column r is not INTEGER, TEXT or BLOB.",
      "// Left out: (p, q) references b: no class has this table.",
      "// Left out: (p, r) references d: its columns have other types than the key, or are generated.",
    ] { #expect(source.contains(comment), "\(comment)\n\(source)") }
  }

  /// Another test target compiles the same files.
  @Test(arguments: ["Social", "Library", "Awkward"])
  func `the checked-in generated files equal the output of the generator`(name: String) throws {
    let folder = PackageRoot.path + "/Tests/StateGraphPersistenceTests/Generated"
    let files = [
      "Social": PackageRoot.migrations + "/0001_create_social.sql",
      "Library": PackageRoot.migrations + "/0002_create_library.sql",
      "Awkward": PackageRoot.fixture("generate/awkward.sql"),
    ]
    let sql = try #require(files[name])
    let schema = try String(contentsOfFile: sql, encoding: .utf8)
    let written = try String(contentsOfFile: "\(folder)/Generated\(name).swift", encoding: .utf8)
    #expect(try source(schema, prefix: name) == written)
  }
}
