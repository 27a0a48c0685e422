/// The format of an input. The raw value is its name on the command line.
public enum ImportFormat: String, Sendable, CaseIterable {
  /// Delimited text as RFC 4180 defines it. Any separator, quote and line end is possible.
  case csv
  /// CSV with tabs as the preferred separator.
  ///
  /// If the content clearly shows another separator, such as a semicolon, the reader uses it
  /// instead.
  case tsv
  /// Strict JSON (RFC 8259): an array of objects, one object, or several objects one after
  /// another.
  ///
  /// The escape `\u0000` is allowed. Half of a surrogate pair is an error, because no text can
  /// contain it.
  case json
  /// Strict JSON, usually with one object on each line.
  ///
  /// The reader treats ``json`` and ``jsonl`` alike. The first bytes of the input show whether the
  /// records are the elements of an array.
  case jsonl

  /// Determines the format from the file extension of `path`.
  ///
  /// A final `.gz` is ignored, so `users.csv.gz` is CSV. Returns nil if the extension is unknown.
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

  /// The usual name of the format, such as `JSON lines`. Messages contain this name.
  public var title: String {
    switch self {
    case .csv: "CSV"
    case .tsv: "TSV"
    case .json: "JSON"
    case .jsonl: "JSON lines"
    }
  }

  /// The number of bytes at the start of an input that determine its format and CSV dialect.
  static let sampleBytes = 64 * 1024

  /// Determines the format from the first byte that is not white space.
  ///
  /// JSON begins with `{` or `[`. Every other text is CSV.
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

/// The compression of an input. The importer supports only these cases.
package enum InputCompression: String, Sendable {
  case gzip
}
