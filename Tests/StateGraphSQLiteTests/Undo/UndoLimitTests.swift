import TestSupport
import Testing

@testable import StateGraphSQLite

/// The bounds of an undo log, and writes that are too large for a step.
@Suite struct UndoLimitTests {
  private func head(_ number: Int64, from bytesBefore: Int64, _ byteCount: Int64) -> UndoStepHead {
    UndoStepHead(number: number, bytesBefore: bytesBefore, byteCount: byteCount)
  }

  @Test func `steps beyond the limit are too many`() throws {
    let limit = try UndoLimit(stepCount: 3, byteCount: 100)
    #expect((0...6).map(limit.excessCount) == [0, 0, 0, 0, 1, 2, 3])
  }

  @Test func `steps that begin before the last bytes are deleted, but never the newest`() throws {
    let limit = try UndoLimit(stepCount: 3, byteCount: 80)
    #expect(limit.firstKeptByte(afterWriting: head(9, from: 940, 40), oldest: 900) == nil)
    #expect(limit.firstKeptByte(afterWriting: head(9, from: 940, 41), oldest: 900) == 911)
    #expect(limit.firstKeptByte(afterWriting: head(9, from: 940, 75), oldest: 900) == 940)
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1)])
  func `a limit that is not positive is refused`(stepCount: Int, byteCount: Int) {
    let error = DatabaseError.thrown {
      _ = try UndoLimit(stepCount: stepCount, byteCount: byteCount)
    }
    #expect(error?.code == .misuse)
  }

  @Test func `the oldest steps are forgotten in the write that exceeds the number`() throws {
    let scene = try UndoScene(stepLimit: 3)
    for number in 1...5 {
      try scene.write("Step \(number)", "UPDATE books SET title = \(number) WHERE id = 1")
      #expect(try scene.stepCount == min(number, 3))
    }
    for number in [5, 4, 3] { #expect(try scene.undo() == "Step \(number)") }
    #expect(try scene.undo() == nil)
    #expect(try scene.titles.first == "2")
    for number in [3, 4, 5] { #expect(try scene.redo() == "Step \(number)") }
    #expect(try scene.titles.first == "5")
  }

  @Test func `the oldest steps are forgotten in the write that exceeds the bytes`() throws {
    let scene = try UndoScene(byteLimit: 1_000)
    for number in 1...9 {
      let text = String(repeating: "\(number)", count: 100)
      try scene.write("Step \(number)", "UPDATE books SET title = \(text) WHERE id = 1")
      let total = try scene.database.fetchValue(
        Int.self,
        "SELECT sum(length(changes)) FROM stategraph_undo"
      )
      #expect(try #require(total) <= 1_000)
    }
    let count = try scene.stepCount
    #expect(count > 1)
    for number in (1...9).suffix(count).reversed() {
      #expect(try scene.undo() == "Step \(number)")
    }
  }

  @Test func `a step larger than the bytes is refused before COMMIT`() throws {
    let scene = try UndoScene(byteLimit: 1_000)
    try scene.write("Small", "UPDATE books SET title = 'A' WHERE id = 1")
    let text = String(repeating: "x", count: 1_000)
    try scene.expectRefusal(.tooBig) {
      try scene.write("Large", "UPDATE books SET title = \(text) WHERE id = 1")
    }
    #expect(try scene.undo() == "Small")
  }

  @Test func `a write of more rows than are remembered is refused`() throws {
    let scene = try UndoScene(["CREATE TABLE n (id INTEGER PRIMARY KEY, v)"], byteLimit: 64 << 20)
    let fill: SQL = """
      WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(65_536))
      INSERT INTO n SELECT i, 0 FROM s
      """
    try scene.write("Fill", fill)
    try scene.expectRefusal(.tooBig) {
      try scene.write("Two", "UPDATE n SET v = 1", "INSERT INTO n VALUES (0, 0)")
    }
    #expect(try scene.undo() == "Fill")
    #expect(try scene.rows("n") == [])
  }

  @Test func `a row whose key identifies nothing is refused`() throws {
    let scene = try UndoScene(["CREATE TABLE x (k TEXT PRIMARY KEY, v)"])
    try scene.expectRefusal(.tooBig) { try scene.write("X", "INSERT INTO x VALUES (NULL, 1)") }
    try scene.expectRefusal(.tooBig) {
      try scene.write("X", "INSERT INTO x VALUES (CAST(x'FF' AS TEXT), 1)")
    }
  }

  @Test func `a write that changes the schema is refused`() throws {
    let scene = try UndoScene()
    try scene.expectRefusal(.misuse) {
      try scene.write("Schema", "CREATE TABLE other (id)", "DELETE FROM books")
    }
  }
}
