import StateGraphSQLite

/// The few properties of a column that the import needs for every value.
///
/// This struct contains no references, so copying it costs almost nothing. Copying a `ColumnSchema`
/// would retain its strings, which costs more than storing a value.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Whether the column is declared as BLOB. A column without a type has BLOB affinity too, but
  /// this is false for it.
  let isBlob: Bool
  let isComputed: Bool

  init(_ column: ColumnSchema) {
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
