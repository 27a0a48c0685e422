/// A table as the file declares it.
package struct TableSchema: Sendable, Equatable {
  package var name: String
  package var columns: [ColumnSchema]
  /// The columns of the declared primary key, in key order; empty where none is declared, and rows
  /// are then known by their rowid.
  package var primaryKey: [String]
  package var foreignKeys: [ForeignKeySchema]
  package let hasRowID: Bool
  /// Values of another storage class are refused.
  package var isStrict = false
  package var indexes: [IndexSchema] = []
  /// The text of CREATE TABLE, as SQLite keeps it. The only place where checks can be seen.
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

  /// A module of SQLite keeps the rows, FTS5 for one, and no hook tells of them.
  package var isVirtual: Bool { sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") }

  /// The name by which SQL reaches the rowid, or nil where columns have taken all three.
  package var rowIDName: String? {
    ["rowid", "_rowid_", "oid"].first { columnIndex($0) == nil }
  }

  package func column(_ name: String) -> ColumnSchema? {
    columnIndex(name).map { columns[$0] }
  }

  /// SQLite compares names without regard to ASCII case.
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
    /// Computed when read. The preupdate hook of SQLite before 3.49 does not number these.
    case virtual
  }

  /// A new row may leave this column out.
  package var isOptional: Bool { !isNotNull || defaultSQL != nil || generation != .none }
}

package struct ForeignKeySchema: Sendable, Equatable {
  /// Names the key inside its table, as `PRAGMA foreign_key_list` numbers it.
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
  /// Its columns in order; nil where it indexes an expression.
  package var columns: [String?]
  package let isUnique: Bool
  /// It covers only the rows that meet its condition.
  package let isPartial: Bool
  /// SQLite made it itself, for a PRIMARY KEY or UNIQUE of the table.
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

/// How SQLite converts what is stored in a column
/// (<https://sqlite.org/datatype3.html#type_affinity>).
package enum Affinity: Sendable, Equatable {
  case integer, real, numeric, text, blob

  /// The rules of section 3.1, in their order.
  /// ANY is a type of its own in STRICT tables only; elsewhere the rules make it NUMERIC.
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

  /// What a column of this affinity holds once `value` was stored in it and read back. The
  /// preupdate hook reports the integer 5 inserted into a REAL column as an integer; the file holds
  /// 5.0.
  package func stored(_ value: SQLiteValue) -> SQLiteValue {
    if self == .real, case .integer(let integer) = value { return .real(Double(integer)) }
    return value
  }
}
