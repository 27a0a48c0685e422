import TestSupport

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Tables without entity types, and the SQL that tests make live.
struct LiveSQLScene {
  let directory: TemporaryDirectory
  let database: Database

  static let tables: [SQL] = [
    "CREATE TABLE a (id INTEGER PRIMARY KEY, x, y, z)",
    "CREATE TABLE b (id INTEGER PRIMARY KEY, a_id INTEGER, x, w)",
    "CREATE TABLE log (entry)",
    "CREATE TABLE pairs (k TEXT, v, PRIMARY KEY (k)) WITHOUT ROWID",
    "CREATE TABLE named (k TEXT PRIMARY KEY, v)",
    "CREATE TABLE derived (id INTEGER PRIMARY KEY, p, q AS (p + 1), s AS (p * 2) STORED, t)",
    "CREATE VIEW narrow AS SELECT id, x FROM a",
    "CREATE VIEW joined AS SELECT 1 AS one FROM a JOIN b USING (x)",
    "CREATE VIEW outer_view AS SELECT one FROM joined",
    "CREATE VIEW clock AS SELECT datetime('now') AS time",
    "CREATE TRIGGER logs AFTER UPDATE OF z ON a BEGIN INSERT INTO log VALUES (new.z); END",
    "INSERT INTO a VALUES (1, 'one', 10, 0), (2, 'two', 20, 0), (3, 'three', 30, 0)",
    "INSERT INTO b VALUES (1, 1, 'one', 'w'), (2, 1, 'none', 'w')",
    "INSERT INTO named VALUES ('k', 'v')",
    "INSERT INTO pairs VALUES ('k', 'v')",
    "INSERT INTO log VALUES ('first')",
    "INSERT INTO derived (id, p, t) VALUES (1, 1, 't')",
  ]

  init(inMemory: Bool = false, explainsCommits: Bool = false) throws {
    directory = try TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.explainsCommits = explainsCommits
    database = try Database(
      path: inMemory ? ":memory:" : directory.file("live.sqlite"),
      configuration: configuration
    )
    try database.write { for table in Self.tables { try database.execute(table) } }
  }

  var graph: DatabaseGraph { DatabaseGraph.of(database) }

  /// The number of reads by live nodes.
  var reads: Int { graph.reads.total }

  /// Another database of the same file. It shares no object, so it behaves like one of another
  /// process.
  func other() throws -> Database { try Database(path: directory.file("live.sqlite")) }

  /// A connection of a program without the library.
  func stranger() throws -> WriterConnection {
    let location = try DatabaseLocation(path: directory.file("live.sqlite"))
    let connection = try WriterConnection.open(location)
    connection.recordChanges(.never)
    return connection
  }
}

/// The error of the library that `body` throws, or nil.
func databaseError(_ body: () throws -> Void) -> DatabaseError? {
  do {
    try body()
    return nil
  } catch {
    return error as? DatabaseError
  }
}

extension Computed<[SQLiteRow]> {
  var rowValues: [[SQLiteValue]] { wrappedValue.map(\.values) }
}
