/// One SQL statement to run, and how its result is written.
package struct QueryRequest: Sendable {
  package var sql: String
  /// By name, without its `:`, `@` or `$`, or by number for a plain `?`.
  package var parameters: [QueryParameter] = []
  package var format = QueryFormat.table
  /// Whether the rows are one member of a JSON object that says what it is, whatever `format` says.
  package var isReport = false
  /// Whether the statement may change the database.
  package var allowsWriting = false
  /// How many terminal columns a table may take, or nil where it takes what it needs.
  package var maximumWidth: Int?
  /// Whether escape sequences may be used for emphasis.
  package var usesColor = false

  package init(sql: String) {
    self.sql = sql
  }
}

/// How the rows of a query are written.
public enum QueryFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, csv, tsv, line
}

/// What a query did.
package struct QueryReport: Sendable, Equatable {
  package var rows = 0
  /// Rows that the statement changed; nil where it only reads.
  package var changedRows: Int?
}
