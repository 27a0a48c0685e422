import SampleDomains
import StateGraphPersistence
import StateGraphTesting
import TestSupport
import Testing

/// Undoable writes, undos and redos that fail, and programs that end meanwhile.
@Suite(.database(.book)) struct UndoFaultTests {
  private let db = TestDatabase.current
  private let database: Database
  private let log: UndoLog
  private let book: Book

  init() throws {
    database = try db.database
    log = try UndoLog("main window", in: database)
    book = try db[Book.self, "b"]
    try database.write(undo: "First", in: log) { book.title = "First" }
  }

  /// The title, the next undo and the next redo. A crash or a fault must leave all of them from one
  /// write.
  private func state(_ database: Database) throws -> [String?] {
    let title = try database.fetchValue(String.self, "SELECT title FROM books")
    let log = try UndoLog("main window", in: database)
    return [title, log.undoName, log.redoName]
  }

  private static let before: [String?] = ["First", "First", nil]
  private static let faults: [CommitFault] = [
    .diskFull, .inputOutput, .busy, .outOfSpace(after: 0), .outOfSpace(after: 5_000),
  ]

  @Test(arguments: faults)
  func `a step that cannot be committed leaves everything as before`(fault: CommitFault) throws {
    try db.faults.failNextCommit(fault)
    #expect(throws: DatabaseError.self) {
      try database.write(undo: "Second", in: log) { book.title = "Second" }
    }
    try db.faults.expectUnchanged()
    #expect(try state(database) == Self.before)
    #expect(book.title == "First")
    try database.write(undo: "Second", in: log) { book.title = "Second" }
    #expect(log.undoName == "Second")
  }

  @Test(arguments: faults)
  func `an undo and a redo that cannot be committed leave everything as before`(
    fault: CommitFault
  ) throws {
    try db.faults.failNextCommit(fault)
    #expect(throws: DatabaseError.self) { try log.undo() }
    try db.faults.expectUnchanged()
    #expect(try state(database) == Self.before)
    try log.undo()
    try db.faults.failNextCommit(fault)
    #expect(throws: DatabaseError.self) { try log.redo() }
    try db.faults.expectUnchanged()
    #expect(try state(database) == ["Notes", nil, "First"])
    try log.redo()
    #expect(book.title == "First")
  }

  @Test func `a crash leaves a write and its step both or neither`() throws {
    let count = try db.faults.everyCrash {
      try database.write(undo: "Second", in: log) { book.title = "Second" }
    } after: { after in
      let state = try state(after.database)
      #expect([Self.before, ["Second", "Second", nil]].contains(state))
    }
    #expect(count >= 3)
  }

  @Test(arguments: [CrashModel.processEnd, .powerLoss])
  func `a crash during an undo leaves it done or not done, and the log usable`(
    model: CrashModel
  ) throws {
    let count = try db.faults.everyCrash(model) {
      try log.undo()
    } after: { after in
      let state = try state(after.database)
      let isDone = state == ["Notes", nil, "First"]
      #expect(isDone || state == Self.before)
      let log = try UndoLog("main window", in: after.database)
      if isDone { try log.redo() } else { try log.undo() }
    }
    #expect(count >= 3)
  }
}
