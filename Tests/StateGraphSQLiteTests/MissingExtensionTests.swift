import SQLiteTestSupport
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Files whose schema needs something that only the program has which made them.
@Suite struct MissingExtensionTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.file("a.sqlite") }
  private var connection: Connection {
    get throws { try Connection.openForInspection(DatabaseLocation(path: path)) }
  }

  init() throws {
    directory = try TemporaryDirectory()
    try OwnerFile.make(OwnerFile.decks, at: directory.file("a.sqlite"))
  }

  @Test func `rows are read in the order that the program has stored`() throws {
    let rows = try connection.rows("SELECT id FROM decks ORDER BY name").map { $0[0] }
    #expect(rows == [.integer(2), .integer(1), .integer(3)])
    #expect(try connection.firstValue("SELECT count(*) FROM labels") == .integer(2))
    #expect(try connection.firstValue("SELECT label FROM labels LIMIT 1") == .text("Easy"))
    #expect(try connection.firstValue("SELECT name FROM decks WHERE id = 2") == .text("A"))
  }

  @Test(arguments: [
    "SELECT id FROM decks WHERE name = 'a'", "SELECT uses FROM labels WHERE label > 'f'",
    "SELECT name, count(*) FROM decks NOT INDEXED GROUP BY name",
    "SELECT n FROM decks NOT INDEXED ORDER BY name", "SELECT id FROM decks WHERE name < 'x'",
  ])
  func `a statement that compares them fails, and names what is missing`(sql: String) throws {
    let connection = try connection
    for _ in 0..<2 {
      let error = DatabaseError.thrown { _ = try connection.rows(.raw(sql)) }
      #expect(error?.code == .missingExtension)
      #expect(error?.message.contains("decks, labels need the collation localized") == true)
      // The failure leaves nothing behind.
      #expect(try connection.firstValue("SELECT count(*) FROM decks") == .integer(3))
    }
  }

  @Test func `a collation that the statement names is a fault of the statement`() throws {
    let error = DatabaseError.thrown {
      _ = try WriterConnection.open(.memory).rows("SELECT 'a' = 'b' COLLATE localized")
    }
    #expect(error?.code == .invalidSQL)
  }

  @Test func `a write to the table fails, and another one is made`() throws {
    let database = try Database(path: path)
    let error = DatabaseError.thrown {
      try database.execute("INSERT INTO decks VALUES (4, 'd', 0)")
    }
    #expect(error?.code == .missingExtension)
    try database.execute("INSERT INTO cards VALUES (12, 2, 'ver')")
    #expect(try database.rows("SELECT count(*) FROM cards").map(\.values) == [[.integer(3)]])
    #expect(try database.rows("SELECT count(*) FROM decks").map(\.values) == [[.integer(3)]])
  }

  @Test func `the check leaves out what it cannot compare`() throws {
    let findings = try DamageCheck(connection, isQuick: false).findings(limit: 10)
    #expect(findings.damage == [])
    #expect(findings.unchecked.contains { $0.hasPrefix("decks: ") })
    #expect(!findings.unchecked.contains { $0.hasPrefix("cards: ") })
  }

  @Test func `damage of another table is found`() throws {
    try OwnerFile.make(
      """
      CREATE TABLE sizes (size);
      INSERT INTO sizes VALUES (NULL);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE TABLE sizes (size NOT NULL)' WHERE name = 'sizes';
      """,
      at: path
    )
    let findings = try DamageCheck(connection, isQuick: false).findings(limit: 10)
    #expect(findings.damage == ["NULL value in sizes.size"])
  }

  @Test(arguments: [
    "CREATE TABLE f (x CHECK (owned(x)))", "CREATE TABLE f (x, y AS (owned(x)))",
    "CREATE TABLE f (x); CREATE INDEX i ON f (owned(x))",
    "CREATE TABLE f (x); CREATE INDEX i ON f (x) WHERE owned(x)",
    "CREATE TABLE f (x); CREATE VIEW v AS SELECT owned(x) AS y FROM f",
    "CREATE TABLE f (x); CREATE TRIGGER t AFTER DELETE ON f BEGIN SELECT owned(old.x); END",
  ])
  func `a file with a missing function is read, checked and copied`(schema: String) throws {
    try OwnerFile.make(schema + "; INSERT INTO f (x) VALUES (5), (6);", at: path)
    let rows = try connection.rows("SELECT x FROM f ORDER BY rowid").map { $0[0] }
    #expect(rows == [.integer(5), .integer(6)])
    for isQuick in [true, false] {
      let findings = try DamageCheck(connection, isQuick: isQuick).findings(limit: 10)
      #expect(findings.damage == [])
    }
    try Database(path: path).backup(to: directory.file("b.sqlite"))
    let copy = try Connection.openForInspection(DatabaseLocation(path: directory.file("b.sqlite")))
    #expect(try copy.firstValue("SELECT count(*) FROM f") == .integer(2))
  }

  @Test func `a copy is checked except for what it needs the program for`() throws {
    let location = try DatabaseLocation(path: path)
    try Connection.openForInspection(location).backup(
      to: directory.file("b.sqlite"),
      source: location,
      replacesExisting: false,
      progress: { _, _ in },
      willFinish: {}
    )
    #expect(FileProbe(directory.file("b.sqlite")).exists)
  }
}
