/// A format that the importer reads.
public enum ImportFormat: String, Sendable, CaseIterable {
  case csv, tsv, json, jsonl

  /// The format that a file's extension says, or nil where it says none. A `.gz` behind it does
  /// not count.
  public init?(path: String) {
    var name = path.split(separator: "/").last ?? ""
    if name.lowercased().hasSuffix(".gz") { name = name.dropLast(3) }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    default: return nil
    }
  }
}
