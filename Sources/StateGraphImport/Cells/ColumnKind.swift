import StateGraphSQLite

/// The few properties of a column that the import needs for every value.
///
/// The struct contains no references, so a copy costs almost nothing. A copy of `ColumnSchema`
/// would increment the reference counts of its strings, which takes longer than storing a value.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Whether the column is declared as BLOB. This is false for a column without a type, although
  /// such a column has BLOB affinity too.
  let isBlob: Bool
  let isComputed: Bool

  init(_ column: ColumnSchema) {
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
