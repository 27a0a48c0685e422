import StateGraphSQLite

extension PropertyWriter {
  /// Overwrites all columns of a row with the values of `image`, except the key and the timestamps
  /// of the insertion. Call inside a write.
  func overwrite(_ key: RowKey, with image: RowImage, on connection: Connection) throws {
    let (definition, layout) = (context.definition, context.layoutForWriting)
    let stamped = context.stamping(image)
    let changes = definition.columns.indices.filter { index in
      !definition.isKey(definition.columns[index])
        && !definition.insertionTimestamps.contains(index)
    }.map { ColumnChange(index: $0, value: stamped[context.keyCount + $0]) }
    if changes.isEmpty { return }
    do {
      try run(connection.prepare(layout.update(of: changes)), changes: changes, key: key)
    } catch let error as DatabaseError where error.constraint?.kind == .foreignKey {
      throw context.explaining(error, refusing: stamped, on: connection)
    }
  }

  private func run(_ statement: Statement, changes: [ColumnChange], key: RowKey) throws {
    for (place, change) in changes.enumerated() { try statement.bind(change.value, at: place + 1) }
    try statement.bind(key, from: changes.count + 1)
    try statement.run()
  }
}
