/// A format of an export.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Comma-separated values (RFC 4180).
  case csv
  /// Tab-separated values.
  case tsv
  /// A JSON array with a record on each line.
  case json
  /// JSON lines: a record on each line.
  case jsonl

  /// The format of a file by the extension of its path, or nil for an unknown extension.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}
