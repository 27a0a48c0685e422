import Foundation
import SQLiteTestSupport
import StateGraphRows
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite("Migrations of a file that was made without them")
struct MigrationAdoptionTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("shop.sqlite") }
  private let source = MigrationSource.list([
    Migration(
      version: 1,
      name: "users",
      sql: "CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT)"
    ),
    Migration(version: 2, name: "email", sql: "ALTER TABLE users ADD COLUMN email TEXT"),
    Migration(version: 3, name: "ana", sql: "INSERT INTO users VALUES (1, 'Ana', NULL)"),
  ])

  init() throws { directory = try TemporaryDirectory() }

  private func make(_ sql: String) throws {
    let connection = try WriterConnection.open(try DatabaseLocation(path: path))
    try connection.runScript(sql) { _ in }
  }

  private func bytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test func `the migrations whose result the file has are recorded, and the rest is applied`()
    throws
  {
    try make("CREATE TABLE \"users\" (name TEXT NULL, id INTEGER, PRIMARY KEY (id));")
    #expect(
      DatabaseError.thrown { try source.recordBaseline(path: path) }?.code
        == .schemaMismatch
    )
    try make(
      """
      DROP TABLE users;
      CREATE TABLE "users" (id INTEGER, name TEXT NULL, PRIMARY KEY (id));
      INSERT INTO users VALUES (7, 'Bo');
      """
    )
    let recorded = try source.recordBaseline(path: path)
    #expect(recorded.map(\.name) == ["users"])
    let database = try Database(path: path, migrations: source)
    #expect(try database.rows("SELECT id, email FROM users").count == 2)
    #expect(try source.recordBaseline(path: path).isEmpty)
  }

  @Test func `another schema is refused with the differences, and no byte changes`() throws {
    try make(
      "CREATE TABLE users (id INTEGER PRIMARY KEY, name BLOB); CREATE INDEX i ON users (name);"
    )
    let before = try bytes()
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.message.contains("\"name\"") == true)
    #expect(error?.message.contains("\"i\"") == true)
    #expect(try bytes() == before)
  }

  @Test func `the last migration must be named if only rows tell the migrations apart`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT);")
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .migrationInvalid)
    #expect(error?.remedy.contains("--to") == true)
    let recorded = try source.recordBaseline(path: path, through: 3)
    #expect(recorded.map(\.version) == [1, 2, 3])
  }

  @Test func `an earlier migration than that of the schema cannot be named`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT);")
    let error = DatabaseError.thrown {
      try source.recordBaseline(path: path, through: 1)
    }
    #expect(error?.code == .schemaMismatch)
  }

  @Test func `a missing file is not created`() throws {
    let error = DatabaseError.thrown { try source.recordBaseline(path: path) }
    #expect(error?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a migration that fails on tables of another program names the remedy`() throws {
    try make("CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT);")
    let error = DatabaseError.thrown { _ = try Database(path: path, migrations: source) }
    #expect(error?.code == .migrationFailed)
    #expect(error?.remedy.contains("migrate baseline") == true)
  }

  /// Schemas that only their own programs, or only other versions of SQLite, can create.
  private static let schemas = [
    OwnerFile.schema(of: OwnerFile.decks),
    "CREATE TABLE t (n CHECK (owned(n) > 0), g AS (owned(n)), s AS (owned(n) + 1) STORED);",
    "CREATE TABLE t (n); CREATE INDEX i ON t (owned(n)); CREATE INDEX j ON t (n) WHERE owned(n);",
    "CREATE TABLE t (n DEFAULT (owned(1))); CREATE VIEW v AS SELECT owned(n) FROM t;",
    "CREATE TABLE t (n TEXT DEFAULT \"a\" CHECK (n <> \"b\")); CREATE INDEX i ON t (n || \"c\");",
    """
    CREATE TABLE t (a REFERENCES missing (id), b REFERENCES u (n), c REFERENCES u (missing));
    CREATE TABLE u (id INTEGER PRIMARY KEY, n);
    """,
  ]

  @Test(arguments: Self.schemas)
  func `the schema of another program is recorded`(sql: String) throws {
    try OwnerFile.make(sql, at: path)
    let source = MigrationSource.list([Migration(version: 1, name: "first", sql: sql)])
    #expect(try source.recordBaseline(path: path).map(\.name) == ["first"])
    let connection = try Connection.openForInspection(DatabaseLocation(path: path))
    #expect(try connection.firstValue("PRAGMA journal_mode") == .text("delete"))
    let file = try SchemaReader(connection).file()
    #expect(try MigrationDrift.between(expected: source.load(), file: file) == [])
  }

  @Test(.search, arguments: ["fts5(x)", "fts4(x)", "fts5(x, tokenize = 'unicode61')"])
  func `a virtual table whose module or tokenizer is missing is recorded and kept`(
    module: String
  ) throws {
    let sql = "CREATE TABLE u (id);\nCREATE VIRTUAL TABLE IF NOT EXISTS t USING \(module);"
    let changed = """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'unicode61', 'own'),
        'fts5(x)', 'own(x)'), 'fts4(x)', 'own(x)');
      """
    try OwnerFile.make(sql + changed, at: path)
    let reader = SchemaReader(try Connection.openForInspection(DatabaseLocation(path: path)))
    let shadows = try reader.shadowTables()
    let text = try reader.objects().filter { !$0.sql.isEmpty && !shadows.contains($0.name) }
      .map { $0.sql + ";\n" }.joined()
    let migrations = [
      Migration(version: 1, name: "first", sql: text),
      Migration(version: 2, name: "second", sql: "CREATE TABLE more (id); DROP TABLE u;"),
    ]
    #expect(text.contains("own"))
    let source = MigrationSource.list(migrations)
    #expect(try source.recordBaseline(path: path).map(\.name) == ["first"])
    let connection = try WriterConnection.open(DatabaseLocation(path: path), mode: .existing)
    let migrator = Migrator(connection, migrations: migrations, willLose: { _ in })
    #expect(try migrator.migrate().map(\.name) == ["second"])
  }

  // MARK: References that another program has broken

  private static let broken = """
    CREATE TABLE u (id INTEGER PRIMARY KEY, n);
    CREATE TABLE orphans (u REFERENCES u (id));
    INSERT INTO orphans VALUES (7);
    CREATE TABLE unsatisfiable (u REFERENCES u (n));
    INSERT INTO unsatisfiable VALUES (1);
    """

  private func migrate(_ sql: String) throws {
    let source = MigrationSource.list([Migration(version: 1, name: "first", sql: sql)])
    _ = try Database(path: path, migrations: source)
  }

  @Test func `a migration is applied beside references that were broken before`() throws {
    try OwnerFile.make(Self.broken, at: path)
    try migrate("CREATE TABLE more (u REFERENCES u (id)); INSERT INTO more VALUES (NULL);")
    let connection = try Connection.openForInspection(DatabaseLocation(path: path))
    #expect(try connection.firstValue("SELECT count(*) FROM more, orphans") == .integer(1))
  }

  @Test(arguments: [
    ("CREATE TABLE more (u REFERENCES u (id)); INSERT INTO more VALUES (8);", "rows of more"),
    ("CREATE TABLE more (u REFERENCES u (n));", "cannot be checked"),
  ])
  func `a migration that breaks references of another table is undone`(
    sql: String,
    message: String
  ) throws {
    try OwnerFile.make(Self.broken, at: path)
    let error = DatabaseError.thrown { try migrate(sql) }
    #expect(error?.code == .migrationFailed)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `text in double quotes in a migration is refused with advice`() throws {
    let error = DatabaseError.thrown { try migrate("CREATE TABLE t (n CHECK (n <> \"b\"));") }
    #expect(error?.message.contains("no such column") == true)
    // Later versions of SQLite say it in the message.
    #expect(error?.description.contains(/single.quotes/) == true)
    let name = DatabaseError.thrown { try migrate("CREATE TABLE t (n CHECK (n <> b));") }
    #expect(name?.remedy.contains("single quotes") == false)
  }
}
