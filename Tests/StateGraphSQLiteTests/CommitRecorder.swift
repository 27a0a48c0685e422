import StateGraphSQLite
import StateGraphThreads
import TestSupport

/// A commit observer that only takes notes.
final class CommitRecorder: CommitObserver {
  let changeSets = Recorder<ChangeSet>()
  let events = Recorder<String>()
  /// Opens with the end of the first write that changed something.
  let ends = Gate()

  func writeWillBegin() { events.record("begin") }
  func didCommit(_ changeSet: ChangeSet, in database: Database) {
    changeSets.record(changeSet)
    events.record("commit")
  }
  func didRollBack(nested: Bool, in database: Database) {
    events.record(nested ? "savepoint undone" : "rollback")
  }
  func willUseTransaction() {}
  func willCommit(_ changeSet: ChangeSet, in database: Database) {}
  func nestedWriteWillBegin() {}
  func nestedWriteDidEnd() {}
  func snapshotDidBegin() {}
  func snapshotWillEnd() {}
  func databaseDidClose() {}
  func writeDidEnd() {
    events.record("end")
    if !changeSets.elements.isEmpty { ends.open() }
  }
}

/// A database in a file of its own, with someone watching its commits.
struct WatchedDatabase {
  let directory: TemporaryDirectory
  let path: String
  let database: Database
  let commits = CommitRecorder()

  init(_ statements: [SQL] = [], watching names: [String] = []) throws {
    directory = try TemporaryDirectory()
    path = directory.file("test.sqlite")
    database = try Database(path: path)
    for statement in statements { try database.execute(statement) }
    for name in names { try watch(name) }
    let commits = commits
    _ = database.attach { commits }
  }

  func watch(_ name: String) throws {
    guard let table = try database.table(name) else { throw TestFailure("no table \(name)") }
    try database.watch(table)
  }

  /// The values of a query's rows.
  func values(_ sql: SQL) throws -> [[SQLiteValue]] { try database.rows(sql).map(\.values) }
}

extension Connection {
  /// A connection to memory, with the settings of a writer.
  static func inMemory() throws -> Connection { try WriterConnection.open(.memory) }
}

extension DatabaseError {
  /// The error that `body` throws, or nil.
  static func thrown(by body: () throws -> Void) -> DatabaseError? {
    do {
      try body()
      return nil
    } catch {
      return error as? DatabaseError
    }
  }
}

extension SQLiteValue {
  /// As a SQL literal, for expectations that can be read.
  var literal: String {
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
  /// One line for each changed row, sorted: `table key: before -> after`.
  var lines: [String] {
    var lines = schemaChanged ? ["schema"] : []
    for (table, changes) in tables {
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
