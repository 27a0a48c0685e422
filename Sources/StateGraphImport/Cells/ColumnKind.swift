import StateGraphSQLite

/// The few properties of a column that the import needs for every value.
///
/// A copy of this struct costs almost nothing. A copy of `ColumnSchema` would increment the
/// reference counts of its strings.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Whether the column is declared as BLOB.
  ///
  /// False for a column without a type, although that column has BLOB affinity too.
  let isBlob: Bool
  let isComputed: Bool

  init(_ column: ColumnSchema) {
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
