import TestSupport
import Testing

@testable import StateGraphSQLite

/// The table of steps in the file: created, refused, damaged, removed.
@Suite struct UndoTableTests {
  /// The step of the test of the first version: the title and the rank of a book have changed.
  private static let firstVersion: [UInt8] =
    [0x01, 0x01, 0x00, 0x00, 0x00, 0xb7, 0xb0, 0xad, 0xf1, 0x39, 0x78, 0x38]
    + [0x68, 0x01, 0x00, 0x01, 0x05, 0x62, 0x6f, 0x6f, 0x6b, 0x73, 0x02, 0x01]
    + [0x03, 0x01, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x04]
    + [0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x04, 0x45]
    + [0x6d, 0x6d, 0x61, 0x01, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00]
    + [0x03, 0x04, 0x6a, 0x61, 0x6e, 0x65, 0x04, 0x05, 0x03, 0x01, 0x41, 0x00]
    + [0x05]

  private static let objects: [SQL] = [
    "CREATE TABLE stategraph_undo (id INTEGER PRIMARY KEY)",
    "CREATE TABLE Stategraph_Undo (log TEXT, number INTEGER)",
    "CREATE VIEW stategraph_undo AS SELECT 1 AS log",
  ]

  @Test(arguments: 0..<3)
  func `a foreign table is refused before anything is written`(place: Int) throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("foreign.sqlite"))
    try database.execute(Self.objects[place])
    let before = try database.rows("SELECT * FROM sqlite_schema").map(\.values)
    let error = DatabaseError.thrown { try database.openUndoLog("main") }
    #expect(error?.code == .schemaMismatch)
    #expect(try database.rows("SELECT * FROM sqlite_schema").map(\.values) == before)
  }

  @Test func `a newer table is refused before anything is written`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("ALTER TABLE stategraph_undo ADD COLUMN author TEXT")
    try scene.expectRefusal(.schemaMismatch) { try scene.database.openUndoLog(scene.log) }
    try scene.expectRefusal(.schemaMismatch) { try scene.write("Edit", "DELETE FROM books") }
    try scene.expectRefusal(.schemaMismatch) { _ = try scene.undo() }
  }

  @Test func `a newer step is refused at the opening and by an undo`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("UPDATE stategraph_undo SET changes = x'02'")
    try scene.expectRefusal(.schemaTooNew) { try scene.database.openUndoLog(scene.log) }
    try scene.expectRefusal(.schemaTooNew) { _ = try scene.undo() }
    try scene.database.openUndoLog("another window")
  }

  @Test func `a damaged step is refused, and a cleared log is usable`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    let whole = try #require(
      try scene.database.fetchValue([UInt8].self, "SELECT changes FROM stategraph_undo")
    )
    for bytes in [[], [0], [1], [1, 255, 255, 255, 255], Array(whole.dropLast()), whole + [0]] {
      try scene.database.execute("UPDATE stategraph_undo SET changes = \(bytes as [UInt8])")
      try scene.expectRefusal(.corrupt) { _ = try scene.undo() }
    }
    try scene.database.clearUndoLog(scene.log)
    try scene.write("Edit", "UPDATE books SET title = 'B' WHERE id = 1")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles.first == "A")
  }

  @Test func `bytes that are altered are refused or applied whole, and never trap`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A', rank = rank + 10")
    let whole = try #require(
      try scene.database.fetchValue([UInt8].self, "SELECT changes FROM stategraph_undo")
    )
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      try? scene.database.write {
        try scene.database.execute("UPDATE stategraph_undo SET changes = \(bytes)")
        throw TestFailure("put back")
      }
      _ = bytes.withUnsafeBytes { bytes in try? UndoStepDecoder.decode(bytes) }
    }
    try scene.database.execute(
      "UPDATE stategraph_undo SET number = \(Int64.max), bytes_before = \(Int64.max)"
    )
    #expect(throws: Never.self) { try? scene.write("Next", "UPDATE books SET title = 'B'") }
    #expect(
      try scene.database.fetchValue(String.self, "PRAGMA integrity_check") == "ok",
      "seed \(seed)"
    )
  }

  @Test func `a file of the first version is opened, and its step is undone`() throws {
    // The table and the step as the first version has written them. Both never change: a later
    // version must read them.
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A', rank = NULL WHERE id = 1")
    try scene.database.execute("DROP TABLE stategraph_undo")
    try scene.database.execute(
      """
      CREATE TABLE "stategraph_undo" (
        id INTEGER PRIMARY KEY NOT NULL,
        log TEXT NOT NULL,
        number INTEGER NOT NULL,
        is_undone INTEGER NOT NULL,
        name TEXT NOT NULL,
        group_key TEXT,
        written_at INTEGER,
        bytes_before INTEGER NOT NULL,
        changes BLOB NOT NULL
      ) STRICT
      """
    )
    try scene.database.execute(
      """
      INSERT INTO stategraph_undo VALUES (1, 'main window', 1, 0, 'Edit', NULL, NULL, 0,
        \(Self.firstVersion))
      """
    )
    try scene.reopen()
    try scene.database.openUndoLog(scene.log)
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles.first == "Emma")
  }

  @Test func `a removed table is created again by the next opening`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("DROP TABLE stategraph_undo")
    #expect(try scene.names == UndoNames())
    try scene.expectRefusal(.schemaMismatch) { try scene.write("Edit", "DELETE FROM books") }
    try scene.database.openUndoLog(scene.log)
    try scene.write("Edit", "UPDATE books SET title = 'B' WHERE id = 1")
    #expect(try scene.undo() == "Edit")
    #expect(try scene.titles.first == "A")
  }

  @Test func `a change of the steps is reported without their rows`() throws {
    let scene = try UndoScene()
    let commits = CommitRecorder()
    _ = scene.database.attach { commits }
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    _ = try scene.undo()
    try scene.database.execute("DELETE FROM stategraph_undo")
    try scene.database.execute("DROP TABLE stategraph_undo")
    try scene.database.execute("UPDATE books SET title = 'A' WHERE id = 1")
    let lines = commits.changeSets.elements.map(\.lines)
    #expect(lines.map { $0.contains("stategraph_undo reset") } == [true, true, true, true, false])
    #expect(lines[0].count == 2)
  }

  @Test func `a read-only database reads the log and undoes nothing`() throws {
    let scene = try UndoScene()
    try scene.write("Edit", "UPDATE books SET title = 'A' WHERE id = 1")
    var configuration = Database.Configuration()
    configuration.access = .readOnly
    let reader = try Database(path: scene.path, configuration: configuration)
    try reader.openUndoLog(scene.log)
    #expect(try reader.undoNames(of: scene.log) == UndoNames(undo: "Edit"))
    let error = DatabaseError.thrown { _ = try reader.apply(.undo, of: scene.log) }
    #expect(error?.code == .readOnly)
  }

  @Test func `the schema that tools show leaves the table out`() throws {
    let scene = try UndoScene()
    let tables = try scene.database.withReader { try SchemaReader($0).tables().map(\.name) }
    #expect(tables == ["authors", "books"])
  }

  @Test func `a write without undo runs the same statements with an open log`() throws {
    let plain = try UndoScene()
    let counter = plain.database.statementCounter
    func count() throws -> [Int] {
      let before = [counter.readCount, counter.writeCount]
      try plain.database.write { try plain.database.execute("UPDATE books SET title = 'A'") }
      return [counter.readCount - before[0], counter.writeCount - before[1]]
    }
    let first = try count()
    try plain.write("Edit", "UPDATE books SET title = 'B'")
    #expect(try count() == first)
  }
}
