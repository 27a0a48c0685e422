/// The description of an extraction: which rows of a database become a fixture, and where.
///
/// An extraction always takes the rows to which a taken row refers. It takes rows that refer to a
/// taken row only from the tables in ``children``.
package struct ExtractRequest: Sendable {
  /// The rows of one table that refer to a taken row.
  package struct Children: Sendable {
    package var table: String
    /// The largest number of rows for each row to which they refer, in the order of their keys.
    ///
    /// Nil means all rows.
    package var limit: Int?

    package init(table: String, limit: Int? = nil) {
      (self.table, self.limit) = (table, limit)
    }
  }

  /// The name of the table with the first rows.
  package var table: String
  /// A condition on the first rows in SQL, which the user has written. Nil means every row.
  package var condition: String?
  /// The largest number of first rows, in the order of their keys. Nil means no limit.
  package var limit: Int?
  package var children: [Children] = []
  /// The path of the folder that the extraction creates, without a slash at its end.
  package var output: String
  /// Whether the extraction may replace a folder that contains only extracted files.
  package var replacesExisting = false
  /// The masks of the values, or nil if the files contain the values of the database.
  package var masking: MaskRequest?

  package init(table: String, output: String) {
    (self.table, self.output) = (table, output)
  }
}
