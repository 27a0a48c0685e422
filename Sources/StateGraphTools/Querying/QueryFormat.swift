/// The text format of the rows of a query.
public enum QueryFormat: String, Sendable, CaseIterable {
  /// Aligned columns for a terminal.
  case table
  /// A JSON array with an object for each row.
  case json
  /// JSON lines: an object on each line.
  case jsonl
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values.
  case tsv
  /// `name = value` on a line for each column.
  case line
}
