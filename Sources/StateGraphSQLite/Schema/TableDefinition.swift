/// A table as a type declares it. ``TableSchema`` is a table as the file has it.
package struct TableDefinition: Sendable {
  package var name: String
  /// The former name of the table, for a proposal to rename it.
  package var renamedFrom: String?
  package var columns: [ColumnDefinition]
  /// The columns of the primary key, in key order. They are never NULL.
  package var primaryKey: [String]
  /// The references of several columns. A column has the references of one column.
  package var foreignKeys: [ForeignKeyDefinition]
  package var indexes: [IndexDefinition]
  /// Whether the table is STRICT, and so refuses values of another storage class.
  package var isStrict: Bool
  /// Whether the table stores its rows in the index of the primary key.
  package var isWithoutRowID: Bool
  /// The columns for full-text search. Triggers keep their words in a second table.
  package var searchColumns: [String]

  package init(
    _ name: String,
    columns: [ColumnDefinition],
    primaryKey: [String],
    foreignKeys: [ForeignKeyDefinition] = [],
    indexes: [IndexDefinition] = [],
    searchColumns: [String] = [],
    isStrict: Bool = true,
    isWithoutRowID: Bool = false,
    renamedFrom: String? = nil
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.indexes = indexes
    self.searchColumns = searchColumns
    self.isStrict = isStrict
    self.isWithoutRowID = isWithoutRowID
    self.renamedFrom = renamedFrom
  }

  package func column(_ name: String) -> ColumnDefinition? {
    columns.first { $0.name.isSameName(as: name) }
  }

  package func isKey(_ column: String) -> Bool {
    primaryKey.contains { $0.isSameName(as: column) }
  }

  /// Returns whether the column may hold NULL.
  package func isNotNull(_ column: ColumnDefinition) -> Bool {
    column.isNotNull || isKey(column.name)
  }

  /// Every reference, of one column or several.
  package var references: [ForeignKeyDefinition] {
    columns.compactMap { column in
      column.reference.map {
        ForeignKeyDefinition(
          columns: [column.name],
          table: $0.table,
          referencedColumns: [$0.column],
          onDelete: $0.onDelete,
          isDeferred: $0.isDeferred
        )
      }
    } + foreignKeys
  }
}

/// A column as a type declares it.
package struct ColumnDefinition: Sendable {
  package var name: String
  package var type: ColumnType
  package var isNotNull: Bool
  /// The value for rows that are inserted without one. A single interpolated value becomes a
  /// literal, which ADD COLUMN needs; any other text becomes an expression.
  package var defaultValue: SQL?
  package var isUnique: Bool
  /// A condition that every row meets. Interpolated values become literals.
  package var check: SQL?
  package var reference: ColumnReference?
  package var collation: Collation
  /// The former name of the column, for a proposal to rename it.
  package var renamedFrom: String?

  package init(
    _ name: String,
    _ type: ColumnType,
    isNotNull: Bool = true,
    defaultValue: SQL? = nil,
    isUnique: Bool = false,
    check: SQL? = nil,
    reference: ColumnReference? = nil,
    collation: Collation = .binary,
    renamedFrom: String? = nil
  ) {
    self.name = name
    self.type = type
    self.isNotNull = isNotNull
    self.defaultValue = defaultValue
    self.isUnique = isUnique
    self.check = check
    self.reference = reference
    self.collation = collation
    self.renamedFrom = renamedFrom
  }
}

/// A column's reference to the key of another table.
package struct ColumnReference: Sendable, Equatable {
  package var table: String
  package var column: String
  package var onDelete: ReferenceAction
  /// Whether SQLite checks the reference at COMMIT and not at each statement, so that the two rows
  /// may be inserted in any order.
  package var isDeferred: Bool

  package init(
    table: String,
    column: String,
    onDelete: ReferenceAction = .noAction,
    isDeferred: Bool = false
  ) {
    self.table = table
    self.column = column
    self.onDelete = onDelete
    self.isDeferred = isDeferred
  }
}

/// Columns that together reference the key of another table.
package struct ForeignKeyDefinition: Sendable, Equatable {
  package var columns: [String]
  package var table: String
  package var referencedColumns: [String]
  package var onDelete: ReferenceAction
  package var isDeferred: Bool

  package init(
    columns: [String],
    table: String,
    referencedColumns: [String],
    onDelete: ReferenceAction = .noAction,
    isDeferred: Bool = false
  ) {
    self.columns = columns
    self.table = table
    self.referencedColumns = referencedColumns
    self.onDelete = onDelete
    self.isDeferred = isDeferred
  }
}

/// An index as a type declares it.
package struct IndexDefinition: Sendable {
  /// The name of the index; nil for a name made of the names of the table and the columns.
  package var name: String?
  package var columns: [String]
  package var isUnique: Bool
  /// The condition of the rows that are indexed; nil for all rows.
  package var condition: SQL?

  package init(
    _ columns: [String],
    isUnique: Bool = false,
    condition: SQL? = nil,
    name: String? = nil
  ) {
    self.columns = columns
    self.isUnique = isUnique
    self.condition = condition
    self.name = name
  }

  package func name(in table: String) -> String {
    name ?? ([table] + columns + [isUnique ? "unique" : "index"]).joined(separator: "_")
  }
}
