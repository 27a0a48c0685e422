import StateGraphFormats
package import StateGraphSQLite

/// Finds the changed rows of one table.
///
/// A scan reads the complete table and reports all changes since the last scan together. If the
/// commit log contains a commit, the watch can read the changed rows of this commit instead, which
/// is faster. The watch keeps a key and a hash for each row, so its memory grows with the table.
///
/// Only one thread may use a watch.
package final class TableWatch {
  let table: TableSchema
  /// The names of the key columns. If the table has no primary key, the name of the rowid.
  private let keyNames: [String]
  private let columns: [Int]
  private let columnNames: [String]
  private let keepsValues: Bool
  private let sql: SQL
  /// The rows as they were after the last report, or nil before the first scan.
  private var rows: WatchedRows?
  /// A buffer for the encoded key and values of the row that the watch is reading. All rows use the
  /// same buffer, to save allocations.
  private var packed: [UInt8] = []

  /// Creates a watch. The first ``scan(on:_:)`` reads the table.
  ///
  /// - Parameters:
  ///   - table: The table to watch.
  ///   - keepsValues: Whether to keep the values of all rows. If true, a change is reported with
  ///     the old values.
  ///   - left: The names of the columns that are not read.
  /// - Throws: ``InspectionError`` with the code `.misuse` if the table has no primary key and its
  ///   rowid has no name in SQL.
  package init(
    _ table: TableSchema,
    keepsValues: Bool,
    without left: [String] = []
  ) throws(InspectionError) {
    self.table = table
    self.keepsValues = keepsValues
    let columns = table.columns.indices.filter { !left.contains(table.columns[$0].name) }
    self.columns = columns
    columnNames = columns.map { table.columns[$0].name }
    if !table.primaryKey.isEmpty {
      keyNames = table.primaryKey
    } else if table.hasRowID, let name = table.rowIDName {
      keyNames = [name]
    } else {
      throw InspectionError(
        .misuse,
        "the table \(printable(table.name)) has no key to identify its rows"
      )
    }
    let order = keyNames.map { "\(column: $0) COLLATE BINARY" as SQL }
    sql = """
      SELECT \(columns: keyNames + columnNames) FROM main.\(table: table.name)
      ORDER BY \(order, separator: ", ")
      """
  }

  /// An estimate of the memory that the rows take, in bytes.
  package var byteCount: Int { rows?.byteCount ?? 0 }

  /// Reads the table and reports the differences from the last report. The first scan reports
  /// nothing, because there are no earlier rows.
  ///
  /// - Parameters:
  ///   - connection: The connection that reads the table.
  ///   - byteLimit: The memory for the rows, in bytes. If they need more, the scan ends, and its
  ///     reports are incomplete.
  ///   - report: Is called for each changed row, in the order of the keys.
  /// - Returns: Whether the rows fit into the memory.
  /// - Throws: ``InspectionError`` with the code `.schemaChanged` if the table was altered or
  ///   dropped.
  @discardableResult
  package func scan(
    on connection: Connection,
    atMost byteLimit: Int = .max,
    _ report: (WatchEvent) throws -> Void
  ) throws -> Bool {
    guard try SchemaReader(connection).table(table.name)?.sql == table.sql else {
      throw InspectionError(
        .schemaChanged,
        "the table \(printable(table.name)) was altered or dropped while it was watched",
        remedy: "Run the command again"
      )
    }
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    let old = rows?.sorted()
    var new = TableSnapshot()
    var next = 0
    while try statement.step() {
      let row = pack(statement)
      new.append(row.packed, digest: row.digest)
      if new.byteCount > byteLimit { return false }
      guard let old else { continue }
      let key = PackedRow.values(row.packed, limit: keyNames.count)
      while next < old.count, self.key(old, index: next).comes(before: key) {
        try report(deletion(of: old.packed(next)))
        next += 1
      }
      if next < old.count, !key.comes(before: self.key(old, index: next)) {
        if old.digest(next) != row.digest { try report(update(of: old.packed(next))) }
        next += 1
      } else {
        try report(insertion())
      }
    }
    while let old, next < old.count {
      try report(deletion(of: old.packed(next)))
      next += 1
    }
    var rows = WatchedRows(keyCount: keyNames.count)
    rows.replace(with: new)
    self.rows = rows
    return true
  }

  private func key(_ snapshot: TableSnapshot, index: Int) -> [SQLiteValue] {
    snapshot.key(index, columnCount: keyNames.count)
  }

  // MARK: - Rows

  private func pack(_ statement: Statement) -> WatchedRows.Row {
    packed.removeAll(keepingCapacity: true)
    for column in keyNames.indices { PackedRow.append(statement, column: column, to: &packed) }
    let keyEnd = packed.count
    for column in columnNames.indices {
      PackedRow.append(statement, column: keyNames.count + column, to: &packed)
    }
    return packedRow(keyEnd)
  }

  private func pack(_ image: RowImage, key: RowKey) -> WatchedRows.Row {
    packed.removeAll(keepingCapacity: true)
    if table.primaryKey.isEmpty { for value in key.values { PackedRow.append(value, to: &packed) } }
    for name in table.primaryKey {
      guard let index = table.columnIndex(name) else { continue }
      PackedRow.append(image, column: index, to: &packed)
    }
    let keyEnd = packed.count
    for column in columns { PackedRow.append(image, column: column, to: &packed) }
    return packedRow(keyEnd)
  }

  private func packedRow(_ keyEnd: Int) -> WatchedRows.Row {
    var hasher = Hasher()
    packed[keyEnd...].withUnsafeBytes { hasher.combine(bytes: $0) }
    return WatchedRows.Row(
      packed: keepsValues ? packed[...] : packed[..<keyEnd],
      digest: UInt64(bitPattern: Int64(hasher.finalize()))
    )
  }
}

// MARK: - Logged commits

extension TableWatch {
  /// Returns whether a logged commit contains all of its changes to this table. If false, a scan is
  /// necessary. False before the first scan.
  package func canFollow(_ changeSet: ChangeSet) -> Bool {
    guard !changeSet.schemaChanged, !table.isVirtual, !LibraryTable.contains(table.name),
      rows != nil
    else { return false }
    switch changeSet.tables[ByteText(table.name)] {
    case nil: return true
    case .rows(let changes):
      return changes.allSatisfy { $0.new.map { $0.count == table.columns.count } ?? true }
    case .updates, .reset: return false
    }
  }

  /// Reports the row changes of a logged commit, in the order of the keys. Call this method only if
  /// ``canFollow(_:)`` returns true for the commit.
  package func follow(_ changeSet: ChangeSet, report: (WatchEvent) throws -> Void) throws {
    guard case .rows(let changes) = changeSet.tables[ByteText(table.name)] else { return }
    let ordered = changes.map { (key: $0.key.values, change: $0) }
      .sorted { $0.key.comes(before: $1.key) }
    for (_, change) in ordered {
      let old = rows?[change.key]
      guard let image = change.new else {
        guard let old else { continue }
        rows?[change.key] = nil
        try report(deletion(of: old.packed))
        continue
      }
      let new = pack(image, key: change.key)
      guard old?.digest != new.digest else { continue }
      rows?[change.key] = WatchedRows.Row(packed: ArraySlice(Array(new.packed)), digest: new.digest)
      try report(old.map { update(of: $0.packed) } ?? insertion())
    }
  }
}

// MARK: - Events

extension TableWatch {
  private func deletion(of old: ArraySlice<UInt8>) -> WatchEvent {
    WatchEvent(.delete, table: table.name, key: key(of: old), old: values(of: old), new: nil)
  }

  /// Returns the event for an update of the row in the buffer `packed`. The event contains the old
  /// key: SQLite treats the keys 1 and 1.0 as equal, so a change from one to the other is an
  /// update.
  private func update(of old: ArraySlice<UInt8>) -> WatchEvent {
    WatchEvent(.update, table: table.name, key: key(of: old), old: values(of: old), new: newValues)
  }

  /// Returns the event for an insertion of the row in the buffer `packed`.
  private func insertion() -> WatchEvent {
    WatchEvent(.insert, table: table.name, key: key(of: packed[...]), old: nil, new: newValues)
  }

  private func key(of packed: ArraySlice<UInt8>) -> [(String, SQLiteValue)] {
    Array(zip(keyNames, PackedRow.values(packed, limit: keyNames.count)))
  }

  private func values(of packed: ArraySlice<UInt8>) -> [(String, SQLiteValue)]? {
    guard keepsValues else { return nil }
    return Array(zip(columnNames, PackedRow.values(packed).dropFirst(keyNames.count)))
  }

  private var newValues: [(String, SQLiteValue)] {
    Array(zip(columnNames, PackedRow.values(packed[...]).dropFirst(keyNames.count)))
  }
}
