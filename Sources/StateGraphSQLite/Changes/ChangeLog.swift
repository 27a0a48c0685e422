import CSQLite

/// What the open transaction has done to the rows of the watched tables, filled by the preupdate
/// hook.
///
/// For each row it keeps the image of its *first* touch, which is the row as it was at BEGIN even
/// if the touch is undone later, and the image of its *last*. SQLite tells nobody when a savepoint
/// or a failed statement undoes rows, so rows touched since then are *tainted*: their last image is
/// read again before COMMIT. The argument is `sqlite3session.c`'s own.
///
/// Confined to the holder of the writer connection, whose `sqlite3_step` the hook runs inside.
final class ChangeLog {
  /// A table with more changed rows than this is reported as reset: a bulk import of a million rows
  /// then costs the memory of these.
  static let rowsPerTableLimit = 65_536

  private struct Entry {
    let old: [SQLiteValue]?
    var new: [SQLiteValue]?
    /// The log's position at the row's last touch.
    var touchedAt: Int
    var isTainted = false
  }

  private enum Rows {
    case entries([RowKey: Entry])
    case reset
  }

  private struct WatchedTable {
    let capture: TableCapture
    var rows = Rows.entries([:])

    var hasChanges: Bool {
      if case .entries(let entries) = rows { !entries.isEmpty } else { true }
    }
  }

  private var tables: [WatchedTable] = []
  private var schemaChanged = false
  private var handle: OpaquePointer?
  /// SQLite's count of changed rows when the transaction began.
  private var totalAtBegin: Int64 = 0
  /// Counts touches, so that "since the savepoint" is a comparison.
  private(set) var position = 0
  /// The name's address in the last callback and the table it meant. SQLite passes its own copy of
  /// the name, at one address until the schema is read again; most callbacks in a row are for one
  /// table.
  private var lastName: (address: UnsafePointer<CChar>?, index: Int?) = (nil, nil)

  func install(on handle: OpaquePointer) {
    self.handle = handle
    sqlite3_preupdate_hook(
      handle,
      { context, handle, operation, schema, name, oldRowID, newRowID in
        guard let context, let handle, let schema, let name else { return }
        Unmanaged<ChangeLog>.fromOpaque(context).takeUnretainedValue()
          .record(
            operation,
            schema: schema,
            name: name,
            oldRowID: oldRowID,
            newRowID: newRowID,
            on: handle
          )
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  func watch(_ table: TableSchema, on connection: Connection) throws(DatabaseError) {
    lastName = (nil, nil)
    let capture = try TableCapture(table, on: connection)
    if let index = index(of: table.name) {
      tables[index] = WatchedTable(capture: capture, rows: tables[index].rows)
    } else {
      // What the open transaction did before this was not seen, so no image would be that of BEGIN.
      let isLate = !connection.isAutocommit && sqlite3_total_changes64(handle) != totalAtBegin
      tables.append(WatchedTable(capture: capture, rows: isLate ? .reset : .entries([:])))
    }
  }

  /// Reads the shape of every watched table again. One that is gone keeps the shape it had.
  func watchAgain(on connection: Connection) throws(DatabaseError) {
    for name in tables.map(\.capture.table.name) {
      if let table = try SchemaReader(connection).table(name) { try watch(table, on: connection) }
    }
  }

  /// By bytes, as SQLite compares: to Swift a composed and a decomposed "é" are one name.
  private func index(of name: String) -> Int? {
    tables.firstIndex { $0.capture.table.name.utf8.elementsEqual(name.utf8) }
  }

  /// Forgets the transaction: it was rolled back, or it is about to begin.
  func clear() {
    for index in tables.indices { tables[index].rows = .entries([:]) }
    schemaChanged = false
    lastName = (nil, nil)
    totalAtBegin = sqlite3_total_changes64(handle)
  }

  func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    guard let index = index(of: table) else { return nil }
    switch tables[index].rows {
    case .reset: return .unknown
    case .entries(let entries):
      guard let entry = entries[key] else { return nil }
      return entry.old.map { .existed($0) } ?? .inserted
    }
  }
}

/// What an open transaction has done to a row.
package enum UncommittedChange: Sendable {
  /// The row did not exist when the transaction began.
  case inserted
  /// It did, with this image. It may be gone by now.
  case existed([SQLiteValue])
  /// Too much has changed to remember.
  case unknown
}

// MARK: - From the hook

extension ChangeLog {
  private func record(
    _ operation: Int32,
    schema: UnsafePointer<CChar>,
    name: UnsafePointer<CChar>,
    oldRowID: Int64,
    newRowID: Int64,
    on handle: OpaquePointer
  ) {
    guard let index = watchedIndex(schema: schema, name: name) else { return }
    // Also where the rows are no longer kept: savepoints are told apart by it.
    position += 1
    guard case .entries = tables[index].rows else { return }
    guard
      let touches = tables[index].capture.touches(
        operation,
        oldRowID: oldRowID,
        newRowID: newRowID,
        on: handle
      )
    else {
      tables[index].rows = .reset
      return
    }
    for touch in touches { self.touch(index, touch) }
  }

  private func watchedIndex(schema: UnsafePointer<CChar>, name: UnsafePointer<CChar>) -> Int? {
    if lastName.address == name { return lastName.index }
    var found: Int?
    if String(cString: schema) == "main" {
      let spelled = String(cString: name)
      found = self.index(of: spelled)
    }
    lastName = (name, found)
    return found
  }

  private func touch(_ index: Int, _ touch: RowTouch) {
    guard case .entries(var entries) = tables[index].rows else { return }
    // Leaves the dictionary with one owner, so that the write below does not copy it.
    tables[index].rows = .reset
    if entries[touch.key] != nil {
      entries[touch.key]?.new = touch.new
      entries[touch.key]?.touchedAt = position
      if touch.isTainted { entries[touch.key]?.isTainted = true }
    } else if entries.count >= ChangeLog.rowsPerTableLimit {
      return
    } else {
      entries[touch.key] = Entry(
        old: touch.old,
        new: touch.new,
        touchedAt: position,
        isTainted: touch.isTainted
      )
    }
    tables[index].rows = .entries(entries)
  }
}

// MARK: - From statements and savepoints

extension ChangeLog {
  func statementWillRun(_ statement: Statement) {
    statement.changeMark = position
  }

  func statementDidFinish(_ statement: Statement) {
    if statement.effects.contains(.schema) {
      schemaChanged = true
      lastName = (nil, nil)
      // The captures number the columns of before. Nobody asks for rows once the schema has
      // changed.
      for index in tables.indices { tables[index].rows = .reset }
    }
    // Whose savepoint it was is not known here: any row may be undone.
    if statement.effects.contains(.rollbackToSavepoint) { taint(since: 0) }
  }

  /// The statement's rows were undone, or under `OR FAIL` they were not: only the file knows.
  func statementDidFail(_ statement: Statement) {
    if statement.effects.contains(.schema) { lastName = (nil, nil) }
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    // Undoing a CREATE or ALTER makes SQLite read the schema again, and names move.
    lastName = (nil, nil)
    guard position > mark else { return }
    for index in tables.indices {
      guard case .entries(var entries) = tables[index].rows else { continue }
      for (key, entry) in entries where entry.touchedAt > mark {
        entries[key]?.isTainted = true
      }
      tables[index].rows = .entries(entries)
    }
  }
}

// MARK: - At COMMIT

extension ChangeLog {
  /// The transaction's net changes. Call when the transaction will change nothing more and just
  /// before COMMIT: nobody else can write yet, so tainted rows are read as the commit leaves them.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    defer { clear() }
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    if schemaChanged { return changeSet }
    for watched in tables {
      let name = watched.capture.table.name
      // To Swift two names may be one that are two to SQLite. Both then mean "read again".
      if changeSet.tables[name] != nil, watched.hasChanges {
        changeSet.tables[name] = .reset
        continue
      }
      switch watched.rows {
      case .reset: changeSet.tables[name] = .reset
      case .entries(let entries):
        var changes: [RowChange] = []
        for (key, entry) in entries {
          var new = entry.new
          if entry.isTainted {
            new = try watched.capture.table.image(of: key, reading: connection)
            // Under NOCASE the file finds 'A' for the key 'a', which is another entry's row.
            if let image = new, watched.capture.key(of: image, rowID: key) != key { new = nil }
          }
          let change = RowChange(
            key: key,
            net: entry.old,
            new,
            comparing: watched.capture.hookIndexes
          )
          if let change { changes.append(change) }
        }
        if !changes.isEmpty { changeSet.tables[name] = .rows(changes) }
      }
    }
    return changeSet
  }
}

extension RowChange {
  /// Nil where the row came and went inside the transaction, or ended as it began. Columns without
  /// a number in the hook have no old value to compare with; they follow the others.
  fileprivate init?(
    key: RowKey,
    net old: [SQLiteValue]?,
    _ new: [SQLiteValue]?,
    comparing numbers: [Int32?]
  ) {
    if old == nil, new == nil { return nil }
    if let old, let new,
      old.indices.allSatisfy({ numbers[$0] == nil || old[$0].isIdentical(to: new[$0]) })
    {
      return nil
    }
    self.init(key: key, old: old, new: new)
  }
}

extension TableSchema {
  /// The condition that picks one row by its key.
  package func matches(_ key: RowKey) -> SQL {
    guard !primaryKey.isEmpty else { return "\(column: rowIDName ?? "rowid") = \(key.values[0])" }
    let parts = zip(primaryKey, key.values).map { name, value -> SQL in
      "\(column: name) IS \(value)"
    }
    return "\(parts, separator: " AND ")"
  }

  /// The row of that key as the file has it now, in declared column order; nil where there is none.
  package func image(of key: RowKey, reading connection: Connection) throws(DatabaseError)
    -> [SQLiteValue]?
  {
    let statement = try connection.prepare(
      "SELECT \(columns: columns.map(\.name)) FROM main.\(table: name) WHERE \(matches(key))"
    )
    defer { statement.reset() }
    return try statement.step() ? statement.row() : nil
  }
}
