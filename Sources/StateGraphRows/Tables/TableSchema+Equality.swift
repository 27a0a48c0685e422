// Two schemas are equal if their names and SQL texts have the same bytes. A synthesised `==` would
// treat a column that was renamed from a composed to a decomposed "é" as unchanged.

extension TableSchema: Equatable {
  package static func == (left: TableSchema, right: TableSchema) -> Bool {
    left.name.hasSameBytes(as: right.name)
      && left.primaryKey.haveSameBytes(as: right.primaryKey)
      && left.hasRowID == right.hasRowID && left.isStrict == right.isStrict
      && left.columns == right.columns && left.foreignKeys == right.foreignKeys
      && left.indexes == right.indexes && left.sql.hasSameBytes(as: right.sql)
  }
}

extension ColumnSchema: Equatable {
  package static func == (left: ColumnSchema, right: ColumnSchema) -> Bool {
    left.name.hasSameBytes(as: right.name)
      && left.declaredType.hasSameBytes(as: right.declaredType)
      && left.defaultSQL.map { ByteText($0) } == right.defaultSQL.map { ByteText($0) }
      && left.affinity == right.affinity && left.isNotNull == right.isNotNull
      && left.generation == right.generation && left.collation == right.collation
  }
}

extension ForeignKeySchema: Equatable {
  package static func == (left: ForeignKeySchema, right: ForeignKeySchema) -> Bool {
    left.id == right.id && left.onDelete == right.onDelete
      && left.columns.haveSameBytes(as: right.columns)
      && left.referencedTable.hasSameBytes(as: right.referencedTable)
      && left.referencedColumns.haveSameBytes(as: right.referencedColumns)
  }
}

extension IndexSchema: Equatable {
  package static func == (left: IndexSchema, right: IndexSchema) -> Bool {
    left.name.hasSameBytes(as: right.name)
      && left.columns.map { $0.map { ByteText($0) } }
        == right.columns.map { $0.map { ByteText($0) } }
      && left.isUnique == right.isUnique && left.isPartial == right.isPartial
      && left.isImplicit == right.isImplicit
  }
}
