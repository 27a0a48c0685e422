/// One SQL statement to run, and the format of its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the parameters. Their names have no `:`, `@` or `$`; the name of a plain `?` is
  /// its number.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether to write one JSON report that contains the rows. If true, `format` is ignored.
  package var isReport = false
  /// Whether the statement may change the database.
  package var allowsWriting = false
  /// The largest width of the text table in terminal columns, or nil for no limit.
  package var maximumWidth: Int?
  /// Whether to emphasise text with terminal escape sequences.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}
