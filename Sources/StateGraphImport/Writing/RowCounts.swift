/// The effect of a record on its row in the database: a new row, a changed row, or no change.
enum RowChangeKind {
  case inserted, updated, unchanged
}

/// The numbers of records that inserted, updated or did not change a row of one table.
struct RowCounts {
  var inserted = 0
  var updated = 0
  var unchanged = 0
  /// The number of rows of arrays that their records do not contain any more.
  var removed = 0
  /// The number of records that gave a column another value than an earlier record.
  var conflicts = 0
}
