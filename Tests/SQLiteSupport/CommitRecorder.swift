package import StateGraphSQLite
import StateGraphThreads
package import TestSupport

/// A commit observer that only takes notes.
package final class CommitRecorder: CommitListener {
  package let changeSets = Recorder<ChangeSet>()
  package let events = Recorder<String>()
  /// Opens with the end of the first write that changed something.
  package let ends = Gate()

  package init() {}

  package func writeWillBegin() { events.record("begin") }
  package func didCommit(_ changeSet: ChangeSet, in database: Database) {
    changeSets.record(changeSet)
    events.record("commit")
  }
  package func didRollBack(nested: Bool, in database: Database) {
    events.record(nested ? "savepoint undone" : "rollback")
  }
  package func writeDidEnd() {
    events.record("end")
    if !changeSets.elements.isEmpty { ends.open() }
  }
}

/// A database in a file of its own, with someone watching its commits.
package struct WatchedDatabase {
  package let directory: TemporaryDirectory
  package let path: String
  package let database: Database
  package let commits = CommitRecorder()

  package init(_ statements: [SQL] = [], watching names: [String] = []) throws {
    directory = try TemporaryDirectory()
    path = directory.file("test.sqlite")
    database = try Database(path: path)
    for statement in statements { try database.execute(statement) }
    for name in names { try watch(name) }
    let commits = commits
    _ = database.attach { commits }
  }

  package func watch(_ name: String) throws {
    guard let table = try database.table(name) else { throw TestFailure("no table \(name)") }
    try database.watch(table)
  }

  /// The values of a query's rows.
  package func values(_ sql: SQL) throws -> [[SQLiteValue]] { try database.rows(sql).map(\.values) }
}

extension Connection {
  /// A connection to memory, with the settings of a writer.
  package static func inMemory() throws -> Connection { try WriterConnection.open(.memory) }
}

extension DatabaseError {
  /// The error that `body` throws, or nil.
  package static func thrown(by body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }
}

extension SQLiteValue {
  /// The value as a SQL literal, for readable expectations.
  package var literal: String {
    switch self {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    case .text(let text): "'\(text)'"
    case .blob(let bytes): "x'" + bytes.map { String($0, radix: 16) }.joined() + "'"
    }
  }
}

extension ChangeSet {
  /// One line for each changed row, sorted: `table key: before -> after`. The tables of replicas
  /// are left out, because each commit of a replicator changes them.
  package var lines: [String] {
    var lines = schemaChanged ? ["schema"] : []
    let ofReplicas = [LibraryTable.replica, LibraryTable.refused].map { ByteText($0) }
    for (table, changes) in tables where !ofReplicas.contains(table) {
      switch changes {
      case .reset: lines.append("\(table) reset")
      case .updates: lines.append("\(table) updates")
      case .rows(let rows):
        lines += rows.map { row in
          let key = row.key.values.map(\.literal).joined(separator: ",")
          return "\(table) \(key): \(describe(row.old)) -> \(describe(row.new))"
        }
      }
    }
    return lines.sorted()
  }

  private func describe(_ image: RowImage?) -> String {
    image.map { "(" + $0.map(\.literal).joined(separator: ", ") + ")" } ?? "none"
  }
}
