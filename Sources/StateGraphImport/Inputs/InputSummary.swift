public import StateGraphFormats

/// How an input is read: its format, encoding and dialect, as given or as told from its content.
public struct InputSummary: Sendable, Equatable {
  /// The path in the request, or `<standard input>`.
  public internal(set) var path: String
  /// The table that the records go to.
  public internal(set) var table: String
  /// The format.
  public internal(set) var format: ImportFormat
  /// The encoding. It is never ``TextEncoding/utf16``, but one of the two byte orders.
  public internal(set) var encoding: TextEncoding
  /// Whether the input is compressed with gzip.
  public internal(set) var isCompressed: Bool
  /// The byte between two fields; nil where the format has none.
  public internal(set) var separator: UInt8? = nil
  /// The byte around a field; nil where the format has none.
  public internal(set) var quote: UInt8? = nil
  /// The line ends of the first 64 KiB; nil for JSON, and where there is only one line.
  public internal(set) var lineEnding: LineEnding? = nil
  /// The names in a CSV header whose fields the request or its mapping leaves out.
  public internal(set) var ignored: [String] = []
  /// Whether the content decided about the format, the encoding or the dialect, and not in the way
  /// that the file's name lets expect.
  public internal(set) var isSniffed: Bool
}

extension InputSummary {
  init(_ source: ByteSource, _ input: ImportInput, _ format: ImportFormat, table: String) {
    path = source.name
    self.table = table
    self.format = format
    encoding = source.encoding
    isCompressed = source.compression != nil
    isSniffed =
      (encoding != .utf8 && input.encoding == nil)
      || (isCompressed && !path.lowercased().hasSuffix(".gz"))
  }

  mutating func note(_ csv: CSVSource, _ input: ImportInput) {
    separator = csv.dialect.separator
    quote = csv.dialect.quote
    lineEnding = csv.lineEnding
    let own = UInt8(ascii: format == .tsv ? "\t" : ",")
    if input.separator == nil, separator != own { isSniffed = true }
    if input.quote == nil, quote != UInt8(ascii: "\"") { isSniffed = true }
  }
}

extension InputSummary: CustomStringConvertible {
  /// `people.csv: CSV, separated by ;, UTF-16LE, CRLF`.
  public var description: String {
    var parts = [format.title]
    if isCompressed { parts[0] += " in gzip" }
    if let separator { parts.append("separated by " + Self.name(of: separator)) }
    if let quote, quote != UInt8(ascii: "\"") { parts.append("quoted by " + Self.name(of: quote)) }
    parts.append(encoding.title)
    if let lineEnding { parts.append(lineEnding.rawValue) }
    if !ignored.isEmpty {
      let names = ignored.prefix(5).map(printable).joined(separator: " ")
      parts.append("without \(names)" + (ignored.count > 5 ? " and \(ignored.count - 5) more" : ""))
    }
    return "\(path): " + parts.joined(separator: ", ")
  }

  static func name(of byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: "\t"): "tab"
    // In a list separated by commas, the character itself would be overlooked.
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: " "): "space"
    case 0x21..<0x7F: String(Unicode.Scalar(byte))
    default: "byte \(byte)"
    }
  }
}
