import StateGraphThreads
import TestSupport
import Testing

@testable import StateGraphSQLite

/// Undo logs by their names, for tests of several logs.
extension Database {
  func openUndoLog(_ log: String) throws { try StoredUndoLog(log, in: self).open() }
  func clearUndoLog(_ log: String) throws { try StoredUndoLog(log, in: self).clear() }
  func undoNames(of log: String) throws -> UndoNames { try StoredUndoLog(log, in: self).names() }
  func apply(_ direction: UndoDirection, of log: String) throws -> String? {
    try StoredUndoLog(log, in: self).apply(direction)
  }
}

/// A database in a file with an undo log, which a test opens again as after a restart.
final class UndoScene {
  let directory: TemporaryDirectory
  let path: String
  private(set) var database: Database
  let log: String
  /// The time of the next write, in milliseconds.
  let clock = Guarded<Int64>(1_000_000)
  var limit: UndoLimit
  /// The tables that the log leaves out.
  private let leftOut: [String]

  init(
    _ schema: [SQL] = UndoScene.books,
    log: String = "main window",
    leavingOut leftOut: [String] = [],
    stepLimit: Int = 100,
    byteLimit: Int = 1 << 20
  ) throws {
    directory = try TemporaryDirectory()
    path = directory.file("undo.sqlite")
    database = try Database(path: path)
    (self.log, self.leftOut) = (log, leftOut)
    limit = try UndoLimit(stepCount: stepLimit, byteCount: byteLimit)
    for statement in schema { try database.execute(statement) }
    try stored.open()
  }

  private var stored: StoredUndoLog { StoredUndoLog(log, in: database, leavingOut: leftOut) }

  static let books: [SQL] = [
    "CREATE TABLE authors (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT",
    """
    CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, rank INTEGER UNIQUE,
      author TEXT REFERENCES authors (id) ON DELETE CASCADE)
    """,
    "INSERT INTO authors VALUES ('jane', 'Jane'), ('mary', 'Mary')",
    """
    INSERT INTO books VALUES (1, 'Emma', 1, 'jane'), (2, 'Persuasion', 2, 'jane'),
      (3, 'Frankenstein', 3, 'mary')
    """,
  ]

  func recorder(_ name: String, group: String? = nil, in log: String? = nil) -> UndoRecorder {
    UndoRecorder(
      scope: (log.map { StoredUndoLog($0, in: database) } ?? stored).scope,
      stepName: name,
      grouping: group.map { UndoGrouping(key: $0, within: .seconds(1)) },
      limit: limit,
      now: { [clock] in clock.withLock { $0 } }
    )
  }

  func advance(by milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

  /// Runs the statements as one undoable write.
  func write(_ name: String = "Step", group: String? = nil, _ statements: SQL...) throws {
    try recorder(name, group: group).write(in: database) {
      for statement in statements { try database.execute(statement) }
    }
  }

  func undo() throws -> String? { try stored.apply(.undo) }
  func redo() throws -> String? { try stored.apply(.redo) }
  var names: UndoNames { get throws { try database.undoNames(of: log) } }

  func reopen() throws {
    try database.close()
    database = try Database(path: path)
  }

  /// The rows of a table, in the order of their keys.
  func rows(_ table: String) throws -> [[SQLiteValue]] {
    try database.rows("SELECT * FROM \(table: table) ORDER BY 1").map(\.values)
  }

  /// The titles of all books by their numbers.
  var titles: [String?] {
    get throws {
      try database.fetchValues(String?.self, "SELECT title FROM books ORDER BY id")
    }
  }

  /// The number of steps in the file.
  var stepCount: Int {
    get throws { try database.fetchValue(Int.self, "SELECT count(*) FROM stategraph_undo") ?? 0 }
  }

  /// All rows of all tables, also of the undo log, as text.
  func content() throws -> [String] {
    let tables = try database.fetchValues(
      String.self,
      "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
    )
    return try tables.flatMap { table in
      try database.rows("SELECT * FROM \(table: table)").map {
        table + ": " + $0.values.map(\.sqlLiteral).joined(separator: ", ")
      }
    }
  }

  /// Checks that `body` throws an error of this kind, and changes no byte of any row.
  @discardableResult
  func expectRefusal(
    _ code: DatabaseError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) throws -> DatabaseError? {
    let before = try content()
    let error = DatabaseError.thrown(by: body)
    #expect(error?.code == code, "\(error as Any)", sourceLocation: sourceLocation)
    #expect(try content() == before, sourceLocation: sourceLocation)
    return error
  }
}
