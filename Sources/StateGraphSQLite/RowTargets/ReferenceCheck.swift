/// A reference to a missing row.
struct BrokenReference {
  /// The table of the row that refers to the missing row.
  let child: String
  /// The table in which the row is missing.
  let parent: String
}

/// Checks that the rows that a transaction has changed break no foreign key.
///
/// SQLite itself does not check them, because foreign keys are not enforced while the statements
/// of a ``RowTargetPlan`` run. Only references of changed rows and references to them are checked.
struct ReferenceCheck<Tables: Sequence> where Tables.Element == TableSchema {
  /// All tables of the file.
  let tables: Tables
  let connection: Connection

  /// Returns a reference of a changed row, or to one, that refers to a missing row, or nil if there
  /// is none.
  func brokenReference(after targets: [TableTargets]) throws(DatabaseError) -> BrokenReference? {
    for part in targets {
      for key in part.table.foreignKeys where key.isComplete {
        for row in part.rows where row.target != nil && row.changes(key.columns, of: part.table) {
          if try lacksParent(row.key, in: part.table, by: key) {
            return BrokenReference(child: part.table.name, parent: key.referencedTable)
          }
        }
      }
      if let broken = try brokenReference(to: part) { return broken }
    }
    return nil
  }

  private func brokenReference(to part: TableTargets) throws(DatabaseError) -> BrokenReference? {
    for child in tables {
      for key in child.foreignKeys
      where key.isComplete && key.referencedTable.isSameName(as: part.table.name) {
        for row in part.rows {
          guard let old = row.current, row.changes(key.referencedColumns, of: part.table)
          else { continue }
          if try hasOrphan(of: old, of: part.table, in: child, by: key) {
            return BrokenReference(child: child.name, parent: part.table.name)
          }
        }
      }
    }
    return nil
  }

  private func lacksParent(
    _ row: RowKey,
    in child: TableSchema,
    by key: ForeignKeySchema
  ) throws(DatabaseError) -> Bool {
    let condition = child.matches(row)
    return try connection.firstValue("\(orphans(of: key, in: child)) AND \(condition) LIMIT 1")
      != nil
  }

  /// Returns whether a row refers to the values of `old`, which no row of `parent` has now.
  private func hasOrphan(
    of old: RowImage,
    of parent: TableSchema,
    in child: TableSchema,
    by key: ForeignKeySchema
  ) throws(DatabaseError) -> Bool {
    let references = zip(key.columns, key.referencedColumns).map { column, referenced -> SQL in
      let value = parent.columnIndex(referenced).map { old[$0] } ?? .null
      return "child.\(column: column) = \(value)"
    }
    let condition: SQL = "\(references, separator: " AND ")"
    return try connection.firstValue("\(orphans(of: key, in: child)) AND \(condition) LIMIT 1")
      != nil
  }

  /// The SELECT of the rows that refer to a missing row. As in SQLite, a reference with a NULL
  /// refers to no row.
  private func orphans(of key: ForeignKeySchema, in child: TableSchema) -> SQL {
    let isSet = key.columns.map { column -> SQL in "child.\(column: column) IS NOT NULL" }
    let isSame = zip(key.columns, key.referencedColumns).map { column, referenced -> SQL in
      "parent.\(column: referenced) = child.\(column: column)"
    }
    return """
      SELECT 1 FROM main.\(table: child.name) AS child
      WHERE \(isSet, separator: " AND ") AND NOT EXISTS (
        SELECT 1 FROM main.\(table: key.referencedTable) AS parent
        WHERE \(isSame, separator: " AND "))
      """
  }
}

extension ForeignKeySchema {
  /// Whether the key names as many referenced columns as columns. SQLite refuses to change rows
  /// with any other key.
  fileprivate var isComplete: Bool {
    !columns.isEmpty && columns.count == referencedColumns.count
  }
}

extension RowTarget {
  /// Returns whether the row appears, disappears, or changes the value of one of the columns.
  fileprivate func changes(_ names: [String], of table: TableSchema) -> Bool {
    guard let current, let target else { return true }
    return names.contains { name in
      guard let place = table.columnIndex(name) else { return true }
      return !table.isSameValue(current, as: target, at: place)
    }
  }
}
