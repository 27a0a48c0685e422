import StateGraphPersistence
import TestSupport
import Testing

// The code of the article about undo, as it stands there.

/// A menu item of some toolkit.
final class UndoMenuItem: @unchecked Sendable {
  // SAFETY: only the thread that writes in the test uses it.
  var title = ""
}

func showUndo(_ database: Database, _ book: Book) throws -> UndoLog {
  let undoLog = try UndoLog("main window", in: database)
  try database.write(undo: "Rename Book", in: undoLog) {
    book.title = "Emma"
  }
  try undoLog.undo()  // the old title, in the file and in every live object
  try undoLog.redo()
  return undoLog
}

func openUndoWithoutTrail(_ database: Database) throws -> UndoLog {
  let undoLog = try UndoLog("editor", in: database, leavingOut: ["audit"])
  return undoLog
}

func followUndo(_ undoLog: UndoLog, _ menu: UndoMenuItem) -> AnyCancellable {
  let subscription = withGraphTracking {
    undoLog.$undoName.onChange { name in
      menu.title = name.map { "Undo \($0)" } ?? "Undo"
    }
  }
  return subscription
}

func keystroke(_ text: String, into book: Book, _ database: Database, _ undoLog: UndoLog) throws {
  try database.write(undo: "Typing", in: undoLog, groupedBy: "title of \(book.typedID.raw)") {
    book.title = text
  }
}

func undoOrExplain(_ undoLog: UndoLog) throws -> String {
  do {
    try undoLog.undo()
  } catch DatabaseError.Code.undoConflict {
    return "The book was changed elsewhere."
  }
  return ""
}

@Suite struct UndoExampleTests {
  @Test func `the examples of the article about undo have the described effects`() throws {
    let database = try Database.temporary()
    try database.createTables(for: Author.self, Book.self, Tag.self, BookTag.self)
    let author = Author(id: "a", name: "Jane")
    try EntityStore<Author>(database).add(author)
    let book = Book(id: "b", title: "Old", author: author)
    try EntityStore<Book>(database).add(book)
    let (undoLog, menu) = (try showUndo(database, book), UndoMenuItem())
    #expect(book.title == "Emma")
    let subscription = followUndo(undoLog, menu)
    defer { subscription.cancel() }
    for text in ["E", "Em"] { try keystroke(text, into: book, database, undoLog) }
    #expect(menu.title == "Undo Typing")
    #expect(try undoOrExplain(undoLog) == "")
    #expect(book.title == "Emma")
    book.title = "Another"
    #expect(try undoOrExplain(undoLog) == "The book was changed elsewhere.")
    #expect(throws: DatabaseError.self) { try openUndoWithoutTrail(database) }
    try database.execute("CREATE TABLE audit (id INTEGER PRIMARY KEY)")
    #expect(try !openUndoWithoutTrail(database).canUndo)
  }
}
