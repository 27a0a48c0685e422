import StateGraphSQLite

extension TableSchema {
  /// The members of the JSON object that describes this table. The commands `schema` and `inspect`
  /// print it.
  var members: [(String, JSONOutput)] {
    [
      ("name", .string(name)), ("columns", .array(columns.map(\.json))),
      ("primaryKey", .strings(primaryKey)),
      ("foreignKeys", .array(foreignKeys.map(\.json))),
      ("indexes", .array(indexes.filter { !$0.isImplicit }.map { .object($0.members) })),
    ]
  }
}

extension ColumnSchema {
  fileprivate var json: JSONOutput {
    .object([
      ("name", .string(name)), ("type", .string(declaredType)), ("notNull", .boolean(isNotNull)),
      ("default", defaultSQL.map { .string($0) } ?? .null),
      ("generated", .boolean(generation != .none)),
    ])
  }
}

extension ForeignKeySchema {
  fileprivate var json: JSONOutput {
    .object([
      ("columns", .strings(columns)), ("references", .string(referencedTable)),
      ("referencedColumns", .strings(referencedColumns)),
      ("onDelete", .string(onDelete.rawValue)),
    ])
  }
}

extension IndexSchema {
  var members: [(String, JSONOutput)] {
    [
      ("name", .string(name)), ("unique", .boolean(isUnique)), ("partial", .boolean(isPartial)),
      ("columns", .strings(columns.map { $0 ?? "(expression)" })),
    ]
  }
}
