import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(table: "notes")
final class Note {
  typealias TypedIdentifierRawValue = String
  let typedID: TypedID
  @GraphStored var title: String
  @GraphStored var amount: Int
  @GraphStored var ratio: Double
  @GraphStored var body: String?
}

/// Sets in tables that change the set value, and after several histories of the row.
@Suite struct SetTests {
  enum Shape: String, CaseIterable, Sendable {
    case plain, keyedByItself, loose, otherOrder, moreColumns, computedColumn, addedColumn
    case triggerBefore, triggerAfter, replacing
  }

  enum History: String, CaseIterable, Sendable {
    case untouched, changedBySQL, setBefore, setManyBefore, setInUndoneWrite, changedInUndoneWrite
    case deletedAndInsertedBySQL, addedInWrite, changedByAnotherConnection
  }

  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("notes.sqlite")
  }

  private func script(_ shape: Shape) -> [String] {
    let key = "id TEXT PRIMARY KEY NOT NULL"
    let title = "title TEXT NOT NULL"
    let rest = "amount INTEGER NOT NULL, ratio REAL NOT NULL, body TEXT"
    let plain = "CREATE TABLE notes (\(key), \(title), \(rest)) STRICT"
    switch shape {
    case .plain: return [plain]
    case .keyedByItself: return [plain + ", WITHOUT ROWID"]
    case .loose: return ["CREATE TABLE notes (\(key), \(title), \(rest))"]
    case .otherOrder: return ["CREATE TABLE notes (\(rest), \(key), \(title)) STRICT"]
    case .moreColumns:
      return ["CREATE TABLE notes (\(key), \(title), \(rest), extra TEXT DEFAULT 'e') STRICT"]
    case .computedColumn:
      return ["CREATE TABLE notes (\(key), \(title), \(rest), v TEXT AS (title || '!')) STRICT"]
    case .addedColumn:
      return [
        "CREATE TABLE notes (\(key), \(title), amount INTEGER NOT NULL, ratio REAL NOT NULL)",
        "INSERT INTO notes VALUES ('n1', 't1', 1, 1)",
        "ALTER TABLE notes ADD COLUMN body TEXT DEFAULT 'none'",
      ]
    case .triggerBefore, .triggerAfter:
      let time = shape == .triggerBefore ? "BEFORE" : "AFTER"
      return [
        plain,
        """
        CREATE TRIGGER tr \(time) UPDATE OF title ON notes
          BEGIN UPDATE notes SET amount = amount + 100 WHERE id = old.id; END
        """,
      ]
    case .replacing:
      return [
        """
        CREATE TABLE notes (\(key), title TEXT NOT NULL UNIQUE ON CONFLICT REPLACE, \(rest)) STRICT
        """
      ]
    }
  }

  private func open(_ shape: Shape) throws -> (Database, EntityStore<Note>) {
    let database = try Database(path: path)
    for statement in script(shape) { try database.execute(.raw(statement)) }
    let store = try EntityStore<Note>(database)
    try database.write {
      for number in 0..<3 where !store.contains(.init("n\(number)")) {
        store.add(Note(id: "n\(number)", title: "t\(number)", amount: number, ratio: 1, body: nil))
      }
    }
    return (database, store)
  }

  private func prepare(
    _ history: History,
    _ note: Note,
    _ database: Database,
    _ store: EntityStore<Note>
  ) throws {
    switch history {
    case .untouched, .changedByAnotherConnection: break
    case .changedBySQL:
      try database.execute("UPDATE notes SET amount = 50, body = 'sql' WHERE id = 'n1'")
    case .setBefore:
      note.amount = 51
      _ = try database.rows("SELECT 1")
    case .setManyBefore:
      note.amount = 52
      note.body = String(repeating: "long ", count: 20)
      store.get(by: .init("n2"))?.amount = 7
    case .setInUndoneWrite:
      try? database.write {
        note.title = "undone"
        throw TestFailure("undo")
      }
    case .changedInUndoneWrite:
      try? database.write {
        try database.execute("UPDATE notes SET amount = 53, title = 'undone'")
        throw TestFailure("undo")
      }
    case .deletedAndInsertedBySQL:
      try database.execute("DELETE FROM notes WHERE id = 'n1'")
      try database.execute(
        "INSERT INTO notes (id, title, amount, ratio, body) VALUES ('n1', 'again', 54, 2.5, 'b')"
      )
    case .addedInWrite:
      store.add(Note(id: "n9", title: "t9", amount: 9, ratio: 9, body: "nine"))
      store.get(by: .init("n9"))?.body = nil
    }
  }

  /// Compares the live data with the rows that another connection reads.
  private func expectFresh(_ store: EntityStore<Note>, _ comment: String) throws {
    let oracle = try Connection.open(DatabaseLocation(path: path), mode: .reader)
    let rows = try oracle.rows("SELECT id, title, amount, ratio, body FROM notes ORDER BY id")
    let live = store.getAll().map { note -> [SQLiteValue] in
      [
        note.typedID.raw.value, note.title.value, note.amount.value, note.ratio.value,
        note.body.value,
      ]
    }
    #expect(live.count == rows.count, "\(comment)")
    for (row, values) in zip(rows, live) {
      for (column, value) in zip(row.values, values) {
        #expect(column.isIdentical(to: value), "\(comment): \(row.values), \(values)")
      }
    }
  }

  private func set(_ note: Note, _ database: Database) throws {
    note.title = "t2 of another"
    note.ratio = -0.0
    _ = try database.rows("SELECT 1")
    note.title = "t2"
    note.amount += 1
    #expect(note.title == "t2")
  }

  @Test(arguments: Shape.allCases, History.allCases)
  func `live data agrees with the file after a set`(shape: Shape, history: History) throws {
    let (database, store) = try open(shape)
    let held = store.getAll()
    guard let note = store.get(by: .init("n1")) else { throw TestFailure("no row") }
    let titles = Recorder<String>()
    let subscription = withGraphTracking { note.$title.onChange { titles.record($0) } }
    if history == .changedByAnotherConnection {
      let other = try Database(path: path)
      try other.execute("UPDATE notes SET amount = 60, body = 'other' WHERE id = 'n1'")
    }
    try database.write {
      try prepare(history, note, database, store)
      try set(note, database)
    }
    try expectFresh(store, "\(shape) \(history)")
    #expect(titles.elements == ["t1", "t2"])
    note.title = "alone"
    note.body = "alone"
    try expectFresh(store, "alone, \(shape) \(history)")
    #expect(titles.elements == ["t1", "t2", "alone"])
    subscription.cancel()
    withExtendedLifetime(held) {}
  }

  @Test func `setting an equal value writes nothing, also after other changes in the write`() throws
  {
    let (database, store) = try open(.plain)
    guard let note = store.get(by: .init("n1")) else { throw TestFailure("no row") }
    try database.write {
      note.title = "new"
      try database.execute("UPDATE notes SET amount = 70 WHERE id = 'n1'")
      let before = database.statementCounts
      note.title = "new"
      note.amount = 70
      note.ratio = 1
      _ = try database.rows("SELECT 1")
      #expect((database.statementCounts - before).writes == 0)
      note.amount = 1
      note.amount = 70
      note.body = "b"
      _ = try database.rows("SELECT 1")
      #expect((database.statementCounts - before).writes == 1)
    }
    try expectFresh(store, "at the end")
  }
}
