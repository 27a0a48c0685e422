import StateGraphFormats
package import StateGraphSQLite

extension ImportError {
  /// Converts the error for a row that SQLite refused. An error that the row did not cause becomes
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

  /// Converts an error of the database that no record caused.
  package init(_ error: DatabaseError) {
    self.init(
      .database,
      Self.withoutFullStop(error.message),
      remedy: Self.withoutFullStop(error.remedy),
      cause: error
    )
  }

  /// The texts of a `DatabaseError` are sentences with a full stop. The texts of an `ImportError`
  /// have none, because its description adds the full stop.
  private static func withoutFullStop(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

/// Runs `body`, and converts an error of SQLite to an ``ImportError``.
func convertingDatabaseErrors<Result>(
  _ body: () throws(DatabaseError) -> Result
) throws(ImportError) -> Result {
  do { return try body() } catch { throw ImportError(error) }
}
