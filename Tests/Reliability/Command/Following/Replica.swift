import StateGraphSQLite

/// A copy of all tables that is kept by what a database tells of commits, of its own and of others:
/// row by row, and by reading again where it says so.
final class Replica: CommitListener, @unchecked Sendable {
  // SAFETY: touched by the holder of the database's writer lock only.

  private var contents = TableContents()
  /// The columns of each table of which nobody tells what they were: virtual ones.
  private var withoutOldValues: [String: Set<Int>] = [:]
  private var hasBegun = false
  private var violation: String?
  /// How many times rows were told.
  private(set) var toldCount = 0
  /// How many times a table had to be read again.
  private(set) var readCount = 0

  /// Begins to follow.
  init(_ database: Database) throws {
    _ = database.attach { self }
    try database.write {
      try readAgain(database)
      hasBegun = true
    }
  }

  func didCommit(_ changeSet: ChangeSet, in database: Database) {
    guard hasBegun else { return }
    do {
      if changeSet.schemaChanged { return try readAgain(database) }
      for (table, changes) in changeSet.tables where !table.hasPrefix("stategraph_") {
        let name = table.string
        guard case .rows(let rows) = changes else {
          // One that is gone is named as well, where nobody knows what was done.
          contents.tables[name] =
            try database.table(name) == nil ? nil : TableContents.rows(of: name, in: database)
          readCount += 1
          continue
        }
        toldCount += 1
        for row in rows { take(row, of: name) }
      }
    } catch {
      violation = violation ?? "what was told could not be read: \(error)"
    }
  }

  private func take(_ row: RowChange, of name: String) {
    let known = contents.tables[name]?[row.key]
    if !TableContents.isSame(row.old, known, but: withoutOldValues[name] ?? []) {
      let (told, had) = (TableContents.text(row.old), TableContents.text(known))
      violation = violation ?? "the row before, of \(name), was told as \(told), and was \(had)"
    }
    contents.tables[name, default: [:]][row.key] = row.new
  }

  private func readAgain(_ database: Database) throws {
    for name in try TableContents.names(in: database) {
      guard let table = try database.table(name) else { continue }
      try database.watch(table)
      withoutOldValues[name] = Set(
        table.columns.indices.filter { table.columns[$0].generation == .virtual }
      )
    }
    contents = try TableContents(of: database)
    readCount += 1
  }

  /// Compares it with what the file has, after everything that was committed has been told. Nobody
  /// may be writing.
  func check(_ database: Database) throws {
    try database.catchUp()
    try database.readHoldingWriterLock { _ in
      if let violation { throw Violation(violation) }
      guard let difference = contents.difference(from: try TableContents(of: database)) else {
        return
      }
      throw Violation("what was told and what the file has differ: \(difference)")
    }
  }
}
