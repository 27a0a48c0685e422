import StateGraphFormats
package import StateGraphSQLite

extension ImportError {
  /// The error for a row that SQLite refused. Errors that do not concern the row itself become
  /// `.database`.
  init(_ error: DatabaseError, writing table: TablePlan, at places: some RowPlaces) {
    guard error.code == .constraint || error.code == .tooBig || error.code == .typeMismatch else {
      self.init(error)
      return
    }
    self.init(
      .constraint,
      "table \(printable(table.name)) rejects this row: \(Self.withoutFullStop(error.message))",
      remedy: "Compare the record with the table's constraints (stategraph inspect)",
      place: places.recordPlace,
      cause: error
    )
  }

  /// The error for a failure of the database that no record caused.
  package init(_ error: DatabaseError) {
    self.init(
      .database,
      Self.withoutFullStop(error.message),
      remedy: Self.withoutFullStop(error.remedy),
      cause: error
    )
  }

  /// Texts of a `DatabaseError` are sentences. Those of an `ImportError` have no full stop, since
  /// its description adds one.
  private static func withoutFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Runs `body` and throws an error of SQLite as an ``ImportError``.
func convertingDatabaseErrors<Result>(
  _ body: () throws(DatabaseError) -> Result
) throws(ImportError) -> Result {
  do { return try body() } catch { throw ImportError(error) }
}
