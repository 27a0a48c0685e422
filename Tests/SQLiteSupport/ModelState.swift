package import StateGraphSQLite
import TestSupport

/// The rows of the replicated tables in a test, and the rules of their schema.
///
/// This reference model knows nothing of SQLite, of bases or of row images. It checks every rule
/// for all rows after each transaction.
package struct ModelState: Equatable {
  package typealias Row = [SQLiteValue]

  /// The change of one row in a transaction.
  package struct Change: Equatable {
    package let table: String
    package let key: RowKey
    package let old: Row?
    package let new: Row?

    package init(table: String, key: RowKey, old: Row?, new: Row?) {
      (self.table, self.key, self.old, self.new) = (table, key, old, new)
    }
  }

  /// The schema of the file. The table `titles` is not replicated: triggers keep it equal to the
  /// titles of the posts.
  package static let schema: [SQL] = [
    """
    CREATE TABLE users (
      id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE, age INTEGER CHECK (age >= 0)) STRICT
    """,
    """
    CREATE TABLE posts (
      id TEXT PRIMARY KEY NOT NULL, author TEXT REFERENCES users (id), title TEXT NOT NULL) STRICT
    """,
    """
    CREATE TABLE seats (
      room TEXT NOT NULL, number INTEGER NOT NULL, guest TEXT UNIQUE REFERENCES users (id),
      PRIMARY KEY (room, number)) STRICT
    """,
    """
    CREATE TABLE accounts (
      id TEXT PRIMARY KEY NOT NULL, balance INTEGER NOT NULL CHECK (balance >= 0)) STRICT
    """,
    "CREATE TABLE files (id TEXT PRIMARY KEY NOT NULL, data BLOB, rank INTEGER) STRICT",
    "CREATE TABLE titles (post TEXT PRIMARY KEY, title TEXT) STRICT",
    """
    CREATE TRIGGER added AFTER INSERT ON posts
    BEGIN INSERT INTO titles VALUES (new.id, new.title); END
    """,
    """
    CREATE TRIGGER removed AFTER DELETE ON posts
    BEGIN DELETE FROM titles WHERE post = old.id; END
    """,
    """
    CREATE TRIGGER retitled AFTER UPDATE ON posts
    BEGIN UPDATE titles SET title = new.title WHERE post = old.id; END
    """,
  ]

  package static let columns = [
    "users": ["id", "name", "age"], "posts": ["id", "author", "title"],
    "seats": ["room", "number", "guest"], "accounts": ["id", "balance"],
    "files": ["id", "data", "rank"],
  ]
  package static let tables = columns.keys.sorted()
  package static let keyCounts = ["users": 1, "posts": 1, "seats": 2, "accounts": 1, "files": 1]
  /// The tables in which a change of a row that another machine has changed is refused.
  package static let refusesChanged: Set<String> = ["accounts"]

  private var rows: [String: [RowKey: Row]] = [:]

  package init() {}

  package subscript(table: String) -> [RowKey: Row] { rows[table] ?? [:] }

  package mutating func set(_ row: Row?, _ key: RowKey, in table: String) {
    rows[table, default: [:]][key] = row
  }

  /// Returns the state after a transaction. Nil if the transaction does not fit this state.
  package func applying(_ changes: [Change]) -> ModelState? {
    var result = self
    for change in changes {
      let current = self[change.table][change.key]
      let compares = ModelState.refusesChanged.contains(change.table)
      switch (change.old, change.new) {
      case (nil, let new?):
        guard current == nil else { return nil }
        result.set(new, change.key, in: change.table)
      case (let old?, let new?):
        guard var row = current else { return nil }
        for place in row.indices where old[place] != new[place] {
          if compares, row[place] != old[place] { return nil }
          row[place] = new[place]
        }
        result.set(row, change.key, in: change.table)
      default:
        if compares, let current, current != change.old { return nil }
        result.set(nil, change.key, in: change.table)
      }
    }
    return result.isAllowed ? result : nil
  }

  /// Returns the changes of rows between this state and a later one, in the order of the keys.
  package func changes(to later: ModelState) -> [Change] {
    ModelState.tables.flatMap { table -> [Change] in
      let (old, new) = (self[table], later[table])
      let keys = Set(old.keys).union(new.keys).sorted { "\($0)" < "\($1)" }
      return keys.filter { old[$0] != new[$0] }
        .map { Change(table: table, key: $0, old: old[$0], new: new[$0]) }
    }
  }

  /// Whether the rules of ``schema`` allow the rows.
  package var isAllowed: Bool {
    let names = self["users"].values.map { $0[1] }
    guard Set(names).count == names.count, !names.contains(.null) else { return false }
    let numbers = self["users"].values.map { $0[2] } + self["accounts"].values.map { $0[1] }
    for case .integer(let number) in numbers where number < 0 { return false }
    let guests = self["seats"].values.map { $0[2] }.filter { !$0.isNull }
    guard Set(guests).count == guests.count else { return false }
    let authors = self["posts"].values.map { $0[1] }.filter { !$0.isNull }
    return (authors + guests).allSatisfy { self["users"][RowKey([$0])] != nil }
  }

  /// Reads the replicated tables of a file.
  package static func read(_ database: Database) throws -> ModelState {
    var state = ModelState()
    for table in tables {
      for row in try database.rows("SELECT * FROM \(table: table)") {
        let values = columns[table]!.indices.map { row[$0] }
        state.set(values, RowKey(Array(values.prefix(keyCounts[table]!))), in: table)
      }
    }
    return state
  }
}

extension ModelState: CustomStringConvertible {
  package var description: String {
    ModelState.tables.map { table in
      let lines = self[table].values.map { "\($0)" }.sorted()
      return "\(table): \(lines.joined(separator: " "))"
    }
    .joined(separator: "\n")
  }

  package static func == (left: ModelState, right: ModelState) -> Bool {
    tables.allSatisfy { left[$0] == right[$0] }
  }
}
