/// One SQL statement to run, and the form of its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the parameters, by name without the `:`, `@` or `$`. The name of a plain `?` is
  /// its number.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether to write one JSON report with the rows in it, instead of `format`.
  package var isReport = false
  /// Whether the statement may change the database.
  package var allowsWriting = false
  /// The number of terminal columns that a table may take, or nil for no limit.
  package var maximumWidth: Int?
  /// Whether to emphasise text by escape sequences.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}
