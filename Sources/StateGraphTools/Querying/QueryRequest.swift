/// What a query command runs: one SQL statement, the values of its parameters, and the format of
/// its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the statement's parameters. Their names have no prefix `:`, `@` or `$`. The name
  /// of a plain `?` is its number, such as `1`.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether to write one JSON object that contains all rows. If true, `format` has no effect.
  package var isReport = false
  /// Whether the statement may change the database. If false, a statement that would change it is
  /// an error.
  package var allowsWriting = false
  /// Whether it may change a file whose application id is that of another program.
  package var acceptsAnyApplication = false
  /// The maximum width of a text table in terminal columns. Values that do not fit are cut off. Nil
  /// for no limit.
  package var maximumWidth: Int?
  /// Whether a text table shows its header in bold and NULL in faint text, with the escape
  /// sequences of terminals.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}
