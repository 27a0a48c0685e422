/// The shape of a table as the database file declares it.
package struct TableSchema: Sendable, Equatable {
  package var name: String
  package var columns: [ColumnSchema]
  /// The columns of the declared primary key, in key order. Empty if none is declared; rows are
  /// then identified by their rowid.
  package var primaryKey: [String]
  package var foreignKeys: [ForeignKeySchema]
  package let hasRowID: Bool
  /// The table is STRICT and refuses values of other storage classes.
  package var isStrict = false
  package var indexes: [IndexSchema] = []
  /// The CREATE TABLE statement as SQLite stores it, the only place that contains CHECK
  /// constraints.
  package var sql = ""

  package init(
    name: String,
    columns: [ColumnSchema],
    primaryKey: [String],
    foreignKeys: [ForeignKeySchema],
    hasRowID: Bool,
    isStrict: Bool = false,
    indexes: [IndexSchema] = [],
    sql: String = ""
  ) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.foreignKeys = foreignKeys
    self.hasRowID = hasRowID
    self.isStrict = isStrict
    self.indexes = indexes
    self.sql = sql
  }

  /// A module of SQLite such as FTS5 stores the rows, and the preupdate hook does not report them.
  package var isVirtual: Bool { sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") }

  /// The name by which SQL reads the rowid; nil if columns of the table have taken all three names.
  package var rowIDName: String? {
    ["rowid", "_rowid_", "oid"].first { columnIndex($0) == nil }
  }

  package func column(_ name: String) -> ColumnSchema? {
    columnIndex(name).map { columns[$0] }
  }

  /// The index of a column. SQLite compares names without regard to ASCII case.
  package func columnIndex(_ name: String) -> Int? {
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.isSameName(as: name) }
  }
}

package struct ColumnSchema: Sendable, Equatable {
  package var name: String
  /// The type as declared, in upper case.
  package let declaredType: String
  package let affinity: Affinity
  package let isNotNull: Bool
  /// SQL text of the default, or nil.
  package let defaultSQL: String?
  package let generation: Generation
  package let collation: Collation

  package init(
    name: String,
    declaredType: String,
    affinity: Affinity,
    isNotNull: Bool,
    defaultSQL: String?,
    generation: Generation,
    collation: Collation
  ) {
    self.name = name
    self.declaredType = declaredType
    self.affinity = affinity
    self.isNotNull = isNotNull
    self.defaultSQL = defaultSQL
    self.generation = generation
    self.collation = collation
  }

  package enum Generation: Sendable, Equatable {
    case none
    case stored
    /// Computed when it is read. The preupdate hook of SQLite before 3.49 does not count these
    /// columns.
    case virtual
  }

  /// Whether an INSERT may omit the column.
  package var isOptional: Bool { !isNotNull || defaultSQL != nil || generation != .none }
}

package struct ForeignKeySchema: Sendable, Equatable {
  /// The key's number in `PRAGMA foreign_key_list`.
  package let id: Int
  package var columns: [String]
  package var referencedTable: String
  package var referencedColumns: [String]
  package var onDelete = ReferenceAction.noAction

  package init(
    id: Int,
    columns: [String],
    referencedTable: String,
    referencedColumns: [String],
    onDelete: ReferenceAction = .noAction
  ) {
    self.id = id
    self.columns = columns
    self.referencedTable = referencedTable
    self.referencedColumns = referencedColumns
    self.onDelete = onDelete
  }
}

package struct IndexSchema: Sendable, Equatable {
  package let name: String
  /// The columns in order; nil for an indexed expression.
  package var columns: [String?]
  package let isUnique: Bool
  /// The index has a WHERE clause and contains only the rows that meet it.
  package let isPartial: Bool
  /// SQLite has created the index for a PRIMARY KEY or UNIQUE constraint of the table.
  package let isImplicit: Bool

  package init(
    name: String,
    columns: [String?],
    isUnique: Bool,
    isPartial: Bool,
    isImplicit: Bool
  ) {
    self.name = name
    self.columns = columns
    self.isUnique = isUnique
    self.isPartial = isPartial
    self.isImplicit = isImplicit
  }
}

/// The conversion that SQLite applies to values stored in a column
/// (<https://sqlite.org/datatype3.html#type_affinity>).
package enum Affinity: Sendable, Equatable {
  case integer, real, numeric, text, blob

  /// Applies the rules of section 3.1 in their order. ANY is a type only in STRICT tables; in other
  /// tables the rules give it the affinity NUMERIC.
  package init(declaredType: String, isStrict: Bool = true) {
    let type = declaredType.uppercased()
    self =
      if type.contains("INT") {
        .integer
      } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
        .text
      } else if type.isEmpty || type.contains("BLOB") || (isStrict && type == "ANY") {
        .blob
      } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
        .real
      } else {
        .numeric
      }
  }

  /// The value that a column of this affinity returns after `value` was stored in it. When the
  /// integer 5 is inserted into a REAL column, the preupdate hook reports an integer, but the
  /// column returns 5.0.
  package func stored(_ value: SQLiteValue) -> SQLiteValue {
    if self == .real, case .integer(let integer) = value { return .real(Double(integer)) }
    return value
  }
}
