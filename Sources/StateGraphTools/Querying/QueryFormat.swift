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
