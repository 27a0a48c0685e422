/// A table as a Swift type declares it. In contrast, ``TableSchema`` describes a table in a file. A
/// comparison of both finds what a migration must change.
package struct TableDefinition: Sendable {
  package var name: String
  /// The former name of the table. If set and the file has a table with this name, the proposed
  /// migration renames that table.
  package var renamedFrom: String?
  package var columns: [ColumnDefinition]
  /// The names of the primary key columns, in key order. These columns are never NULL.
  package var primaryKey: [String]
  /// The foreign keys that have several columns. A foreign key of one column is declared in that
  /// column (``ColumnDefinition/reference``).
  package var foreignKeys: [ForeignKeyDefinition]
  package var indexes: [IndexDefinition]
  /// Whether the table is STRICT. If true, SQLite refuses values that do not have the type of their
  /// column.
  package var isStrict: Bool
  /// Whether the table is WITHOUT ROWID. If true, SQLite stores the rows in the index of the
  /// primary key.
  package var isWithoutRowID: Bool
  /// The names of the columns for full-text search. Triggers add the words in these columns to a
  /// second table, ``searchTable``.
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

  /// Returns whether the column must not contain NULL. Primary key columns never contain NULL.
  package func isNotNull(_ column: ColumnDefinition) -> Bool {
    column.isNotNull || isKey(column.name)
  }

  /// All foreign keys of the table: those that one column declares, and those of several columns.
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

/// A column and its constraints, as a Swift type declares them.
package struct ColumnDefinition: Sendable {
  package var name: String
  package var type: ColumnType
  package var isNotNull: Bool
  /// The value of the column in rows that are inserted without a value for it.
  ///
  /// If the SQL is one interpolated value, the default is a literal, which ADD COLUMN requires. Any
  /// other SQL becomes an expression.
  package var defaultValue: SQL?
  package var isUnique: Bool
  /// A condition that must be true for every row.
  ///
  /// SQLite accepts no parameters in such a condition. Interpolated values therefore become
  /// literals.
  package var check: SQL?
  package var reference: ColumnReference?
  package var collation: Collation
  /// Whether the text of no value looks like a number. A column such as DATETIME, which converts
  /// numbers in text, then stores it unchanged.
  package var isNeverNumber = false
  /// The former name of the column. If set and the file has a column with this name, the proposed
  /// migration renames that column.
  package var renamedFrom: String?

  package init(
    _ name: String,
    type: ColumnType,
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

/// A foreign key of one column: the referenced column, and what happens when the referenced row is
/// deleted.
package struct ColumnReference: Sendable, Equatable {
  package var table: String
  package var column: String
  package var onDelete: ReferenceAction
  /// Whether SQLite checks the foreign key at COMMIT instead of after each statement.
  ///
  /// If true, a transaction can insert the two rows in any order.
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

/// A foreign key of one or several columns, as CREATE TABLE declares it.
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

/// An index as a Swift type declares it.
///
/// A UNIQUE column needs no declared index, because SQLite creates one.
package struct IndexDefinition: Sendable {
  /// The name of the index. If nil, the name is made from the names of the table and the columns.
  package var name: String?
  package var columns: [String]
  package var isUnique: Bool
  /// The condition (WHERE) for rows in the index. If nil, the index contains all rows.
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
