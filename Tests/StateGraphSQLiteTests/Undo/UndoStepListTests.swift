import CSQLite
import TestSupport
import Testing

@testable import StateGraphSQLite

/// The rows of a full log, and what a writer knows of the steps between two writes.
@Suite struct UndoStepListTests {
  private func identifiers(_ scene: UndoScene) throws -> [Int] {
    try scene.database.fetchValues(Int.self, "SELECT id FROM stategraph_undo ORDER BY number")
  }

  private func write(_ numbers: ClosedRange<Int>, _ scene: UndoScene) throws {
    for number in numbers {
      try scene.write("\(number)", "UPDATE books SET title = \(number) WHERE id = 1")
    }
  }

  /// The names of the steps that are undone one after the other.
  private func undoAll(_ scene: UndoScene) throws -> [String] {
    var names: [String] = []
    while let name = try scene.undo() { names.append(name) }
    return names
  }

  @Test func `a step of a full log takes the row of the oldest one`() throws {
    let scene = try UndoScene(stepLimit: 3)
    try write(1...3, scene)
    #expect(try identifiers(scene) == [1, 2, 3])
    try write(4...5, scene)
    #expect(try identifiers(scene) == [3, 1, 2])
    #expect(try undoAll(scene) == ["5", "4", "3"])
    #expect(try scene.titles.first == "2")
    for name in ["3", "4", "5"] { #expect(try scene.redo() == name) }
    #expect(try scene.titles.first == "5")
  }

  @Test func `a step that is written after an undo of a full log is the newest`() throws {
    let scene = try UndoScene(stepLimit: 3)
    try write(1...5, scene)
    _ = try scene.undo()
    _ = try scene.undo()
    try write(6...8, scene)
    #expect(try undoAll(scene) == ["8", "7", "6"])
    #expect(try scene.titles.first == "3")
  }

  @Test func `an undoable write reads nothing of a log that it knows`() throws {
    let scene = try UndoScene()
    let counter = scene.database.statementCounter
    func count(_ body: () throws -> Void) rethrows -> [Int] {
      let before = [counter.readCount, counter.writeCount]
      try body()
      return [counter.readCount - before[0], counter.writeCount - before[1]]
    }
    let plain = try count { try scene.database.execute("UPDATE books SET title = 'A'") }
    let first = try count { try scene.write("1", "UPDATE books SET title = 'B'") }
    #expect(first[0] > plain[0])
    for name in ["2", "3"] {
      let known = try count { try scene.write(name, "UPDATE books SET title = \(name)") }
      #expect(known == [plain[0], plain[1] + 1])
      try scene.database.execute("UPDATE books SET rank = NULL")
    }
  }

  @Test(arguments: [false, true])
  func `a step of another connection is not overlooked`(hasPlainWrite: Bool) throws {
    let scene = try UndoScene(stepLimit: 3)
    let other = try Database(path: scene.path)
    try write(1...3, scene)
    try scene.recorder("other").write(in: other) {
      try other.execute("UPDATE books SET title = 'other' WHERE id = 1")
    }
    if hasPlainWrite { try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 2") }
    try write(4...4, scene)
    #expect(try undoAll(scene) == ["4", "other", "3"])
    #expect(try scene.titles.first == "2")
  }

  @Test func `steps that SQL has deleted are not overlooked`() throws {
    let scene = try UndoScene(stepLimit: 3)
    try write(1...3, scene)
    try scene.database.execute("DELETE FROM stategraph_undo WHERE number = 2")
    try write(4...4, scene)
    #expect(try identifiers(scene).count == 3)
    try scene.write("5", "DELETE FROM stategraph_undo", "UPDATE books SET title = 5 WHERE id = 1")
    try scene.write("6", "UPDATE books SET title = 6 WHERE id = 1")
    #expect(try undoAll(scene) == ["6", "5"])
    try write(7...7, scene)
    try scene.write("Nothing", "DELETE FROM stategraph_undo")
    try write(8...8, scene)
    #expect(try undoAll(scene) == ["8"])
  }

  @Test func `a write whose COMMIT fails changes no step`() throws {
    let scene = try UndoScene(
      UndoScene.books + [
        "CREATE TABLE notes (book INTEGER REFERENCES books DEFERRABLE INITIALLY DEFERRED)"
      ],
      stepLimit: 2
    )
    try write(1...2, scene)
    try scene.expectRefusal(.constraint) { try scene.write("x", "INSERT INTO notes VALUES (99)") }
    try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 2")
    try write(3...3, scene)
    #expect(try undoAll(scene) == ["3", "2"])
    #expect(try scene.titles.first == "1")
  }

  @Test func `a smaller limit deletes several steps at once`() throws {
    let scene = try UndoScene(stepLimit: 5)
    try write(1...5, scene)
    scene.limit = try UndoLimit(stepCount: 2, byteCount: 1 << 20)
    try write(6...6, scene)
    #expect(try scene.stepCount == 2)
    #expect(try undoAll(scene) == ["6", "5"])
  }

  @Test func `a write that joins a step obeys a smaller limit`() throws {
    let scene = try UndoScene(stepLimit: 5)
    try write(1...3, scene)
    try scene.write("T", group: "title", "UPDATE books SET title = 'T' WHERE id = 1")
    scene.limit = try UndoLimit(stepCount: 2, byteCount: 1 << 20)
    try scene.write("Typing", group: "title", "UPDATE books SET title = 'Ty' WHERE id = 1")
    #expect(try undoAll(scene) == ["Typing", "3"])
  }

  @Test func `a log of many more steps than the limit is cut by one statement`() throws {
    let scene = try UndoScene(stepLimit: 3)
    try write(1...1, scene)
    try scene.database.execute(
      """
      WITH RECURSIVE s (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM s WHERE i < \(50_000))
      INSERT INTO stategraph_undo
      SELECT i, log, i, 0, name, NULL, NULL, bytes_before, changes
      FROM stategraph_undo, s WHERE id = 1
      """
    )
    let counter = scene.database.statementCounter
    let before = counter.writeCount
    try write(2...2, scene)
    #expect(counter.writeCount - before < 10)
    #expect(try scene.stepCount == 3)
    #expect(try scene.undo() == "2")
  }

  @Test func `an undo reads the pages of one step`() throws {
    let scene = try UndoScene(byteLimit: 64 << 20)
    for number in 1...20 {
      let text = String(repeating: "\(number % 10)", count: 100_000)
      try scene.write("\(number)", "UPDATE books SET title = \(text) WHERE id = 1")
    }
    try scene.reopen()
    let writer = try #require(scene.database.writers.writer)
    #expect(try scene.undo() == "20")
    var (misses, highest): (Int32, Int32) = (0, 0)
    sqlite3_db_status(writer.handle, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 0)
    // A step has about 50 pages, so that all steps have 1,000.
    #expect(misses < 300)
  }

  @Test func `a step is not lost if a trigger deletes the row that it should replace`() throws {
    let scene = try UndoScene(stepLimit: 2)
    try scene.database.execute(
      """
      CREATE TRIGGER cut AFTER INSERT ON stategraph_undo BEGIN
        DELETE FROM stategraph_undo WHERE number < NEW.number;
      END
      """
    )
    try write(1...3, scene)
    #expect(try undoAll(scene).first == "3")
  }

  @Test func `an undoable write is refused if a trigger prevents its step`() throws {
    let scene = try UndoScene()
    try scene.database.execute(
      "CREATE TRIGGER no BEFORE INSERT ON stategraph_undo BEGIN SELECT RAISE(IGNORE); END"
    )
    try scene.expectRefusal(.constraint) { try write(1...1, scene) }
  }

  @Test(arguments: [false, true])
  func `a table that was created since the last step is part of the next one`(
    isOther: Bool
  ) throws {
    let scene = try UndoScene()
    try write(1...2, scene)
    let creator = isOther ? try Database(path: scene.path) : scene.database
    try creator.execute("CREATE TABLE other (id INTEGER PRIMARY KEY)")
    try scene.write("Other", "INSERT INTO other VALUES (1)")
    #expect(try scene.undo() == "Other")
    #expect(try scene.rows("other") == [])
  }

  /// SQLite counts the commits that a connection has seen from 0 for each connection. With one of
  /// these numbers of commits, the new connection has the count of the old one.
  @Test(arguments: 0..<24)
  func `the steps are read again after the writer connection was replaced`(commits: Int) throws {
    let scene = try UndoScene(stepLimit: 3)
    let other = try Database(path: scene.path)
    try write(1...5, scene)
    try scene.database.writerLock.hold(orFailAfter: .seconds(10)) {
      scene.database.writers.replace(in: scene.database)
      let writer = try #require(scene.database.writers.writer)
      for _ in 0..<commits {
        try other.execute("UPDATE books SET rank = rank + 3 WHERE id = 3")
        _ = try writer.firstValue("SELECT 1 FROM books")
      }
    }
    try scene.recorder("other").write(in: other) {
      try other.execute("UPDATE books SET title = 'other' WHERE id = 1")
    }
    try write(6...6, scene)
    #expect(try undoAll(scene) == ["6", "other", "5"])
  }

  @Test func `a log with the greatest number begins again`() throws {
    let scene = try UndoScene()
    try write(1...2, scene)
    try scene.database.execute(
      "UPDATE stategraph_undo SET number = \(Int64.max) WHERE number = 2"
    )
    try write(3...4, scene)
    #expect(try undoAll(scene) == ["4", "3"])
    #expect(try scene.titles.first == "2")
  }

  @Test func `a step of an earlier version is older than the next one`() throws {
    let scene = try UndoScene(stepLimit: 2)
    try write(1...2, scene)
    // An earlier version of the library has deleted the oldest steps and numbered the rows onwards.
    try scene.database.execute("UPDATE stategraph_undo SET id = id + 70, number = number + 7")
    try scene.reopen()
    try write(3...3, scene)
    #expect(try undoAll(scene) == ["3", "2"])
  }
}
