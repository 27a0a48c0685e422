import CSQLite

/// Records which rows of the watched tables the open transaction has changed.
///
/// A watched table is a table for which `watch(_:on:)` was called. SQLite's preupdate hook calls
/// this object before each change of a row.
///
/// When a statement fails or a savepoint is rolled back, SQLite restores the old rows without
/// calling the hook. This object then marks each row that was changed since the statement or
/// savepoint began as *tainted*: its recorded values may be wrong. Tainted rows are read again from
/// their tables before COMMIT. SQLite's own session extension (`sqlite3session.c`) reads changed
/// rows again for the same reason.
///
/// Only the thread that holds the write lock uses this object, because the hook runs inside
/// `sqlite3_step` of the writer connection. ``RememberedRowLimit`` limits the number of rows that
/// are stored for each table.
package final class ChangeLog {
  @exclusivity(unchecked) private var tables: [WatchedTable] = []
  @exclusivity(unchecked) private var schemaChanged = false
  private var handle: OpaquePointer?
  /// The changed rows for the outbox of a replicated file that are not kept in memory.
  let spill = ChangeSpill()
  /// Whether to keep the rowids of changed rows whose key is another one: see ``rowIDs(of:)``. Set
  /// this before the first table is watched.
  var keepsRowIDs = false
  /// The names of the replicated tables.
  private var replicated: Set<ByteText> = []
  /// The result of `sqlite3_total_changes64` when the transaction began.
  ///
  /// If a later call returns another number, the transaction has already written rows.
  @exclusivity(unchecked) private var totalAtBegin: Int64 = 0
  /// A counter that increases with each row change, each schema change and each failed statement.
  ///
  /// A savepoint stores the counter at its beginning. If the savepoint is rolled back, rows that
  /// were changed after this value of the counter are read again.
  @exclusivity(unchecked) private(set) var position = 0
  /// The table name that the preupdate hook received last, and the watched table with this name.
  ///
  /// Most consecutive calls of the hook concern the same table. Comparing the addresses of the
  /// names is enough, because SQLite's copy of the name moves only when SQLite reads the schema
  /// again.
  @exclusivity(unchecked)
  private var lastName: (address: UnsafePointer<CChar>?, table: WatchedTable?) = (nil, nil)
  /// The table that the hook has found last. Most transactions change the tables of the transaction
  /// before.
  @exclusivity(unchecked) private var lastTable: WatchedTable?

  func install(on handle: OpaquePointer) {
    self.handle = handle
    sqlite3_preupdate_hook(
      handle,
      { context, handle, operation, schema, name, oldRowID, newRowID in
        guard let context, let handle, let schema, let name else { return }
        Unmanaged<ChangeLog>.fromOpaque(context)._withUnsafeGuaranteedRef { log in
          guard let table = log.watchedTable(schema: schema, name: name) else { return }
          // `position` counts every change, even if `table` has reached its row limit and stores no
          // more rows, because savepoints compare values of `position`.
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
    // If the transaction has already written rows, it may have changed rows of this table that were
    // not recorded. Any row of the table then counts as changed.
    let isLate = !connection.isAutocommit && sqlite3_total_changes64(handle) != totalAtBegin
    let made = WatchedTable(capture, isReset: isLate, keepsRowIDs: keepsRowIDs, spill: spill)
    made.isReplicated = replicated.contains(ByteText(table.name))
    tables.append(made)
    return made
  }

  /// Reads the columns of every watched table again. Called after a schema change.
  ///
  /// If a table was dropped, its last known columns are kept.
  func watchAgain(on connection: Connection) throws(DatabaseError) {
    for name in tables.map(\.name) {
      if let table = try SchemaReader(connection).table(name) { try watch(table, on: connection) }
    }
  }

  /// Returns the watched table with this name. Names are compared byte by byte; see
  /// ``ByteText``.
  private func table(_ name: String) -> WatchedTable? {
    tables.first { $0.name.hasSameBytes(as: name) }
  }

  /// Makes any row of a watched table count as changed, so that later changes of its rows are not
  /// copied.
  func reset(_ name: String) { table(name)?.reset() }

  /// Discards all recorded changes. Called when a transaction begins, and after a transaction was
  /// rolled back.
  func clear() {
    for table in tables { table.clear() }
    schemaChanged = false
    mayHaveWritten = false
    spill.clear()
    lastName = (nil, nil)
    totalAtBegin = sqlite3_total_changes64(handle)
  }

  /// Whether the open transaction has run a statement that may write.
  ///
  /// The recorded rows alone do not show this, because a statement can write to the file without
  /// changing a row.
  @exclusivity(unchecked) private(set) var mayHaveWritten = false

  private func watchedTable(
    schema: UnsafePointer<CChar>,
    name: UnsafePointer<CChar>
  ) -> WatchedTable? {
    if lastName.address == name { return lastName.table }
    var found: WatchedTable?
    if strcmp(schema, "main") == 0 {
      let text = String(cString: name)
      found = lastTable?.name.hasSameBytes(as: text) == true ? lastTable : table(text)
    }
    if let found { lastTable = found }
    lastName = (name, found)
    return found
  }
}

// MARK: - Effects of statements and savepoints

extension ChangeLog {
  func statementWillRun(_ statement: Statement) {
    statement.changeMark = position
    if !mayHaveWritten, !statement.isReadOnly { mayHaveWritten = true }
  }

  func statementDidFinish(_ statement: Statement) {
    if statement.effects.isEmpty { return }
    // A schema change may move SQLite's copies of the table names, so the cached address is
    // invalid.
    if statement.effects.changesSchema { lastName = (nil, nil) }
    if statement.effects.contains(.schema) {
      schemaChanged = true
      // A schema change also increases the position. Callers that compare the position with an
      // earlier one thus detect the change.
      position += 1
      // The recorded rows are discarded, because their column numbers are those of the old schema.
      // All query results are read again after a schema change.
      for table in tables { table.reset() }
    }
    // The statement may have dropped a table of the library, whose rows the hook does not report.
    if statement.effects.contains(.librarySchema) {
      position += 1
      for table in tables where LibraryTable.contains(table.name) { table.reset() }
    }
    // `effects` does not contain the savepoint's name. ROLLBACK TO may therefore have undone any
    // change of the transaction.
    if statement.effects.contains(.rollbackToSavepoint) {
      spill.discard()
      taint(since: 0)
    }
  }

  /// Marks the rows that a failed statement has changed, so that they are read again before COMMIT.
  ///
  /// SQLite has undone these changes, unless the statement contains `OR FAIL`.
  func statementDidFail(_ statement: Statement) {
    if statement.effects.changesSchema { lastName = (nil, nil) }
    spill.taint()
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    // If SQLite undoes a CREATE or ALTER, it reads the schema again. The cached address of the
    // table name is then invalid.
    lastName = (nil, nil)
    guard position > mark else { return }
    // The higher position tells a caller that has stored an earlier position that its copies of
    // rows may be outdated.
    position += 1
    for table in tables { table.taint(since: mark) }
  }
}

// MARK: - Changes of the transaction

extension ChangeLog {
  /// Returns the net changes of the open transaction. Call this method directly before COMMIT.
  ///
  /// Rows whose changes SQLite may have undone are read again from their tables. No other
  /// connection can write before COMMIT, so COMMIT writes exactly these values.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if schemaChanged { return changeSet }
    for watched in tables where watched.hasChanges {
      if let changes = try watched.netChanges(reading: connection) {
        changeSet.tables[ByteText(watched.name)] = changes
      }
    }
    return changeSet
  }
}

// MARK: - Changes for the outbox

extension ChangeLog {
  /// Sets which tables are replicated. Call this while no row has changed.
  func setReplicatedTables(_ names: Set<ByteText>) {
    replicated = names
    for table in tables { table.isReplicated = names.contains(ByteText(table.name)) }
  }

  /// The watched tables that are replicated.
  var replicatedTables: [WatchedTable] { tables.filter(\.isReplicated) }

  func replicatedTable(_ name: ByteText) -> WatchedTable? {
    tables.first { $0.isReplicated && ByteText($0.name) == name }
  }
}

extension ChangeLog {
  /// Returns the rowids at BEGIN of rows of a table that the open transaction has updated or
  /// deleted. Empty if the rowid is the key, or if rowids are not kept.
  func rowIDs(of name: ByteText) -> [RowKey: Int64] { table(name.string)?.rowIDs ?? [:] }

  /// Returns a change set which means that any row of every watched table may have changed.
  func anyChange(schemaChanged: Bool) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    guard !schemaChanged else { return changeSet }
    for table in tables { changeSet.tables[ByteText(table.name)] = .reset }
    return changeSet
  }

  /// The watched tables without a primary key, whose rows get other rowids by VACUUM.
  var changedRowIDs: ChangeSet {
    var changeSet = ChangeSet()
    for table in tables where table.capture.table.primaryKey.isEmpty {
      changeSet.tables[ByteText(table.name)] = .reset
    }
    return changeSet
  }
}
