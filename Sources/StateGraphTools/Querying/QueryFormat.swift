/// The text format of the rows of a query.
public enum QueryFormat: String, Sendable, CaseIterable {
  case table, json, jsonl, csv, tsv, line
}
