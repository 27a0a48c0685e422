import StateGraphSQLite

/// What a column takes: the part of its schema that every value needs.
///
/// Nothing in it has references to be counted: copying the names of a `ColumnSchema` costs more
/// than storing a value.
struct ColumnKind {
  let affinity: Affinity
  let isNotNull: Bool
  /// Declared to hold bytes, not only without a type.
  let isBlob: Bool
  let isComputed: Bool

  init(_ column: ColumnSchema) {
    affinity = column.affinity
    isNotNull = column.isNotNull
    isBlob = column.declaredType == "BLOB"
    isComputed = column.generation != .none
  }
}
