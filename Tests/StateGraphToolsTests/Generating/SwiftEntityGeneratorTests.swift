import Foundation
import ImportTestSupport
import SQLiteTestSupport
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

  @Test func `a column of the name self gets another name, because the macro needs self`() throws {
    let source = try source(#"CREATE TABLE t (id INTEGER PRIMARY KEY, "self" TEXT, "init" TEXT)"#)
    #expect(source.contains("@GraphStored @Column(\"self\") var selfValue: String?"))
    #expect(source.contains("@GraphStored var `init`: String?"))
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
    ("queries", "QueryEntity"),
  ])
  func `a table's name becomes a type that shadows nothing`(table: String, type: String) throws {
    let connection = try WriterConnection.open(.memory)
    try connection.run("CREATE TABLE \(table: table) (id INTEGER PRIMARY KEY NOT NULL) STRICT")
    let source = SwiftEntityGenerator(try SchemaReader(connection).tables()).source
    #expect(source.contains("final class \(type) {"), "\(source)")
  }

  @Test func `no class has the name of a public type of the library`() throws {
    let modules = ["Persistence", "Core", "Normalization", "SQLite", "Rows"]
    var names: Set<String> = []
    for module in modules {
      let folder = PackageRoot.path + "/Sources/StateGraph" + module
      let files = try #require(FileManager.default.enumerator(atPath: folder))
      for case let file as String in files where file.hasSuffix(".swift") {
        let source = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
        for line in source.split(separator: "\n") where line.hasPrefix("public ") {
          let kinds: Set<Substring> = ["class", "struct", "enum", "protocol", "typealias", "actor"]
          let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
          guard let place = words.firstIndex(where: kinds.contains) else { continue }
          names.insert(String(words[place + 1]))
        }
      }
    }
    #expect(names.count > 90)
    #expect(names.subtracting(SwiftName.shadowed) == [])
  }

  @Test(
    arguments: [
      ("bool", "Bool"), ("BOOLEAN", "Bool"), ("datetime", "Date"), ("datetime(6)", "Date"),
      ("TIMESTAMP WITH TIME ZONE", "Date"), ("date", "Date"), ("decimal(8,2)", "Decimal"),
      ("NUMERIC(10, 5)", "Decimal"), ("json", "AnyJSON"), ("POINT", "Data"),
      ("GEOMETRY", "Data"), ("MULTIPOLYGON ZM", "Data"), ("BLOB(10)", "Data"),
      ("varbinary", "Data"),
      ("varchar(80)", "String"), ("TEXT(40)", "String"), ("integer unsigned", "Int"),
      ("bigint", "Int"), ("MEDIUMINT", "Int"), ("double precision", "Double"), ("float", "Double"),
      ("time", "SQLiteValue"), ("uuid", "SQLiteValue"), ("", "SQLiteValue"),
    ]
  )
  func `the types of other programs have Swift types, and a comment on what these cannot hold`(
    declared: String,
    type: String
  ) throws {
    for (rule, mark) in [(" NOT NULL", ""), ("", "?")] {
      let source = try source("CREATE TABLE t (id INTEGER PRIMARY KEY, x \(declared)\(rule));")
      #expect(source.contains("var x: \(type)\(mark)\n"), "\(source)")
      let isLoose = ["Bool", "Date", "Decimal", "AnyJSON"].contains(type)
      #expect(
        source.contains("\n  // ")
          == (isLoose || declared.hasPrefix("POINT")
            || ["GEOMETRY", "MULTIPOLYGON ZM", "varbinary"].contains(declared))
      )
      #expect(source.contains("import Foundation\n") == ["Date", "Decimal", "Data"].contains(type))
    }
  }

  @Test func `a JSON check makes a JSON column, and Core Data counts seconds`() throws {
    let source = try source(
      """
      CREATE TABLE a (
        id INTEGER PRIMARY KEY, x text NOT NULL CHECK ((JSON_VALID("x") OR "x" IS NULL))
      );
      CREATE TABLE ZB (Z_PK INTEGER PRIMARY KEY, ZDATE TIMESTAMP);
      """
    )
    #expect(source.contains("@GraphStored @Column(.json) var x: AnyJSON\n"))
    #expect(source.contains("var zdate: Double?\n"))
  }

  @Test func `a column with the name of another one without its ending is declared by name`() throws
  {
    let source = try source(
      """
      CREATE TABLE badges (badge_id INTEGER PRIMARY KEY, badge TEXT NOT NULL);
      CREATE TABLE venues (id INTEGER PRIMARY KEY);
      CREATE TABLE shows (
        id INTEGER PRIMARY KEY, venue_id INTEGER REFERENCES venues (id), venue TEXT
      );
      CREATE TABLE links (id INTEGER PRIMARY KEY, a_id INTEGER, A TEXT);
      """
    )
    for line in [
      "@GraphStored @Column(\"badge\") var badge: String",
      "@GraphStored @Column(\"venue_id\") var venue: Venue?",
      "@GraphStored @Column(\"venue\") var venueValue: String?",
      "@GraphStored @Column(\"A\") var a: String?",
    ] { #expect(source.contains(line), "\(source)") }
  }

  @Test func `a reference whose column converts the key is a plain value`() throws {
    let source = try source(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE posts (
        id INTEGER PRIMARY KEY, user_id TEXT REFERENCES users (id), z REFERENCES users (id)
      );
      """
    )
    #expect(source.contains("var userId: String?"))
    #expect(source.contains("@GraphStored @Column(\"z\") var z: User?"))
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

  @Test(.search) func `a column that no class can declare becomes a comment with the reason`()
    throws
  {
    let source = try source(
      """
      CREATE TABLE a (
        id INTEGER PRIMARY KEY NOT NULL, "" ANY NOT NULL, y INTEGER AS (id + 1)
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
      "// Left out: : an entity cannot declare its name, and the class cannot insert rows",
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
