/// A table with its columns, keys and indexes, as the database file declares it.
package struct TableSchema: Sendable {
  package var name: String
  package var columns: [ColumnSchema]
  /// The names of the primary key columns, in key order.
  ///
  /// Empty if the table declares no primary key. In such a table, the rowid identifies each row.
  package var primaryKey: [String]
  package var foreignKeys: [ForeignKeySchema] = []
  package let hasRowID: Bool
  /// Whether the table is STRICT. In a STRICT table, each column refuses values of other types.
  package var isStrict = false
  package var indexes: [IndexSchema] = []
  /// The CREATE TABLE statement as SQLite stores it. CHECK constraints are only in this text.
  package var sql = ""

  package init(name: String, columns: [ColumnSchema], primaryKey: [String], hasRowID: Bool) {
    self.name = name
    self.columns = columns
    self.primaryKey = primaryKey
    self.hasRowID = hasRowID
  }

  /// Whether the table is virtual. An SQLite module such as FTS5 stores the rows of a virtual
  /// table.
  ///
  /// SQLite's preupdate hook does not report changes of virtual tables.
  package var isVirtual: Bool { sql.uppercased().hasPrefix("CREATE VIRTUAL TABLE") }

  /// The name by which SQL can read the rowid: rowid, _rowid_ or oid.
  ///
  /// The value is nil if the table has columns with all three names.
  package var rowIDName: String? {
    ["rowid", "_rowid_", "oid"].first { columnIndex($0) == nil }
  }

  /// Whether the primary key is an alias of the rowid. SQLite generates such a key if an INSERT
  /// gives none.
  ///
  /// False for `INTEGER PRIMARY KEY DESC`, because SQLite creates a separate index for such a key.
  package var hasRowIDAsKey: Bool {
    guard hasRowID, primaryKey.count == 1, let key = column(primaryKey[0]) else { return false }
    return key.declaredType == "INTEGER"
      && !indexes.contains { $0.isImplicit && $0.columns == [key.name] }
  }

  package func column(_ name: String) -> ColumnSchema? {
    columnIndex(name).map { columns[$0] }
  }

  /// Returns the index of the column with this name, or nil if the table has no such column.
  ///
  /// A name with the same bytes has priority. If no name is the same, the case of ASCII letters is
  /// ignored, as in SQLite.
  package func columnIndex(_ name: String) -> Int? {
    columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
      ?? columns.firstIndex { $0.name.isSameName(as: name) }
  }
}

/// A column of a table, as the database file declares it.
package struct ColumnSchema: Sendable {
  package var name: String
  /// The declared type of the column, in upper case. Empty if the column declares no type.
  package let declaredType: String
  package let affinity: Affinity
  package var collation: Collation
  package var isNotNull = false
  /// The default value as SQL text, or nil if the column declares no default.
  package var defaultSQL: String?
  package var generation = Generation.none

  package init(
    name: String,
    declaredType: String,
    affinity: Affinity,
    collation: Collation = .binary
  ) {
    self.name = name
    self.declaredType = declaredType
    self.affinity = affinity
    self.collation = collation
  }

  package enum Generation: Sendable, Equatable {
    case none
    case stored
    /// The value is computed each time it is read.
    ///
    /// Before SQLite 3.49, the column count of the preupdate hook does not include such columns.
    case virtual
  }

  /// Whether an INSERT can omit the column. This is true if the column allows NULL, has a default,
  /// or is computed.
  package var isOptional: Bool { !isNotNull || defaultSQL != nil || generation != .none }
}

/// A foreign key of a table, as the database file declares it.
package struct ForeignKeySchema: Sendable {
  /// The number of the foreign key in `PRAGMA foreign_key_list`.
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

/// An index of a table, as the database file stores it. Also describes the indexes that SQLite
/// creates for constraints.
package struct IndexSchema: Sendable {
  package let name: String
  /// The names of the columns, in the order of the index. An expression in the index has nil.
  package var columns: [String?]
  package let isUnique: Bool
  /// Whether the index has a WHERE clause. Such an index contains only some rows of the table.
  package let isPartial: Bool
  /// Whether SQLite created the index automatically, for a PRIMARY KEY or UNIQUE constraint.
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

/// The conversion that SQLite applies to values when they are stored in a column.
///
/// SQLite's documentation describes it (<https://sqlite.org/datatype3.html#type_affinity>).
package enum Affinity: Sendable, Equatable {
  case integer, real, numeric, text, blob

  /// Determines the affinity from the declared type (<https://sqlite.org/datatype3.html>, section
  /// 3.1).
  ///
  /// The type ANY exists only in STRICT tables. In other tables, a column with this type has the
  /// affinity NUMERIC.
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

  /// Returns the value that a query reads after `value` was stored in a column of this affinity.
  ///
  /// For example, an integer 5 is inserted into a REAL column. The preupdate hook reports 5, but a
  /// query returns 5.0.
  package func stored(_ value: SQLiteValue) -> SQLiteValue {
    if self == .real, case .integer(let integer) = value { return .real(Double(integer)) }
    return value
  }
}
