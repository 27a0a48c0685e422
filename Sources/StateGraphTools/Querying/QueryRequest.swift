/// What a query command runs: one SQL statement, the values of its parameters, and the format of
/// its result.
package struct QueryRequest: Sendable {
  package var sql: String
  /// The values of the statement's parameters. Their names have no prefix `:`, `@` or `$`. The name
  /// of a plain `?` is its number, such as `1`.
  package var parameters: [QueryParameter] = []
  /// The columns whose numbers are written as dates.
  package var dates: [DateColumn] = []
  package var format = QueryFormat.table
  /// Whether the names of the columns stand above the rows, where the format permits to leave them
  /// out.
  package var hasHeader = true
  /// The indexes of the columns to write, or nil for all columns. A text table has all columns.
  package var columns: [Int]?
  /// The numbers of the rows to write, counted from 0, or nil for all rows.
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
  /// The maximum width of a text table in terminal columns. Values that do not fit are cut off. It
  /// is nil for no limit.
  package var maximumWidth: Int?
  /// Whether a text table shows its header in bold and NULL in faint text, with the escape
  /// sequences of terminals.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}

/// The output format of a query's rows. The raw value is its name on the command line.
public enum QueryFormat: String, Sendable, CaseIterable {
  /// Aligned columns with a header, for people who read in a terminal.
  case table
  /// A JSON array that contains one object for each row.
  case json
  /// JSON lines: one object for each row, each on its own line.
  case jsonl
  /// Comma-separated values as RFC 4180 defines them, with a header line.
  case csv
  /// Tab-separated values, with a header line.
  case tsv
  /// Each column as `name = value` on its own line, with an empty line between two rows.
  case line
  /// A table of Markdown, in which numbers stand at the right.
  case markdown
  /// An INSERT statement for each row.
  case insert
}

/// The result of ``QuerySession/run(path:to:)``: the number of rows that the statement returned,
/// and the number of rows that it changed.
package struct QueryReport: Sendable, Equatable {
  /// The number of rows that the statement returned.
  package var rows = 0
  /// The number of rows that the statement changed, or nil if the statement can only read.
  package var changedRows: Int?
}
