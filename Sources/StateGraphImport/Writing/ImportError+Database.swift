import StateGraphFormats
package import StateGraphSQLite

extension ImportError {
  /// Creates the import error for a statement that failed while it wrote a row.
  ///
  /// If the row caused the failure, the error has the code `.constraint` and the position of the
  /// record. Any other failure, such as a full disk, has the code `.database`.
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

  /// Creates an import error with the code `.database`, for a failure that no record caused.
  package init(_ error: DatabaseError) {
    self.init(
      .database,
      Self.withoutFullStop(error.message),
      remedy: Self.withoutFullStop(error.remedy),
      cause: error
    )
  }

  /// Returns the text without its full stop.
  ///
  /// The texts of a `DatabaseError` end with a full stop, but the texts of an `ImportError` must
  /// not.
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
