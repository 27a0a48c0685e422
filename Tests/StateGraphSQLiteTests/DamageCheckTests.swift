import TestSupport
import Testing

@testable import StateGraphSQLite

/// SQLite 3.40 reports NULL values that do not exist in tables like `links`.
@Suite struct DamageCheckTests {
  private let scene: CheckedFile

  private struct CheckedFile {
    let directory: TemporaryDirectory
    let path: String
    let connection: WriterConnection
  }

  init() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("a.sqlite")
    let connection = try WriterConnection.open(try DatabaseLocation(path: path))
    try connection.runScript(
      """
      CREATE TABLE links (owner TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL,
        PRIMARY KEY (owner, position)) STRICT, WITHOUT ROWID;
      CREATE INDEX links_name ON links (name);
      CREATE TABLE records (id INTEGER PRIMARY KEY, size INTEGER CHECK (size < 10)) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      INSERT INTO links SELECT 'o', 'n' || i, i FROM n;
      """
    ) { _ in }
    scene = CheckedFile(directory: directory, path: path, connection: connection)
  }

  @Test(arguments: [true, false])
  func `a sound table without rowids has no damage`(isQuick: Bool) throws {
    #expect(try DamageCheck(scene.connection, isQuick: isQuick).messages(limit: 10) == [])
  }

  @Test(arguments: [true, false])
  func `false reports do not hide a true one`(isQuick: Bool) throws {
    try scene.connection.run("PRAGMA ignore_check_constraints = ON")
    try scene.connection.run("INSERT INTO records VALUES (1, 20), (2, 30)")
    try scene.connection.run("PRAGMA ignore_check_constraints = OFF")
    let check = DamageCheck(scene.connection, isQuick: isQuick)
    #expect(
      try check.messages(limit: 5) == [
        "CHECK constraint failed in records", "CHECK constraint failed in records",
      ]
    )
    #expect(try check.messages(limit: 1).count == 1)
  }

  @Test func `a backup of a sound table without rowids is kept`() throws {
    let database = try Database(path: scene.path)
    try database.backup(to: scene.directory.file("b.sqlite"))
    let copy = try Database(path: scene.directory.file("b.sqlite"))
    #expect(try copy.rows("SELECT count(*) FROM links").map(\.values) == [[.integer(300)]])
  }
}
