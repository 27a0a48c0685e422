import StateGraphFormats
package import StateGraphSQLite

/// Tells which rows of a table differ from one look to the next, or what a commit has changed.
///
/// Of each row its key and a digest are kept, or its values where they are wanted: memory is
/// proportional to the number of rows. A look reads the whole table, and tells several commits
/// since the last one as one; a commit that was logged costs its own rows. Confined to one thread.
package final class TableWatch {
  let table: TableSchema
  /// Empty where the rowid is the key.
  private let keyNames: [String]
  private let columnNames: [String]
  private let keepsValues: Bool
  private let sql: SQL
  /// Nil before the first look.
  private var rows: WatchedRows?
  /// Of one row at a time: its key, and behind `keyEnd` its values.
  private var packed: [UInt8] = []

  /// - Throws: `.misuse` for a table whose rows have no key that SQL can name.
  package init(_ table: TableSchema, keepsValues: Bool) throws(LookingError) {
    self.table = table
    self.keepsValues = keepsValues
    columnNames = table.columns.map(\.name)
    if !table.primaryKey.isEmpty {
      keyNames = table.primaryKey
    } else if table.hasRowID, let name = table.rowIDName {
      keyNames = [name]
    } else {
      throw LookingError(
        .misuse,
        "the table \(printable(table.name)) has no key by which its rows could be told apart"
      )
    }
    let order = keyNames.map { "\(column: $0) COLLATE BINARY" as SQL }
    sql = """
      SELECT \(columns: keyNames + columnNames) FROM main.\(table: table.name)
      ORDER BY \(order, separator: ", ")
      """
  }

  /// What the rows take in memory.
  package var byteCount: Int { rows?.byteCount ?? 0 }

  /// Reads the table, and tells what differs from the last look; nothing at the first.
  package func look(
    on connection: Connection,
    _ tell: (RowChange) throws -> Void
  ) throws {
    guard try SchemaReader(connection).table(table.name)?.sql == table.sql else {
      throw LookingError(
        .schemaChanged,
        "the table \(printable(table.name)) was changed or dropped while it was watched",
        remedy: "Start again"
      )
    }
    let statement = try connection.prepare(sql)
    defer { statement.reset() }
    let old = rows?.settle()
    var new = TableSnapshot()
    var next = 0
    while try statement.step() {
      let row = pack(statement)
      new.append(row.packed, digest: row.digest)
      guard let old else { continue }
      let key = PackedRow.values(row.packed, limit: keyNames.count)
      while next < old.count, self.key(old, next).comes(before: key) {
        try tell(deletion(of: old.packed(next)))
        next += 1
      }
      if next < old.count, !key.comes(before: self.key(old, next)) {
        if old.digest(next) != row.digest { try tell(update(of: old.packed(next))) }
        next += 1
      } else {
        try tell(insertion())
      }
    }
    while let old, next < old.count {
      try tell(deletion(of: old.packed(next)))
      next += 1
    }
    var rows = WatchedRows(keyCount: keyNames.count)
    rows.replace(with: new)
    self.rows = rows
  }

  private func key(_ snapshot: TableSnapshot, _ index: Int) -> [SQLiteValue] {
    snapshot.key(index, columnCount: keyNames.count)
  }

  // MARK: - Rows

  private func pack(_ statement: Statement) -> WatchedRows.Row {
    packed.removeAll(keepingCapacity: true)
    for column in keyNames.indices { PackedRow.append(statement, column, to: &packed) }
    let keyEnd = packed.count
    for column in columnNames.indices {
      PackedRow.append(statement, keyNames.count + column, to: &packed)
    }
    return packedRow(keyEnd)
  }

  private func pack(_ image: RowImage, key: RowKey) -> WatchedRows.Row {
    packed.removeAll(keepingCapacity: true)
    if table.primaryKey.isEmpty { for value in key.values { PackedRow.append(value, to: &packed) } }
    for name in table.primaryKey {
      guard let index = table.columnIndex(name) else { continue }
      PackedRow.append(image, index, to: &packed)
    }
    let keyEnd = packed.count
    for column in columnNames.indices { PackedRow.append(image, column, to: &packed) }
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

// MARK: - Commits that were logged

extension TableWatch {
  /// Whether a commit that was logged says all that it has done to the table.
  func knows(_ changeSet: ChangeSet) -> Bool {
    guard !changeSet.schemaChanged, !table.isVirtual, !LibraryTable.isOne(table.name), rows != nil
    else { return false }
    switch changeSet.tables[table.name] {
    case nil: return true
    case .rows(let changes):
      return changes.allSatisfy { $0.new.map { $0.count == columnNames.count } ?? true }
    case .updates, .reset: return false
    }
  }

  /// Tells what a commit has changed that the table ``knows(_:)``, in the order of the keys.
  func follow(_ changeSet: ChangeSet, _ tell: (RowChange) throws -> Void) throws {
    guard case .rows(let changes) = changeSet.tables[table.name] else { return }
    let ordered = changes.map { (key: $0.key.values, change: $0) }
      .sorted { $0.key.comes(before: $1.key) }
    for (_, change) in ordered {
      let old = rows?[change.key]
      guard let image = change.new else {
        guard let old else { continue }
        rows?[change.key] = nil
        try tell(deletion(of: old.packed))
        continue
      }
      let new = pack(image, key: change.key)
      guard old?.digest != new.digest else { continue }
      rows?[change.key] = WatchedRows.Row(packed: ArraySlice(Array(new.packed)), digest: new.digest)
      try tell(old.map { update(of: $0.packed) } ?? insertion())
    }
  }
}

// MARK: - What is told

extension TableWatch {
  private func deletion(of old: ArraySlice<UInt8>) -> RowChange {
    RowChange(.delete, table.name, key: key(of: old), old: values(of: old), new: nil)
  }

  /// Of the row that was packed last, under the key that was told before: 1 and 1.0 are one.
  private func update(of old: ArraySlice<UInt8>) -> RowChange {
    RowChange(.update, table.name, key: key(of: old), old: values(of: old), new: newValues)
  }

  /// Of the row that was packed last.
  private func insertion() -> RowChange {
    RowChange(.insert, table.name, key: key(of: packed[...]), old: nil, new: newValues)
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
