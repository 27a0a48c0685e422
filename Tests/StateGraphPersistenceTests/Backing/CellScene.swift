import TestSupport

@testable import StateGraphPersistence

/// A database with one table of cells, whose columns have different constraints, and the errors of
/// its failed writes.
struct CellScene {
  let directory: TemporaryDirectory
  let database: Database
  let failures = Recorder<DatabaseError>()

  init(inMemory: Bool = false) throws {
    directory = try TemporaryDirectory()
    database = try CellScene.open(
      inMemory ? ":memory:" : directory.file("cells.sqlite"),
      failures
    )
    try database.execute(
      """
      CREATE TABLE users (
        id TEXT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL CHECK (name <> 'forbidden'),
        age INTEGER,
        score REAL
      ) STRICT
      """
    )
    try database.execute(
      "INSERT INTO users (id, name, age) VALUES ('ada', 'Ada', 36), ('bob', 'Bob', NULL)"
    )
  }

  static func open(_ path: String, _ failures: Recorder<DatabaseError>) throws -> Database {
    var configuration = Database.Configuration()
    configuration.busyTimeout = .milliseconds(1)
    configuration.onWriteFailure = { error in
      if let error = error as? DatabaseError { failures.record(error) }
    }
    return try Database(path: path, configuration: configuration)
  }

  /// The same file, opened again to read what it contains.
  func reopened() throws -> Database {
    try Database(path: directory.file("cells.sqlite"))
  }

  func setting<Value: GraphStorable>(_ key: String, _ initial: Value) -> Stored<Value> {
    Stored(wrappedValue: initial, backed: .sqlite(key: key, in: database))
  }

  func user<Value: GraphStorable>(
    _ id: String,
    _ column: String,
    _ initial: Value
  ) -> Stored<Value> {
    Stored(
      wrappedValue: initial,
      backed: .sqlite(table: "users", column: column, id: id, in: database)
    )
  }

  func value(_ sql: SQL) throws -> SQLiteValue? { try database.rows(sql).first?[0] }

  func stored(_ key: String) throws -> SQLiteValue? {
    try value("SELECT value FROM stategraph_settings WHERE key = \(key)")
  }

  var hasSettings: Bool {
    get throws {
      try value("SELECT 1 FROM sqlite_schema WHERE name = 'stategraph_settings'") != nil
    }
  }

  var cells: DatabaseCells { DatabaseGraph.of(database).cells }

  /// The numbers of SELECTs and of writes that `body` runs.
  func statements(_ body: () throws -> Void) rethrows -> [Int] {
    let counter = database.statementCounter
    let before = [counter.readCount, counter.writeCount]
    try body()
    return [counter.readCount - before[0], counter.writeCount - before[1]]
  }
}
