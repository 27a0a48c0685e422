import CSQLite

/// What the open transaction has done to the rows of the watched tables, filled by the preupdate
/// hook.
///
/// SQLite tells nobody when a savepoint or a failed statement undoes rows, so rows touched since
/// then are *tainted*: their last image is read again before COMMIT. The argument is
/// `sqlite3session.c`'s own.
///
/// Confined to the holder of the writer connection, whose `sqlite3_step` the hook runs inside.
package final class ChangeLog {
  @exclusivity(unchecked) private var tables: [WatchedTable] = []
  @exclusivity(unchecked) private var schemaChanged = false
  private var handle: OpaquePointer?
  /// SQLite's count of changed rows when the transaction began.
  @exclusivity(unchecked) private var totalAtBegin: Int64 = 0
  /// Counts touches, so that "since the savepoint" is a comparison.
  @exclusivity(unchecked) private(set) var position = 0
  /// The name's address in the last callback and the table it meant. SQLite passes its own copy of
  /// the name, at one address until the schema is read again; most callbacks in a row are for one
  /// table.
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
          // Also where the rows are no longer kept: savepoints are told apart by it.
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
    // What the open transaction did before this was not seen, so no image would be that of BEGIN.
    let isLate = !connection.isAutocommit && sqlite3_total_changes64(handle) != totalAtBegin
    let made = WatchedTable(capture, isReset: isLate)
    tables.append(made)
    return made
  }

  /// Reads the shape of every watched table again. One that is gone keeps the shape it had.
  func watchAgain(on connection: Connection) throws(DatabaseError) {
    for name in tables.map(\.name) {
      if let table = try SchemaReader(connection).table(name) { try watch(table, on: connection) }
    }
  }

  /// By bytes, as SQLite compares: to Swift a composed and a decomposed "é" are one name.
  private func table(_ name: String) -> WatchedTable? {
    tables.first { $0.name.hasSameBytes(as: name) }
  }

  /// Forgets the transaction: it was rolled back, or it is about to begin.
  func clear() {
    for table in tables { table.clear() }
    schemaChanged = false
    mayHaveWritten = false
    lastName = (nil, nil)
    totalAtBegin = sqlite3_total_changes64(handle)
  }

  /// Whether the open transaction has run a statement that may write. One that has changed no row
  /// can have written pages all the same.
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
    // Names may have moved.
    if statement.effects.changesSchema { lastName = (nil, nil) }
    if statement.effects.contains(.schema) {
      schemaChanged = true
      // Also for who has changed nothing else.
      position += 1
      // The captures number the columns of before. Nobody asks for rows once the schema has
      // changed.
      for table in tables { table.reset() }
    }
    // Whose savepoint it was is not known here: any row may be undone.
    if statement.effects.contains(.rollbackToSavepoint) { taint(since: 0) }
  }

  /// The statement's rows were undone, or under `OR FAIL` they were not: only the file knows.
  func statementDidFail(_ statement: Statement) {
    if statement.effects.changesSchema { lastName = (nil, nil) }
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    // Undoing a CREATE or ALTER makes SQLite read the schema again, and names move.
    lastName = (nil, nil)
    guard position > mark else { return }
    // What was read before is not what is there now.
    position += 1
    for table in tables { table.taint(since: mark) }
  }
}

// MARK: - At COMMIT

extension ChangeLog {
  /// The transaction's net changes. Call when the transaction will change nothing more and just
  /// before COMMIT: nobody else can write yet, so tainted rows are read as the commit leaves them.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if schemaChanged { return changeSet }
    for watched in tables where watched.hasChanges {
      // To Swift two names may be one that are two to SQLite. Both then mean "read again".
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
  /// Says of every watched table that anything may have changed in it.
  func anyChange(schemaChanged: Bool) -> ChangeSet {
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if !schemaChanged { for table in tables { changeSet.tables[table.name] = .reset } }
    return changeSet
  }
}

extension TableSchema {
  /// The condition that picks one row by its key.
  package func matches(_ key: RowKey) -> SQL {
    guard !primaryKey.isEmpty else { return "\(column: rowIDName ?? "rowid") = \(key.first)" }
    let parts = zip(primaryKey, key.values).map { name, value -> SQL in
      "\(column: name) IS \(value)"
    }
    return "\(parts, separator: " AND ")"
  }

  /// The row of that key as the file has it now, in declared column order; nil where there is none.
  package func image(of key: RowKey, reading connection: Connection) throws(DatabaseError)
    -> RowImage?
  {
    let statement = try connection.prepare(
      "SELECT \(columns: columns.map(\.name)) FROM main.\(table: name) WHERE \(matches(key))"
    )
    defer { statement.reset() }
    return try statement.step() ? statement.image(columns.count) : nil
  }
}
