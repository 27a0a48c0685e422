import CSQLite

/// Records which rows of the watched tables the open transaction has changed. SQLite's preupdate
/// hook reports each change to this object.
///
/// SQLite does not report the rows that it restores when a savepoint is rolled back or a statement
/// fails. Every row that was changed since the savepoint or the statement began is therefore marked
/// as *tainted*, and is read again from the table before COMMIT. SQLite's session extension
/// (`sqlite3session.c`) reads changed rows again for the same reason.
///
/// Used only by the thread that holds the write lock, because the hook runs inside `sqlite3_step`
/// of the writer connection. ``RememberedRowLimit`` limits the number of rows that are remembered
/// for each table.
package final class ChangeLog {
  @exclusivity(unchecked) private var tables: [WatchedTable] = []
  @exclusivity(unchecked) private var schemaChanged = false
  private var handle: OpaquePointer?
  /// The result of `sqlite3_total_changes64` when the transaction began.
  @exclusivity(unchecked) private var totalAtBegin: Int64 = 0
  /// The number of row changes so far. A savepoint stores this number, so that the changes made
  /// after the savepoint can be found.
  @exclusivity(unchecked) private(set) var position = 0
  /// A cache of the last table-name pointer that the hook received, and the watched table of that
  /// name. Consecutive callbacks mostly concern the same table. Comparing pointers is enough,
  /// because SQLite passes its own copy of the name, which keeps its address until SQLite reads the
  /// schema again.
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
          // Counted even if the table has too many changes to remember rows, because savepoints
          // compare positions.
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
    // The open transaction has already changed rows that were not recorded. The first image
    // recorded of a row may therefore not be the row's image at BEGIN.
    let isLate = !connection.isAutocommit && sqlite3_total_changes64(handle) != totalAtBegin
    let made = WatchedTable(capture, isReset: isLate)
    tables.append(made)
    return made
  }

  /// Reads the columns of every watched table again after a schema change. A table that was dropped
  /// keeps its last known columns.
  func watchAgain(on connection: Connection) throws(DatabaseError) {
    for name in tables.map(\.name) {
      if let table = try SchemaReader(connection).table(name) { try watch(table, on: connection) }
    }
  }

  /// Returns the watched table with this name. Names are compared by their bytes, as SQLite does,
  /// because Swift's `==` takes a composed and a decomposed "é" for equal.
  private func table(_ name: String) -> WatchedTable? {
    tables.first { $0.name.hasSameBytes(as: name) }
  }

  /// Discards all recorded changes. Called when a transaction begins and after a rollback.
  func clear() {
    for table in tables { table.clear() }
    schemaChanged = false
    mayHaveWritten = false
    lastName = (nil, nil)
    totalAtBegin = sqlite3_total_changes64(handle)
  }

  /// Whether the open transaction has run a statement that may write. Row changes do not show this,
  /// because such a statement can write pages of the file and change no row.
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
    // A schema change may have moved SQLite's copies of the table names, so the cached address is
    // invalid.
    if statement.effects.changesSchema { lastName = (nil, nil) }
    if statement.effects.contains(.schema) {
      schemaChanged = true
      // A schema change counts as one change, so that the position differs even if no row was
      // changed.
      position += 1
      // Forget all recorded rows: their column numbers are those of the old schema, and after a
      // schema change everything is read again anyway.
      for table in tables { table.reset() }
    }
    // The authorizer does not say to which savepoint the statement rolls back, so any change of the
    // transaction may have been undone.
    if statement.effects.contains(.rollbackToSavepoint) { taint(since: 0) }
  }

  /// Marks the rows that a failed statement has changed, so that they are read again before COMMIT.
  /// SQLite has undone these changes, unless the statement said `OR FAIL`.
  func statementDidFail(_ statement: Statement) {
    if statement.effects.changesSchema { lastName = (nil, nil) }
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    // If SQLite undoes a CREATE or ALTER, it reads the schema again and the table names get new
    // addresses, so the cached address is invalid.
    lastName = (nil, nil)
    guard position > mark else { return }
    // Advance the position, so that callers that remember an earlier position see that their row
    // images are outdated.
    position += 1
    for table in tables { table.taint(since: mark) }
  }
}

// MARK: - At COMMIT

extension ChangeLog {
  /// Returns the net changes of the transaction. Call it directly before COMMIT, when the
  /// transaction makes no further changes. Rows whose changes may have been undone are read again.
  /// The values read are those that will be committed, because no other connection can write before
  /// COMMIT.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if schemaChanged { return changeSet }
    for watched in tables where watched.hasChanges {
      // SQLite can have two tables whose names Swift takes for equal, such as a composed and a
      // decomposed "é". They share one entry, which then says that anything may have changed.
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
  /// Returns a change set that says: any row of every watched table may have changed.
  func anyChange(schemaChanged: Bool) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if !schemaChanged { for table in tables { changeSet.tables[table.name] = .reset } }
    return changeSet
  }
}
