public import StateGraphFormats

/// Describes how the import reads an input: its format, encoding, separator and quote.
///
/// The import detects the properties that the request does not specify.
public struct InputSummary: Sendable, Equatable {
  /// The path of the input as in the request. For standard input, `<standard input>`.
  public internal(set) var path: String
  /// The name of the table into which the records are imported.
  public internal(set) var table: String
  /// The format that the request specifies or the import has detected.
  public internal(set) var format: ImportFormat
  /// The encoding of the text.
  ///
  /// For UTF-16, this is the encoding with the actual byte order, never ``TextEncoding/utf16``.
  public internal(set) var encoding: TextEncoding
  /// Whether the input is compressed with gzip. The content determines this, not the file name.
  public internal(set) var isCompressed: Bool
  /// The byte between two CSV fields, or nil if the format has no separator.
  public internal(set) var separator: UInt8? = nil
  /// The byte around a CSV field, or nil if the format or the input has no quote.
  public internal(set) var quote: UInt8? = nil
  /// The line ending in the first 64 KiB.
  ///
  /// Nil for JSON. Also nil if the first 64 KiB contain only one line.
  public internal(set) var lineEnding: LineEnding? = nil
  /// The names of the CSV fields that are not imported. The request or its mapping ignores them.
  public internal(set) var ignored: [String] = []
  /// The number of unquoted CSV fields that contain a quote, such as `5" disk`.
  ///
  /// Such a quote may be a sign of a damaged file. Zero until the input has been read.
  public internal(set) var strayQuotes = 0
  /// The position of the first quote that ``strayQuotes`` counts.
  public internal(set) var firstStrayQuote: InputPlace? = nil
  /// Whether such a quote follows blanks at the start of its field, as in `a, "b"`.
  public internal(set) var hasBlanksBeforeQuotes = false
  /// The option that probably helps with these quotes. See ``StrayQuotes``.
  package internal(set) var strayQuoteRemedy = ""
  /// Whether the detected format, encoding or CSV dialect differs from what the file name
  /// suggests.
  ///
  /// An example is a semicolon as the separator of a `.csv` file.
  public internal(set) var isSniffed: Bool
}

extension InputSummary {
  init(_ source: ByteSource, input: ImportInput, format: ImportFormat, table: String) {
    path = source.name
    self.table = table
    self.format = format
    encoding = source.encoding
    isCompressed = source.compression != nil
    isSniffed =
      (encoding != .utf8 && input.encoding == nil)
      || (isCompressed && !path.lowercased().hasSuffix(".gz"))
  }

  mutating func note(_ csv: CSVSource, input: ImportInput) {
    separator = csv.dialect.separator
    quote = csv.dialect.quote
    lineEnding = csv.lineEnding
    let own = UInt8(ascii: format == .tsv ? "\t" : ",")
    if input.separator == nil, separator != own { isSniffed = true }
    if input.quote == nil, quote != UInt8(ascii: "\"") { isSniffed = true }
  }
}

extension InputSummary: CustomStringConvertible {
  /// A summary such as `people.csv: CSV, separated by ;, UTF-16LE, CRLF`.
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
    // In the message, commas separate the properties. The character `,` would be overlooked there.
    case UInt8(ascii: ","): "comma"
    case UInt8(ascii: " "): "space"
    case 0x21..<0x7F: String(Unicode.Scalar(byte))
    default: "byte \(byte)"
    }
  }
}
