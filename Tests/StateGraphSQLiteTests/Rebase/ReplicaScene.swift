import SQLiteTestSupport
import TestSupport

@testable import StateGraphSQLite

/// A replicated file with the tables of ``ModelState``, one user, and an observer of its commits.
struct ReplicaScene {
  let directory: TemporaryDirectory
  let database: Database
  let file: ReplicaFile
  let commits = CommitRecorder()

  /// The server's position after ``init()``.
  static let start: UInt64 = 10

  init(_ more: [SQL] = []) throws {
    directory = try TemporaryDirectory()
    database = try Database(path: directory.file("replica.sqlite"))
    for statement in ModelState.schema + more { try database.execute(statement) }
    try StoredReplica(database).create(
      Replica(server: [1], client: [2], tables: ModelState.tables, position: ServerPosition(1))
    )
    file = ReplicaFile(database, refusesChanged: Array(ModelState.refusesChanged))
    try file.apply([commit(ReplicaScene.start, [user("ada", "Ada", 36)])])
    for table in ModelState.tables {
      guard let schema = try database.table(table) else { throw TestFailure("no table \(table)") }
      try database.watch(schema)
    }
    let commits = commits
    _ = database.attach { commits }
  }

  // MARK: The server

  func commit(
    _ position: UInt64,
    _ changes: [ServerChange],
    _ decision: PushDecision? = nil
  ) -> ServerCommit {
    ServerCommit(position: ServerPosition(position), changes: changes, decision: decision)
  }

  func row(
    _ table: ByteText,
    _ values: [SQLiteValue],
    keyCount: Int = 1,
    formerKey: RowKey? = nil
  ) -> ServerChange {
    let row = ServerRow(columns: Array(values.indices), values: RowImage(values))
    let key = RowKey(Array(values.prefix(keyCount)))
    return ServerChange(table: table, key: key, kind: .row(row, formerKey: formerKey))
  }

  func user(_ id: String, _ name: String, _ age: Int64?) -> ServerChange {
    row("users", [.text(id), .text(name), age.map { .integer($0) } ?? .null])
  }

  func deletion(_ table: ByteText, _ id: String) -> ServerChange {
    ServerChange(table: table, key: .value(.text(id)), kind: .deletion)
  }

  // MARK: The file

  /// The rows of a table, sorted.
  func lines(_ table: String) throws -> [String] {
    try database.rows("SELECT * FROM \(table: table)").map { row in
      row.values.map(\.literal).joined(separator: ", ")
    }
    .sorted()
  }

  /// The reasons why pending transactions are not visible.
  var setAside: [String] {
    get throws { try database.withReader { try SetAsideTable.all(on: $0).map(\.reason) } }
  }

  var pendingCount: Int {
    get throws {
      try StoredReplica(database).readOutbox { outbox in
        var (count, next) = (0, try outbox.first())
        while let transaction = next {
          (count, next) = (count + 1, try outbox.next(after: transaction))
        }
        return count
      }
    }
  }
}
