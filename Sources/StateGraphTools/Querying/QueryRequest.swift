/// What a query command runs: one SQL statement, the values of its parameters, and the format of
/// its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the statement's parameters. Their names have no prefix `:`, `@` or `$`. The name
  /// of a plain `?` is its number, such as `1`.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether the names of the columns stand above the rows, where the format permits to leave them
  /// out.
  package var hasHeader = true
  /// The indexes of the columns to write. Nil for all columns. A text table has all columns.
  package var columns: [Int]?
  /// The numbers of the rows to write, counted from 0. Nil for all rows.
  package var rows: Range<Int>?
  /// The table that INSERT statements name.
  package var insertedTable = "result"
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
