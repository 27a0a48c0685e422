/// A query: one SQL statement, the values of its parameters, and the format of its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the parameters.
  ///
  /// The names have no prefix `:`, `@` or `$`. A plain `?` has its number as its name, such as `1`.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether to write one JSON object that contains all rows. If true, `format` is ignored.
  package var isReport = false
  /// Whether the statement may change the database. If false, a statement that writes throws an
  /// error.
  package var allowsWriting = false
  /// The largest width of the text table in terminal columns. Nil means no limit.
  ///
  /// Values that are too wide are cut off.
  package var maximumWidth: Int?
  /// Whether to show the header in bold and NULL in faint text, with terminal escape sequences.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}
