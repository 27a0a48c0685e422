import StateGraphSQLite
import TestSupport
import Testing

/// Steps of an undo log: the effects of an undo and of a redo, and the end of a step.
@Suite struct UndoStepTests {
  @Test func `an undo puts the rows back, and a redo changes them again`() throws {
    let scene = try UndoScene()
    let before = try scene.rows("books")
    try scene.write(
      "Edit",
      "UPDATE books SET title = 'Emma, again' WHERE id = 1",
      "DELETE FROM books WHERE id = 2",
      "INSERT INTO books VALUES (9, 'Mathilda', 2, 'mary')"
    )
    let after = try scene.rows("books")
    #expect(try scene.names == UndoNames(undo: "Edit"))
    #expect(try scene.undo() == "Edit")
    #expect(try scene.rows("books") == before)
    #expect(try scene.names == UndoNames(redo: "Edit"))
    #expect(try scene.redo() == "Edit")
    #expect(try scene.rows("books") == after)
    #expect(try scene.names == UndoNames(undo: "Edit"))
  }

  @Test func `without a step, nothing is undone or redone`() throws {
    let scene = try UndoScene()
    let before = try scene.content()
    #expect(try scene.undo() == nil)
    #expect(try scene.redo() == nil)
    #expect(try scene.content() == before)
  }

  @Test func `steps are undone after a restart, the newest first`() throws {
    let scene = try UndoScene()
    try scene.write("First", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.write("Second", "UPDATE books SET title = 'B' WHERE id = 1")
    try scene.reopen()
    #expect(try scene.undo() == "Second")
    try scene.reopen()
    #expect(try scene.names == UndoNames(undo: "First", redo: "Second"))
    #expect(try scene.undo() == "First")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
    try scene.reopen()
    #expect(try scene.redo() == "First")
    #expect(try scene.redo() == "Second")
    #expect(try scene.titles == ["B", "Persuasion", "Frankenstein"])
  }

  @Test func `a new step drops the steps that were undone`() throws {
    let scene = try UndoScene()
    try scene.write("First", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.write("Second", "UPDATE books SET title = 'B' WHERE id = 1")
    _ = try scene.undo()
    try scene.write("Third", "UPDATE books SET title = 'C' WHERE id = 2")
    #expect(try scene.names == UndoNames(undo: "Third"))
    #expect(try scene.stepCount == 2)
    #expect(try scene.undo() == "Third")
    #expect(try scene.undo() == "First")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }

  @Test func `a write that changes no row is no step, and keeps the undone steps`() throws {
    let scene = try UndoScene()
    try scene.write("First", "UPDATE books SET title = 'A' WHERE id = 1")
    _ = try scene.undo()
    try scene.write("Nothing", "UPDATE books SET title = title")
    try scene.write("Back", "UPDATE books SET title = 'X'", "UPDATE books SET title = 'Emma'")
    _ = try scene.undo()
    try scene.write("Nothing", "UPDATE books SET title = title")
    #expect(try scene.names == UndoNames(redo: "Back"))
  }

  @Test func `a write that throws leaves no step`() throws {
    let scene = try UndoScene()
    let before = try scene.content()
    #expect(throws: TestFailure.self) {
      try scene.recorder("Failing").write(in: scene.database) {
        try scene.database.execute("DELETE FROM books")
        throw TestFailure("undone")
      }
    }
    #expect(try scene.content() == before)
  }

  @Test func `an undone nested write is no part of the step`() throws {
    let scene = try UndoScene()
    try scene.recorder("Outer").write(in: scene.database) {
      try scene.database.execute("UPDATE books SET title = 'A' WHERE id = 1")
      try? scene.database.write {
        try scene.database.execute("DELETE FROM books")
        throw TestFailure("undone")
      }
    }
    #expect(try scene.titles == ["A", "Persuasion", "Frankenstein"])
    _ = try scene.undo()
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }

  @Test func `nested undoable writes of one log are one step`() throws {
    let scene = try UndoScene()
    try scene.recorder("Outer").write(in: scene.database) {
      try scene.write("Inner", "UPDATE books SET title = 'A' WHERE id = 1")
      try scene.database.execute("UPDATE books SET title = 'B' WHERE id = 2")
    }
    #expect(try scene.names == UndoNames(undo: "Outer"))
    #expect(try scene.stepCount == 1)
    _ = try scene.undo()
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }

  @Test func `inside another write, undoable writes and undos are refused`() throws {
    let scene = try UndoScene()
    try scene.write("First", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.expectRefusal(.misuse) {
      try scene.database.write { try scene.write("Inner", "DELETE FROM books") }
    }
    try scene.expectRefusal(.misuse) {
      try scene.database.write { _ = try scene.undo() }
    }
    try scene.database.openUndoLog("other window")
    let other = UndoRecorder(
      scope: StoredUndoLog("other window", in: scene.database).scope,
      stepName: "Other",
      grouping: nil,
      limit: scene.limit,
      now: { 0 }
    )
    try scene.expectRefusal(.misuse) {
      try other.write(in: scene.database) { try scene.write("Inner", "DELETE FROM books") }
    }
  }

  @Test func `logs of different names have their own steps`() throws {
    let scene = try UndoScene()
    for name in ["é", "e\u{301}", "", "a\0b"] {
      let recorder = UndoRecorder(
        scope: StoredUndoLog(name, in: scene.database).scope,
        stepName: "In \(name)",
        grouping: nil,
        limit: scene.limit,
        now: { 0 }
      )
      try scene.database.openUndoLog(name)
      try recorder.write(in: scene.database) {
        try scene.database.execute("INSERT INTO authors VALUES (\(name), 'New')")
      }
    }
    try scene.reopen()
    #expect(try scene.names == UndoNames())
    for name in ["é", "a\0b", "e\u{301}", ""] {
      #expect(try scene.database.undoNames(of: name) == UndoNames(undo: "In \(name)"))
      _ = try scene.database.apply(.undo, of: name)
      let count: SQL = "SELECT count(*) FROM authors WHERE id = \(name)"
      #expect(try scene.database.fetchValue(Int.self, count) == 0)
    }
  }

  @Test func `clearing a log keeps the rows and the other logs`() throws {
    let scene = try UndoScene()
    try scene.write("First", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.clearUndoLog("other")
    #expect(try scene.names == UndoNames(undo: "First"))
    try scene.database.clearUndoLog(scene.log)
    #expect(try scene.names == UndoNames())
    #expect(try scene.undo() == nil)
    #expect(try scene.titles == ["A", "Persuasion", "Frankenstein"])
  }

  @Test func `an undoable write waits for other writes without blocking its task`() async throws {
    let scene = try UndoScene()
    let (database, recorder) = (scene.database, scene.recorder("Async"))
    let count = try await recorder.write(in: database) {
      try database.execute("UPDATE books SET title = 'A' WHERE id = 1")
    }
    #expect(count == 1)
    #expect(try scene.undo() == "Async")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
  }
}
