/// A format of inputs.
public enum ImportFormat: String, Sendable, CaseIterable {
  /// Delimited text as RFC 4180 defines it, with any separator, quote and line end.
  case csv
  /// CSV with tabs, unless the content has another separator.
  case tsv
  /// Strict RFC 8259: an array of objects, one object, or objects one after another. An escaped NUL
  /// is an ordinary character. Half of an escaped surrogate pair is an error, because no text can
  /// contain it.
  case json
  /// The same as ``json``: one reader determines the shape from the content.
  case jsonl

  /// The format of a file with this extension, or nil if the extension is unknown. A final `.gz` is
  /// ignored.
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

  /// The usual name, such as `JSON lines`.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "JSON"
    case .jsonl: "JSON lines"
    }
  }

  /// The number of bytes from which the format and the dialect are determined.
  static let sampleBytes = 64 * 1024

  /// Determines the format from the first byte that is no blank: JSON begins with an object or an
  /// array, and everything else is CSV.
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
