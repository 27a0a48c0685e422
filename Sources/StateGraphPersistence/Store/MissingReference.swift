import StateGraphSQLite

extension TableContext {
  /// Returns the error for a row that SQLite has refused because of a foreign key. Names the
  /// reference whose row does not exist, because SQLite's own message names none.
  ///
  /// Returns `error` itself if every reference of the entity has a row. Another foreign key of the
  /// table was then broken, or one of a table that a trigger has written.
  ///
  /// - Parameters:
  ///   - error: SQLite's error.
  ///   - image: The refused row.
  ///   - connection: The connection of the open transaction.
  func explaining(
    _ error: DatabaseError,
    refusing image: RowImage,
    _ connection: Connection
  ) -> DatabaseError {
    for (index, column) in definition.columns.enumerated() {
      let key = image[keyCount + index]
      guard !key.isNull, let target = column.referencedTable?(),
        !isRow(key, of: target, in: image),
        // If this look-up fails, SQLite's error is the one to report.
        let found = try? connection.firstValue(
          """
          SELECT EXISTS (SELECT 1 FROM \(table: target.table)
            WHERE \(column: target.keyColumns[0]) = \(key))
          """
        ), found == .integer(0)
      else { continue }
      return DatabaseError(
        .constraint,
        "The property \(column.property) of an added entity refers to an entity that has no row: "
          + "\(target.table) has no row for the key in \(name).\(column.name).",
        remedy: "Add the referenced entity first. A reference does not add it.",
        extendedCode: error.extendedCode,
        sql: error.sql,
        constraint: error.constraint,
        cause: error
      )
    }
    return error
  }

  /// Returns whether a key is that of the refused row itself, which does not exist yet and may be
  /// referred to all the same.
  private func isRow(
    _ key: SQLiteValue,
    of target: EntityDefinition,
    in image: RowImage
  ) -> Bool {
    target === definition && keyCount == 1 && image[0] == key
  }
}
