import StateGraphFormats
import StateGraphSQLite

/// Makes an SQL expression that identifies the owner of a row's dates. The mask `date` moves all
/// dates with the same owner by the same number of days.
///
/// The owner of an order line is, for example, the customer: the expression follows foreign keys
/// from the line to its order, and from the order to its customer. From each row it follows the
/// first foreign key with ON DELETE CASCADE, or else the first foreign key that is never NULL. The
/// row at which no such key is left is the owner.
struct DateOwner {
  private let tables: [TableSchema]
  private let joined: JoinedColumns

  init(_ tables: [TableSchema], joined: JoinedColumns) {
    (self.tables, self.joined) = (tables, joined)
  }

  /// Returns an expression for the text that identifies the owner of the row `t`.
  func expression(_ table: Int) -> SQL {
    expression(table, alias: "t", besides: [])
  }

  /// Returns an expression for the text that identifies the owner of the row `t`, if the file of
  /// the masks names a column that determines the owner.
  ///
  /// If the column is a foreign key, the owner is the row to which it refers. Otherwise rows with
  /// the same value in the column have the same owner.
  func expression(_ table: Int, by column: Int) -> SQL {
    let schema = tables[table]
    let key = schema.foreignKeys.first {
      $0.columns.count == 1 && schema.columnIndex($0.columns[0]) == column
    }
    let own = identity(table, alias: "t")
    if let key, let parent = parent(of: key) {
      let owner = identity(parent, alias: "o1")
      return "coalesce(\(select(owner, of: parent, as: "o1", by: key, from: "t")), \(own))"
    }
    let value = "t.\(column: schema.columns[column].name)" as SQL
    let name = label(table, column: column)
    return """
      CASE WHEN \(value) IS NULL THEN \(own) ELSE \(name) || quote(\(value)) END
      """
  }

  private func expression(_ table: Int, alias: String, besides visited: Set<Int>) -> SQL {
    let own = identity(table, alias: alias)
    guard let key = owningKey(of: tables[table]), let parent = parent(of: key),
      parent != table, !visited.contains(parent)
    else { return own }
    let next = "o\(visited.count + 1)"
    let inner = expression(parent, alias: next, besides: visited.union([table]))
    return "coalesce(\(select(inner, of: parent, as: next, by: key, from: alias)), \(own))"
  }

  private func select(
    _ value: SQL,
    of parent: Int,
    as alias: String,
    by key: ForeignKeySchema,
    from child: String
  ) -> SQL {
    let matches = zip(key.referencedColumns, key.columns).map { referenced, column in
      "\(column: alias).\(column: referenced) = \(column: child).\(column: column)" as SQL
    }
    return """
      (SELECT \(value) FROM main.\(table: tables[parent].name) AS \(column: alias)
        WHERE \(matches, separator: " AND ") LIMIT 1)
      """
  }

  private func parent(of key: ForeignKeySchema) -> Int? {
    guard key.columns.count == key.referencedColumns.count else { return nil }
    return tables.firstIndex { $0.name.isSameName(as: key.referencedTable) }
  }

  private func owningKey(of table: TableSchema) -> ForeignKeySchema? {
    let keys = table.foreignKeys.filter { !$0.referencedTable.isSameName(as: table.name) }
      .sorted { position(of: $0, in: table) < position(of: $1, in: table) }
    return keys.first { $0.onDelete == .cascade }
      ?? keys.first { key in
        key.columns.allSatisfy { name in
          table.column(name)?.isNotNull == true
            || table.primaryKey.contains { $0.isSameName(as: name) }
        }
      }
  }

  private func position(of key: ForeignKeySchema, in table: TableSchema) -> Int {
    key.columns.compactMap { table.columnIndex($0) }.min() ?? .max
  }

  /// Returns an expression for the text that identifies a row: the name of its table or of the
  /// joined columns, and its primary key. The rowid takes the place of a missing primary key.
  private func identity(_ table: Int, alias: String) -> SQL {
    let schema = tables[table]
    let name = "\(column: alias)" as SQL
    if schema.primaryKey.count == 1, let column = schema.columnIndex(schema.primaryKey[0]) {
      return "\(label(table, column: column)) || quote(\(name).\(column: schema.primaryKey[0]))"
    }
    let keys = schema.primaryKey.isEmpty ? [schema.rowIDName ?? "rowid"] : schema.primaryKey
    let parts = keys.map { "quote(\(name).\(column: $0))" as SQL }
    return "\(literal(FoldedName.key(schema.name))) || \(parts, separator: " || ',' || ")"
  }

  private func label(_ table: Int, column: Int) -> SQL {
    literal(joined.name(of: JoinedColumns.Column(table: table, column: column)))
  }

  private func literal(_ bytes: [UInt8]) -> SQL {
    SQL(text: SQLiteValue.text(String(decoding: bytes, as: UTF8.self) + " ").sqlLiteral)
  }
}
