import StateGraphSQLite

/// The part of a column's schema that is needed for every value.
///
/// It contains no references, so that a copy costs nothing: copying the names in a `ColumnSchema`
/// would cost more than storing a value.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Whether the column is declared as BLOB, and not only without a type.
  let isBlob: Bool
  let isComputed: Bool

  init(_ column: ColumnSchema) {
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
