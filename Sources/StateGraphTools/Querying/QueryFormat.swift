/// The output format of a query's rows.
public enum QueryFormat: String, Sendable, CaseIterable {
  /// Aligned columns, for a terminal.
  case table
  /// A JSON array with an object for each row.
  case json
  /// JSON lines: an object on each line.
  case jsonl
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values.
  case tsv
  /// Each column as `name = value` on a line of its own.
  case line
}
