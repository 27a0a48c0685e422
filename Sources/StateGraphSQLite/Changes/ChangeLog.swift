import CSQLite

/// What the open transaction has done to the rows of the watched tables, filled by the preupdate hook.
///
/// For each row it keeps the image of its *first* touch, which is the row as it was at BEGIN even if
/// the touch is undone later, and the image of its *last*. SQLite tells nobody when a savepoint or a
/// failed statement undoes rows, so rows touched since then are *tainted*: their last image is read
/// again after COMMIT. The argument is `sqlite3session.c`'s own.
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
  }

  private var tables: [WatchedTable] = []
  private var schemaChanged = false
  /// Counts touches, so that "since the savepoint" is a comparison.
  private(set) var position = 0
  /// The name's address in the last callback and the table it meant. SQLite passes its own copy of
  /// the name, at one address until the schema is read again; most callbacks in a row are for one table.
  private var lastName: (address: UnsafePointer<CChar>?, index: Int?) = (nil, nil)

  func install(on handle: OpaquePointer) {
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

  func watch(_ table: TableSchema) {
    lastName = (nil, nil)
    if let index = tables.firstIndex(where: { $0.capture.table.name == table.name }) {
      tables[index] = WatchedTable(capture: TableCapture(table), rows: tables[index].rows)
    } else {
      tables.append(WatchedTable(capture: TableCapture(table)))
    }
  }

  /// Forgets the transaction: it was rolled back, or it is about to begin.
  func clear() {
    for index in tables.indices { tables[index].rows = .entries([:]) }
    schemaChanged = false
    lastName = (nil, nil)
  }

  func uncommittedChange(table: String, key: RowKey) -> UncommittedChange? {
    guard let watched = tables.first(where: { $0.capture.table.name == table }) else { return nil }
    switch watched.rows {
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
    guard case .entries = tables[index].rows else { return }
    let capture = tables[index].capture
    position += 1
    let isBlobWrite = sqlite3_preupdate_blobwrite(handle) >= 0
    switch operation {
    case SQLITE_INSERT:
      let image = capture.image(.new, on: handle)
      touch(index, capture.key(of: image, rowID: newRowID), old: nil, new: image)
    case SQLITE_DELETE where !isBlobWrite:
      let image = capture.image(.old, on: handle)
      touch(index, capture.key(of: image, rowID: oldRowID), old: image, new: nil)
    case SQLITE_DELETE:
      // A blob handle writes in place; the hook says DELETE and cannot give the new bytes.
      let image = capture.image(.old, on: handle)
      touch(
        index,
        capture.key(of: image, rowID: oldRowID),
        old: image,
        new: image,
        isTainted: true
      )
    default:
      let old = capture.image(.old, on: handle)
      let new = capture.image(.new, on: handle)
      let oldKey = capture.key(of: old, rowID: oldRowID)
      let newKey = capture.key(of: new, rowID: newRowID)
      if oldKey == newKey {
        touch(index, oldKey, old: old, new: new)
      } else {
        // Under another key it is another row.
        touch(index, oldKey, old: old, new: nil)
        touch(index, newKey, old: nil, new: new)
      }
    }
  }

  private func watchedIndex(schema: UnsafePointer<CChar>, name: UnsafePointer<CChar>) -> Int? {
    if lastName.address == name { return lastName.index }
    var found: Int?
    if String(cString: schema) == "main" {
      let spelled = String(cString: name)
      found = tables.firstIndex { $0.capture.table.name == spelled }
    }
    lastName = (name, found)
    return found
  }

  private func touch(
    _ index: Int,
    _ key: RowKey,
    old: [SQLiteValue]?,
    new: [SQLiteValue]?,
    isTainted: Bool = false
  ) {
    guard case .entries(var entries) = tables[index].rows else { return }
    // Leaves the dictionary with one owner, so that the write below does not copy it.
    tables[index].rows = .reset
    if entries[key] != nil {
      entries[key]?.new = new
      entries[key]?.touchedAt = position
      if isTainted { entries[key]?.isTainted = true }
    } else if entries.count >= ChangeLog.rowsPerTableLimit {
      return
    } else {
      entries[key] = Entry(old: old, new: new, touchedAt: position, isTainted: isTainted)
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
    }
    if statement.effects.contains(.rollbackToSavepoint) { taint(since: 0) }
  }

  /// The statement's rows were undone, or under `OR FAIL` they were not: only the file knows.
  func statementDidFail(_ statement: Statement) {
    taint(since: statement.changeMark)
  }

  func taint(since mark: Int) {
    for index in tables.indices {
      guard case .entries(var entries) = tables[index].rows else { continue }
      for (key, entry) in entries where entry.touchedAt > mark || mark == 0 {
        entries[key]?.isTainted = true
      }
      tables[index].rows = .entries(entries)
    }
  }
}

// MARK: - After COMMIT

extension ChangeLog {
  /// The transaction's net changes. Call only after COMMIT has returned, with the turn still held, so
  /// that tainted rows are read as that commit left them.
  func takeChangeSet(reading connection: Connection) throws(DatabaseError) -> ChangeSet {
    defer { clear() }
    var changeSet = ChangeSet()
    changeSet.schemaChanged = schemaChanged
    for watched in tables {
      let name = watched.capture.table.name
      switch watched.rows {
      case .reset: changeSet.tables[name] = .reset
      case .entries(let entries):
        var changes: [RowChange] = []
        for (key, entry) in entries {
          var new = entry.new
          if entry.isTainted {
            new = try watched.capture.table.image(of: key, reading: connection)
          }
          if let change = RowChange(key: key, net: entry.old, new) { changes.append(change) }
        }
        if !changes.isEmpty { changeSet.tables[name] = .rows(changes) }
      }
    }
    return changeSet
  }
}

extension RowChange {
  /// Nil where the row came and went inside the transaction, or ended as it began.
  fileprivate init?(key: RowKey, net old: [SQLiteValue]?, _ new: [SQLiteValue]?) {
    if old == nil, new == nil { return nil }
    if let old, let new, zip(old, new).allSatisfy({ $0.isIdentical(to: $1) }) { return nil }
    self.init(key: key, old: old, new: new)
  }
}

extension TableSchema {
  /// The condition that picks one row by its key.
  package func matches(_ key: RowKey) -> SQL {
    guard !primaryKey.isEmpty else { return "rowid = \(key.values[0])" }
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
      "SELECT \(columns: columns.map(\.name)) FROM \(table: name) WHERE \(matches(key))"
    )
    defer { statement.reset() }
    return try statement.step() ? statement.row() : nil
  }
}
