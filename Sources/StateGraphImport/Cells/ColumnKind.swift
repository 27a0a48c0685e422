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
  /// Whether the column is declared as JSON. It then stores objects and arrays as JSON text.
  let isJSON: Bool
  /// Whether the column accepts other forms of its numbers, such as `5.0` for an integer.
  let isLenient: Bool

  init(_ column: ColumnSchema, numbers: NumberPolicy) {
    isJSON = column.declaredType == "JSON"
    isLenient = numbers == .lenient
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
