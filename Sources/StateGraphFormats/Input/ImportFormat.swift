/// A format that the importer reads.
public enum ImportFormat: String, Sendable, CaseIterable {
  /// Delimited text as RFC 4180 has it, with any separator, quote and line end.
  case csv
  /// The same with tabs, unless the content says otherwise.
  case tsv
  /// Strict RFC 8259: an array of objects, one object, or objects one after another. An escaped NUL
  /// is a character like others and is kept. Half of an escaped surrogate pair is refused, since no
  /// text could hold it.
  case json
  /// The same; the two names mean one reader, which tells the shape by the content.
  case jsonl

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

  /// The name that people know it by.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "JSON"
    case .jsonl: "JSON lines"
    }
  }

  /// So much of an input is looked at for what its name does not say.
  static let sampleBytes = 64 * 1024

  /// The format by the first byte that is no blank: an object or an array is JSON, one or many of
  /// them; everything else is CSV.
  package init(sniffing source: ByteSource) {
    var index = source.textStart
    while index < Self.sampleBytes {
      guard source.fill(atLeast: index + 1) else { break }
      let byte = source.bytes[index]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        self = .json
        return
      }
      guard [0x20, 0x09, 0x0A, 0x0D].contains(byte) else { break }
      index += 1
    }
    self = .csv
  }
}
