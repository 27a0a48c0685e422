/// The format of an export.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values.
  case tsv
  /// A JSON array with each record on a line of its own.
  case json
  /// JSON lines: a JSON object on each line.
  case jsonl

  /// Determines the format from the extension of a path; nil if the extension is unknown.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}
