import StateGraphFormats
package import StateGraphSQLite

extension ImportError {
  /// The error for a row that SQLite did not take.
  init(_ error: DatabaseError, writing table: TablePlan, at places: some RowPlaces) {
    guard error.code == .constraint || error.code == .tooBig || error.code == .typeMismatch else {
      self.init(error)
      return
    }
    self.init(
      .constraint,
      "table \(printable(table.name)) does not take this row: \(error.message)",
      remedy: "Compare the record with the table's rules (stategraph inspect)",
      place: places.recordPlace,
      cause: error
    )
  }

  /// The error for a database that failed for a reason outside of the input.
  package init(_ error: DatabaseError) {
    self.init(.database, error.message, remedy: error.remedy, cause: error)
  }
}
