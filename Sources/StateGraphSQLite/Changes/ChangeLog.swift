import CSQLite

/// The changes of the open transaction to the rows of the watched tables. The preupdate hook fills
/// it.
///
/// SQLite does not report the rows that it undoes when a savepoint is rolled back or a statement
/// fails. The rows touched since then are *tainted*: their last image is read again before COMMIT.
/// SQLite's session extension (`sqlite3session.c`) relies on the same argument.
///
/// Confined to the thread that holds the write lock, because the hook runs inside `sqlite3_step` of
/// the writer connection. ``RememberedRowLimit`` limits the number of rows per table.
package final class ChangeLog {
  @exclusivity(unchecked) private var tables: [WatchedTable] = []
  @exclusivity(unchecked) private var schemaChanged = false
  private var handle: OpaquePointer?
  /// The result of `sqlite3_total_changes64` when the transaction began.
  @exclusivity(unchecked) private var totalAtBegin: Int64 = 0
  /// Counts touched rows, so that a savepoint is a position to compare with.
  @exclusivity(unchecked) private(set) var position = 0
  /// The address of the table name in the last callback, and its table: a cache, because
  /// consecutive callbacks mostly concern the same table. SQLite passes its own copy of the name,
  /// which stays at one address until SQLite reads the schema again.
  @exclusivity(unchecked)
  private var lastName: (address: UnsafePointer<CChar>?, table: WatchedTable?) = (nil, nil)

  func install(on handle: OpaquePointer) {
    self.handle = handle
    sqlite3_preupdate_hook(
      handle,
      { context, handle, operation, schema, name, oldRowID, newRowID in
        guard let context, let handle, let schema, let name else { return }
        Unmanaged<ChangeLog>.fromOpaque(context)._withUnsafeGuaranteedRef { log in
          guard let table = log.watchedTable(schema: schema, name: name) else { return }
          // Counted even if the table no longer remembers rows, because savepoints compare
          // positions.
          log.position += 1
          table.record(
            operation,
            at: log.position,
            oldRowID: oldRowID,
            newRowID: newRowID,
            on: handle
          )
        }
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  @discardableResult
  func watch(_ table: TableSchema, on connection: Connection) throws(DatabaseError) -> WatchedTable
  {
    lastName = (nil, nil)
    let capture = try TableCapture(table, on: connection)
    if let known = self.table(table.name) {
      if known.capture.table != table { known.setShape(capture) }
      return known
    }
    // Earlier changes of the open transaction were not recorded, so the images would not be those
    // of BEGIN.
    let isLate = !connection.isAutocommit && sqlite3_total_changes64(handle) != totalAtBegin
    let made = WatchedTable(capture, isReset: isLate)
    tables.append(made)
    return made
  }

  /// Reads the shape of every watched table again. A table that was dropped keeps its shape.
  func watchAgain(on connection: Connection) throws(DatabaseError) {
    for name in tables.map(\.name) {
      if let table = try SchemaReader(connection).table(name) { try watch(table, on: connection) }
    }
  }

  /// Compares names by bytes, as SQLite does. Swift holds a composed and a decomposed "é" to be
  /// equal.
  private func table(_ name: String) -> WatchedTable? {
    tables.first { $0.name.hasSameBytes(as: name) }
  }

  /// Discards all changes, when a transaction begins or was rolled back.
  func clear() {
    for table in tables { table.clear() }
    schemaChanged = false
    mayHaveWritten = false
    lastName = (nil, nil)
    totalAtBegin = sqlite3_total_changes64(handle)
  }

  /// Whether the open transaction has run a statement that may write. Such a statement can write
  /// pages even if it changes no row.
  @exclusivity(unchecked) private(set) var mayHaveWritten = false

  func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    self.table(table)?.uncommittedChange(key)
  }

  private func watchedTable(
    schema: UnsafePointer<CChar>,
    name: UnsafePointer<CChar>
  ) -> WatchedTable? {
    if lastName.address == name { return lastName.table }
    let found = String(cString: schema) == "main" ? table(String(cString: name)) : nil
    lastName = (name, found)
    return found
  }
}

// MARK: - From statements and savepoints

extension ChangeLog {
  func statementWillRun(_ statement: Statement) {
    statement.changeMark = position
    if !statement.isReadOnly { mayHaveWritten = true }
  }

  func statementDidFinish(_ statement: Statement) {
    if statement.effects.isEmpty { return }
    // The addresses of table names may have changed.
    if statement.effects.changesSchema { lastName = (nil, nil) }
    if statement.effects.contains(.schema) {
      schemaChanged = true
      // So that a transaction that has changed nothing else has a new position too.
      position += 1
      // The captures have the column numbers of the old schema, and rows are of no use once the
      // schema has changed.
      for table in tables { table.reset() }
    }
    // The position of the savepoint is not known here, so every row may have been undone.
    if statement.effects.contains(.rollbackToSavepoint) { taint(since: 0) }
  }

  /// Taints the rows of a failed statement. SQLite has undone them, except under `OR FAIL`.
  func statementDidFail(_ statement: Statement) {
    if statement.effects.changesSchema { lastName = (nil, nil) }
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    // When SQLite undoes a CREATE or ALTER, it reads the schema again, and the addresses of names
    // change.
    lastName = (nil, nil)
    guard position > mark else { return }
    // So that images that were read before this position count as outdated.
    position += 1
    for table in tables { table.taint(since: mark) }
  }
}

// MARK: - At COMMIT

extension ChangeLog {
  /// The transaction's net changes. Call it directly before COMMIT, when the transaction changes
  /// nothing more. No other connection can write yet, so tainted rows are read as the commit leaves
  /// them.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if schemaChanged { return changeSet }
    for watched in tables where watched.hasChanges {
      // Two names that differ to SQLite can be equal to Swift. Then both tables are read again.
      if !changeSet.tables.isEmpty, changeSet.tables[watched.name] != nil {
        changeSet.tables[watched.name] = .reset
      } else if let changes = try watched.netChanges(reading: connection) {
        changeSet.tables[watched.name] = changes
      }
    }
    return changeSet
  }
}

extension ChangeLog {
  /// A change set according to which anything may have changed in every watched table.
  func anyChange(schemaChanged: Bool) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if !schemaChanged { for table in tables { changeSet.tables[table.name] = .reset } }
    return changeSet
  }
}
