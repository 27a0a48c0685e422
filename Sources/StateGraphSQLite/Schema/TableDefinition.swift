/// A table as a type declares it: what the file should have. ``TableSchema`` is what it has.
package struct TableDefinition: Sendable {
  package var name: String
  /// The name that the table had before, for a proposal to rename it.
  package var renamedFrom: String?
  package var columns: [ColumnDefinition]
  /// The columns of the primary key, in key order. They are never NULL.
  package var primaryKey: [String]
  /// References of several columns; one of a single column is its own.
  package var foreignKeys: [ForeignKeyDefinition]
  package var indexes: [IndexDefinition]
  /// Refuse values of another storage class.
  package var isStrict: Bool
  /// Store the rows in the index of the primary key.
  package var isWithoutRowID: Bool
  /// Columns whose words can be searched, in a table beside this one that triggers keep up to date.
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

  /// Whether the column may hold NULL.
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
  /// The value of rows that give none. A single interpolated value is written as a literal, which a
  /// column that is added later needs; anything else is an expression.
  package var defaultValue: SQL?
  package var isUnique: Bool
  /// A condition that every row meets; its interpolated values become literals.
  package var check: SQL?
  package var reference: ColumnReference?
  package var collation: Collation
  /// The name that the column had before, for a proposal to rename it.
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
  /// Check at COMMIT instead of at each statement, so that the two rows may come in any order.
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
  /// Nil for the name that the table's and the columns' give.
  package var name: String?
  package var columns: [String]
  package var isUnique: Bool
  /// Index only the rows that meet this.
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
