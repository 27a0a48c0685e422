/// A CSV input and its dialect, such as its separator and its quote.
package struct CSVSource {
  package let source: ByteSource
  package let dialect: CSVDialect
  package let lineEnding: LineEnding?
  /// The length in bytes of a first line such as `sep=;`, which is not a record.
  ///
  /// Zero if there is no such line.
  let directiveBytes: Int

  /// The names of the fields if the input has no header. Nil if the first record is the header.
  package let outsideNames: [String]?
  /// Whether a record may have fewer fields than there are names.
  ///
  /// The missing fields then have no value.
  package let mayEndEarly: Bool
  private let isStrict: Bool

  /// Creates a CSV input and determines its dialect from the first bytes.
  ///
  /// - Parameters:
  ///   - source: The input. Its first bytes stay in its buffer, so no record is lost.
  ///   - request: The properties of the dialect that the user specifies.
  ///   - format: `tsv` if a tab is the preferred separator.
  ///   - outsideNames: The names of the fields, or nil if the first record is the header.
  ///   - isColumn: Returns whether a name in the header is an expected name.
  /// - Throws: If the separator, the quote and the comment character are not three different
  ///   ASCII bytes.
  package init(
    _ source: ByteSource,
    _ request: CSVDialectRequest,
    _ format: ImportFormat,
    outsideNames: [String]?,
    isColumn: @escaping (String) -> Bool
  ) throws(ImportError) {
    self.source = source
    self.outsideNames = outsideNames
    mayEndEarly = request.mayEndEarly
    isStrict = request.isStrict
    let isTold = request.separator != nil && request.quote != nil
    let sampleBytes = min(
      isTold ? SeparatorDirective.longestBytes : CSVSniffer.sampleBytes,
      source.maximumFieldBytes
    )
    let isWhole = !source.fill(atLeast: source.textStart + sampleBytes)
    let text = UnsafeBufferPointer(
      start: UnsafePointer(source.bytes + source.textStart),
      count: min(source.count - source.textStart, CSVSniffer.sampleBytes)
    )
    let directive = SeparatorDirective(text)
    directiveBytes = directive?.byteCount ?? 0
    let sniffer = CSVSniffer(
      request,
      format,
      UnsafeBufferPointer(rebasing: text[directiveBytes...]),
      isWhole: isWhole,
      fieldCount: outsideNames?.count,
      isColumn: isColumn
    )
    (dialect, lineEnding) = sniffer.sniff(directive: directive?.separator)
    guard dialect.isUsable else {
      throw ImportError(
        .invalidRequest,
        "the separator, the quote and the comment character must be three different ASCII bytes, "
          + "and no line ends",
        remedy: "Pass another --separator, --quote or --comment"
      )
    }
  }

  /// Creates an input from the text of a single record whose dialect is known.
  ///
  /// The import uses this to import a rejected record again.
  package init(_ source: ByteSource, _ form: CSVForm) {
    self.source = source
    dialect = CSVDialect(separator: form.separator, quote: form.quote, hasHeader: false)
    lineEnding = nil
    directiveBytes = 0
    outsideNames = form.header
    mayEndEarly = form.mayEndEarly
    isStrict = form.isStrict
  }

  /// The properties that are necessary to read a single record of this input.
  ///
  /// If the input has a header, `header` is empty. The caller must then add the names.
  package var form: CSVForm {
    CSVForm(
      header: outsideNames ?? [],
      separator: dialect.separator,
      quote: dialect.quote,
      mayEndEarly: mayEndEarly,
      isStrict: isStrict
    )
  }

  package func reader() -> CSVReader {
    let reader = CSVReader(
      source,
      dialect: dialect,
      directiveBytes: directiveBytes,
      isStrict: isStrict
    )
    reader.mayEndEarly = mayEndEarly
    return reader
  }
}

/// A first line that specifies the separator, such as `sep=;`.
///
/// Spreadsheet programs write this line. It is not a record.
struct SeparatorDirective {
  let separator: UInt8
  /// The length of the line in bytes, including its line end.
  let byteCount: Int
  /// The length of the longest possible line, in bytes: `"sep=;"` and a line end of two bytes.
  static let longestBytes = 9

  /// Parses the line at the start of `text`.
  ///
  /// Returns nil if `text` does not begin with `sep=` and one usable separator.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let isQuoted = text.first == UInt8(ascii: "\"")
    let begin = isQuoted ? 1 : 0
    let word = Array("sep=".utf8)
    guard text.count > begin + word.count else { return nil }
    for (index, letter) in word.enumerated() where text[begin + index] | 0x20 != letter | 0x20 {
      return nil
    }
    separator = text[begin + word.count]
    var end = begin + word.count + 1
    if isQuoted {
      guard end < text.count, text[end] == UInt8(ascii: "\"") else { return nil }
      end += 1
    }
    guard separator > 0, separator < 0x80, ![0x0A, 0x0D, 0x22].contains(separator) else {
      return nil
    }
    if end < text.count {
      guard text[end] == 0x0A || text[end] == 0x0D else { return nil }
      end += text[end] == 0x0D && end + 1 < text.count && text[end + 1] == 0x0A ? 2 : 1
    }
    byteCount = end
  }
}
