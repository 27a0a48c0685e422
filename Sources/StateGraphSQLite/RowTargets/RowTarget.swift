/// One row that a transaction changes to known values, such as an undo or a server's change.
struct RowTarget: Sendable {
  let key: RowKey
  /// The row as it is before, or nil if it does not exist.
  let current: RowImage?
  /// The row as it will be, or nil if it will be deleted.
  let target: RowImage?
  /// The rowid with which the row is inserted, if it is free, or nil if the rowid is the key, or
  /// does not matter.
  var rowID: Int64?
}

/// The rows of one table that a transaction changes to known values.
struct TableTargets: Sendable {
  let table: TableSchema
  var rows: [RowTarget]
}
