extension TableSchema {
  /// Returns the SQL condition that selects the row with this key.
  ///
  /// If the table has no primary key, the condition compares the rowid.
  package func matches(_ key: RowKey) -> SQL {
    guard !primaryKey.isEmpty else { return "\(column: rowIDName ?? "rowid") = \(key.first)" }
    let parts = zip(primaryKey, key.values).map { name, value -> SQL in
      "\(column: name) IS \(value)"
    }
    return "\(parts, separator: " AND ")"
  }

  /// Reads the current values of the row with this key from the table.
  ///
  /// Returns nil if the row does not exist. The values are in the order of the declared columns.
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
