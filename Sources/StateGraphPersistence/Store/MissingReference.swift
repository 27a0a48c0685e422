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
  ///   - isNew: Whether the row was to be inserted. False for an UPDATE.
  ///   - connection: The connection of the open transaction.
  func explaining(
    _ error: DatabaseError,
    refusing image: RowImage,
    isNew: Bool = true,
    on connection: Connection
  ) -> DatabaseError {
    for reference in references where refersToMissingRow(reference, image: image, on: connection) {
      let columns = reference.columns.map { definition.columns[$0].name }
      return DatabaseError(
        .constraint,
        "The property \(reference.property) of \(isNew ? "an added" : "a changed") entity refers "
          + "to an entity that has no row: \(reference.target.table) has no row for the key in "
          + "\(name).\(columns.joined(separator: ", ")).",
        remedy: "Add the referenced entity first. A reference does not add it.",
        extendedCode: error.extendedCode,
        sql: error.sql,
        constraint: error.constraint,
        cause: error
      )
    }
    return error
  }

  /// A reference of the entity type, which one column or several columns store.
  private struct Reference {
    let property: String
    /// The columns of the reference, as indexes in the definition.
    let columns: [Int]
    let target: EntityDefinition
  }

  private var references: [Reference] {
    let single = definition.columns.enumerated().compactMap { index, column in
      column.referencedTable.map {
        Reference(property: column.property, columns: [index], target: $0())
      }
    }
    return single
      + definition.references.enumerated().map { index, reference in
        Reference(
          property: reference.property,
          columns: definition.columns(ofReference: index),
          target: reference.referencedTable()
        )
      }
  }

  private func refersToMissingRow(
    _ reference: Reference,
    image: RowImage,
    on connection: Connection
  ) -> Bool {
    let key = reference.columns.map { image[keyCount + $0] }
    guard !key.contains(.null), !isRow(key, of: reference.target, in: image) else { return false }
    let conditions = zip(reference.target.keyColumns, key).map { name, value -> SQL in
      "\(column: name) = \(value)"
    }
    // If this look-up fails, SQLite's original error is reported.
    let found = try? connection.firstValue(
      """
      SELECT EXISTS (SELECT 1 FROM \(table: reference.target.table)
        WHERE \(conditions, separator: " AND "))
      """
    )
    return found == .integer(0)
  }

  /// Returns whether a key is the key of the refused row itself. A row may refer to itself,
  /// although it does not exist before the INSERT.
  private func isRow(
    _ key: [SQLiteValue],
    of target: EntityDefinition,
    in image: RowImage
  ) -> Bool {
    target === definition && image.key(keyCount).values == key
  }
}
