/// The file format of an export. The raw value is the usual file extension.
public enum ExportFormat: String, Sendable, CaseIterable {
  /// Comma-separated values as RFC 4180 defines them, with a header line of column names.
  case csv
  /// Tab-separated values, with a header line of column names.
  case tsv
  /// A JSON array, with each record on its own line.
  case json
  /// JSON lines: one JSON object on each line, without an array around them.
  case jsonl

  /// Determines the format from the file extension of `path`. The extension `ndjson` stands for
  /// JSON lines, and `tab` for TSV. Nil if the extension is unknown.
  public init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "ndjson" ? "jsonl" : ending == "tab" ? "tsv" : ending)
  }

  var isJSON: Bool { self == .json || self == .jsonl }
}
