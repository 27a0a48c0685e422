import TestSupport
import Testing

@testable import StateGraphSQLite

/// Writes that together are one step.
@Suite struct UndoGroupingTests {
  private let grouping = UndoGrouping(key: "title", within: .milliseconds(500))

  private func head(_ group: String?, at time: Int64?) -> UndoStepHead {
    UndoStepHead(number: 1, group: group, writtenAt: time, bytesBefore: 0, byteCount: 1)
  }

  @Test func `a write joins a step of its group within the interval`() {
    let newest = head("title", at: 1_000)
    #expect(grouping.joins(newest, hasDeletedSteps: false, now: 1_000))
    #expect(grouping.joins(newest, hasDeletedSteps: false, now: 1_500))
    #expect(!grouping.joins(newest, hasDeletedSteps: false, now: 1_501))
  }

  @Test func `a write joins no other step`() {
    #expect(!grouping.joins(nil, hasDeletedSteps: false, now: 1_000))
    #expect(!grouping.joins(head(nil, at: nil), hasDeletedSteps: false, now: 1_000))
    #expect(!grouping.joins(head("name", at: 1_000), hasDeletedSteps: false, now: 1_000))
    #expect(!grouping.joins(head("title", at: 1_000), hasDeletedSteps: true, now: 1_000))
  }

  @Test func `keys are compared by their bytes`() {
    let grouping = UndoGrouping(key: "é", within: .seconds(1))
    #expect(grouping.joins(head("é", at: 0), hasDeletedSteps: false, now: 0))
    #expect(!grouping.joins(head("e\u{301}", at: 0), hasDeletedSteps: false, now: 0))
  }

  @Test func `a clock that jumps joins nothing and does not trap`() {
    #expect(!grouping.joins(head("title", at: 2_000), hasDeletedSteps: false, now: 1_000))
    #expect(!grouping.joins(head("title", at: .min), hasDeletedSteps: false, now: .max))
    let long = UndoGrouping(key: "title", within: .seconds(Int64.max))
    #expect(long.joins(head("title", at: 0), hasDeletedSteps: false, now: .max))
  }

  @Test func `grouped writes are undone at once`() throws {
    let scene = try UndoScene()
    for (name, title) in [("T", "E"), ("Ty", "Em"), ("Typing", "Emm")] {
      try scene.write(name, group: "title", "UPDATE books SET title = \(title) WHERE id = 1")
      scene.advance(by: 900)
    }
    #expect(try scene.stepCount == 1)
    #expect(try scene.undo() == "Typing")
    #expect(try scene.titles == ["Emma", "Persuasion", "Frankenstein"])
    #expect(try scene.redo() == "Typing")
    #expect(try scene.titles == ["Emm", "Persuasion", "Frankenstein"])
  }

  @Test func `a later write begins a step of its own`() throws {
    let scene = try UndoScene()
    try scene.write(group: "title", "UPDATE books SET title = 'A' WHERE id = 1")
    scene.advance(by: 1_001)
    try scene.write(group: "title", "UPDATE books SET title = 'B' WHERE id = 1")
    _ = try scene.undo()
    #expect(try scene.titles.first == "A")
  }

  @Test func `undo and redo end a group`() throws {
    let scene = try UndoScene()
    try scene.write("One", group: "title", "UPDATE books SET title = 'A' WHERE id = 1")
    _ = try scene.undo()
    _ = try scene.redo()
    try scene.write("Two", group: "title", "UPDATE books SET title = 'B' WHERE id = 1")
    #expect(try scene.stepCount == 2)
    _ = try scene.undo()
    try scene.write("Three", group: "title", "UPDATE books SET title = 'C' WHERE id = 1")
    #expect(try scene.stepCount == 2)
    _ = try scene.undo()
    #expect(try scene.titles.first == "A")
  }

  @Test func `a write that another write has interrupted is a step of its own`() throws {
    let scene = try UndoScene()
    try scene.write("One", group: "title", "UPDATE books SET title = 'A' WHERE id = 1")
    try scene.database.execute("UPDATE books SET title = 'X' WHERE id = 1")
    try scene.write("Two", group: "title", "UPDATE books SET title = 'B' WHERE id = 1")
    #expect(try scene.undo() == "Two")
    #expect(try scene.titles.first == "X")
    try scene.expectRefusal(.undoConflict) { _ = try scene.undo() }
  }

  @Test func `a group that ends where it began leaves no step`() throws {
    let scene = try UndoScene()
    try scene.write("Before", "UPDATE books SET title = 'A' WHERE id = 2")
    try scene.write(group: "title", "UPDATE books SET title = 'B' WHERE id = 1")
    try scene.write(group: "title", "UPDATE books SET title = 'Emma' WHERE id = 1")
    #expect(try scene.names == UndoNames(undo: "Before"))
    #expect(try scene.stepCount == 1)
  }

  @Test func `a group keeps rows that came and went, and rows of several tables`() throws {
    let scene = try UndoScene()
    let before = try scene.rows("books")
    try scene.write(group: "g", "INSERT INTO books VALUES (7, 'A', 7, 'jane')")
    try scene.write(group: "g", "UPDATE authors SET name = 'J.' WHERE id = 'jane'")
    try scene.write(group: "g", "DELETE FROM books WHERE id = 7")
    #expect(try scene.stepCount == 1)
    _ = try scene.undo()
    #expect(try scene.rows("books") == before)
    #expect(try scene.rows("authors").first == [.text("jane"), .text("Jane")])
  }

  @Test func `a group that would become too large continues in another step`() throws {
    let scene = try UndoScene(byteLimit: 1_000)
    for id in 1...3 {
      let text = String(repeating: "x", count: 400)
      try scene.write(group: "g", "UPDATE books SET title = \(text) WHERE id = \(id)")
    }
    #expect(try scene.stepCount == 1)
    _ = try scene.undo()
    #expect(try scene.titles.last == "Frankenstein")
  }
}
