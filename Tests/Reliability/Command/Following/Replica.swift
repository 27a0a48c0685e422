import StateGraphSQLite

/// A copy of all tables that is updated from change sets: row by row, or by reading a table again
/// if the change set does not list its rows. The change sets are those of this database and of
/// other databases of the file.
final class Replica: CommitListener, @unchecked Sendable {
  // SAFETY: touched by the holder of the database's writer lock only.

  private var contents = TableContents()
  /// The indexes of the virtual generated columns of each table. Change sets have no old values of
  /// these.
  private var withoutOldValues: [String: Set<Int>] = [:]
  private var hasBegun = false
  private var violation: String?
  /// The number of table changes with rows.
  private(set) var toldCount = 0
  /// The number of times a table, or all tables, had to be read again.
  private(set) var readCount = 0

  /// Starts to follow the database.
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
          // A change set without rows may also name a table that has been dropped.
          contents.tables[name] =
            try database.table(name) == nil ? nil : TableContents.rows(of: name, in: database)
          readCount += 1
          continue
        }
        toldCount += 1
        for row in rows { take(row, of: name) }
      }
    } catch {
      violation = violation ?? "a change set could not be applied: \(error)"
    }
  }

  private func take(_ row: RowChange, of name: String) {
    let known = contents.tables[name]?[row.key]
    if !TableContents.isSame(row.old, known, but: withoutOldValues[name] ?? []) {
      let (told, had) = (TableContents.text(row.old), TableContents.text(known))
      violation =
        violation ?? "a change set has \(told) as the old row of \(name), the copy has \(had)"
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

  /// Waits for all change sets, then compares the copy with the file. Requires that no other thread
  /// or process writes.
  func check(_ database: Database) throws {
    try database.catchUp()
    try database.readHoldingWriterLock { _ in
      if let violation { throw Violation(violation) }
      guard let difference = contents.difference(from: try TableContents(of: database)) else {
        return
      }
      throw Violation("the copy from change sets and the file differ: \(difference)")
    }
  }
}
