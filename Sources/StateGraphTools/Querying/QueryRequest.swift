/// One SQL statement to run, the values of its parameters, and the format of its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the parameters.
  ///
  /// The names have no `:`, `@` or `$`. The name of a plain `?` is its number, such as `1`.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether to write a single JSON object that contains the rows. If true, `format` is ignored.
  package var isReport = false
  /// Whether the statement may change the database. If false, a statement that writes is an error.
  package var allowsWriting = false
  /// The largest width of the text table in terminal columns, or nil for no limit.
  ///
  /// Values that are too wide are cut off.
  package var maximumWidth: Int?
  /// Whether to show the header in bold and NULL faintly, with terminal escape sequences.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}
