package import StateGraphSQLite

/// Tells which rows of a table differ from one look to the next.
///
/// Of each row its key and a digest are kept, or its values where they are wanted: memory is
/// proportional to the number of rows, and a look reads the whole table. Several commits between
/// two looks are told as one. Confined to one thread.
package final class TableWatch {
  private let table: TableSchema
  /// Empty where the rowid is the key.
  private let keyNames: [String]
  private let columnNames: [String]
  private let keepsValues: Bool
  private let sql: SQL
  private var snapshot: TableSnapshot?

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
  package var byteCount: Int { snapshot?.byteCount ?? 0 }

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
    let old = snapshot
    var new = TableSnapshot()
    var next = 0
    while try statement.step() {
      let digest = digest(statement)
      new.append(statement, keeping: keepsValues ? width : keyNames.count, digest: digest)
      guard let old else { continue }
      let key = Array(PackedRow.values(new.packed(new.count - 1)).prefix(keyNames.count))
      while next < old.count, Self.comes(oldKey(old, next), before: key) {
        try tell(change(.delete, old, next, nil))
        next += 1
      }
      if next < old.count, !Self.comes(key, before: oldKey(old, next)) {
        if old.digest(next) != digest { try tell(change(.update, old, next, statement)) }
        next += 1
      } else {
        try tell(RowChange(.insert, table.name, key: named(key), old: nil, new: row(statement)))
      }
    }
    while let old, next < old.count {
      try tell(change(.delete, old, next, nil))
      next += 1
    }
    snapshot = new
  }

  private var width: Int { keyNames.count + columnNames.count }

  private func digest(_ statement: Statement) -> UInt64 {
    var hasher = Hasher()
    for column in keyNames.count..<width { statement.hash(column, into: &hasher) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func oldKey(_ old: TableSnapshot, _ index: Int) -> [SQLiteValue] {
    Array(PackedRow.values(old.packed(index)).prefix(keyNames.count))
  }

  private static func comes(_ left: [SQLiteValue], before right: [SQLiteValue]) -> Bool {
    for (one, other) in zip(left, right) {
      if one.order(before: other) { return true }
      if other.order(before: one) { return false }
    }
    return false
  }

  private func change(
    _ kind: RowChange.Kind,
    _ old: TableSnapshot,
    _ index: Int,
    _ statement: Statement?
  ) -> RowChange {
    let values = PackedRow.values(old.packed(index))
    return RowChange(
      kind,
      table.name,
      key: named(Array(values.prefix(keyNames.count))),
      old: keepsValues ? Array(zip(columnNames, values.dropFirst(keyNames.count))) : nil,
      new: statement.map { row($0) }
    )
  }

  private func named(_ key: [SQLiteValue]) -> [(String, SQLiteValue)] {
    Array(zip(keyNames, key))
  }

  private func row(_ statement: Statement) -> [(String, SQLiteValue)] {
    columnNames.enumerated().map { ($1, statement.value(at: keyNames.count + $0)) }
  }
}

/// How one row differs between two looks.
package struct RowChange {
  package enum Kind: String, Sendable {
    case insert, update, delete
  }

  package let kind: Kind
  package let table: String
  package let key: [(String, SQLiteValue)]
  /// Nil where there was no row, or its values were not kept.
  package let old: [(String, SQLiteValue)]?
  /// Nil where there is no row.
  package let new: [(String, SQLiteValue)]?

  init(
    _ kind: Kind,
    _ table: String,
    key: [(String, SQLiteValue)],
    old: [(String, SQLiteValue)]?,
    new: [(String, SQLiteValue)]?
  ) {
    (self.kind, self.table, self.key, self.old, self.new) = (kind, table, key, old, new)
  }

  /// Writes the change as one line of JSON.
  ///
  /// - Parameter commit: The number of the look that found it, from 1.
  package func append(to output: ByteOutput, commit: Int) throws {
    try output.append("{\"version\":1,\"table\":")
    try output.appendJSON(string: table)
    try output.append(",\"change\":\"\(kind.rawValue)\",\"key\":")
    try Self.append(key, to: output)
    for (name, values) in [("old", old), ("new", new)] {
      guard let values else { continue }
      try output.append(",\"\(name)\":")
      try Self.append(values, to: output)
    }
    try output.append(",\"commit\":\(commit)}\n")
  }

  private static func append(
    _ values: [(String, SQLiteValue)],
    to output: ByteOutput
  ) throws {
    for (index, (name, value)) in values.enumerated() {
      try output.append(index == 0 ? "{" : ",")
      try output.appendJSON(string: name)
      try output.append(":")
      try output.appendJSON(value)
    }
    try output.append(values.isEmpty ? "{}" : "}")
  }
}
