/// A CSV input and its dialect, such as its separator and its quote.
package struct CSVSource {
  package let source: ByteSource
  package let dialect: CSVDialect
  package let lineEnding: LineEnding?
  /// What commas and points mean in the numbers of the input.
  package let marks: NumberMarks
  /// The lines at the start of the input that are not records.
  private let skipped: SkippedLines
  private let footerLines: Int
  /// The line that is probably the header below titles, or nil if the first record looks like it.
  package let likelyHeaderLine: Int?
  /// Whether a column without a name keeps the empty name, because the mapping has a rule for it.
  private let keepsEmptyName: Bool

  /// The names of the fields if the caller knows them, or nil if the first record is the header, or
  /// if the fields are called by their numbers.
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
  ///   - outsideNames: The names of the fields, or nil if the caller does not know them.
  ///   - hasHeader: Whether the first record is the header, if there are no other names.
  ///   - isColumn: Returns whether a name in the header is an expected name.
  /// - Throws: If the separator, the quote, the comment character and the escape are not different
  ///   ASCII bytes, or if the lines to skip are too long.
  package init(
    _ source: ByteSource,
    request: CSVDialectRequest,
    format: ImportFormat,
    outsideNames: [String]?,
    hasHeader: Bool = true,
    isColumn: @escaping (String) -> Bool
  ) throws(ImportError) {
    self.source = source
    self.outsideNames = outsideNames
    mayEndEarly = request.mayEndEarly
    isStrict = request.isStrict
    let isTold =
      request.separator != nil && request.quote != nil && request.skippedLines == 0
    let sampleBytes = min(
      isTold ? SeparatorDirective.longestBytes : CSVSniffer.sampleBytes,
      source.maximumFieldBytes
    )
    let isWhole = !source.fill(atLeast: source.textStart + sampleBytes)
    let text = UnsafeBufferPointer(
      start: UnsafePointer(source.bytes + source.textStart),
      count: min(source.count - source.textStart, CSVSniffer.sampleBytes)
    )
    if let other = OtherText.problem(of: text, isTold: request.separator != nil) {
      throw ImportError(
        .malformedCSV,
        "the input is \(other.name), which cannot be imported",
        remedy: other.remedy,
        place: InputPlace(file: source.name, line: 1, column: 1, byteOffset: 0)
      )
    }
    let directive = SeparatorDirective(text)
    skipped = try Self.skipped(request, directive: directive, text: text, isWhole: isWhole)
    footerLines = request.skippedFooterLines
    let result = CSVSniffer(
      request,
      format: format,
      sample: UnsafeBufferPointer(rebasing: text[skipped.bytes...]),
      isWhole: isWhole,
      fieldCount: outsideNames?.count,
      hasHeader: outsideNames == nil && hasHeader,
      isColumn: isColumn
    ).sniff(directive: directive?.separator)
    (dialect, lineEnding) = (result.dialect, result.lineEnding)
    marks = result.marks
    let skippedCount = skipped.lines
    likelyHeaderLine = result.likelyHeaderLine.map { $0 + skippedCount }
    keepsEmptyName = isColumn("")
    guard dialect.isUsable else {
      throw ImportError(
        .invalidRequest,
        "the separator, the quote, the comment character and the escape must be different ASCII "
          + "bytes, and no line ends",
        remedy: "Pass another --separator, --quote, --comment or --escape"
      )
    }
  }

  private static func skipped(
    _ request: CSVDialectRequest,
    directive: SeparatorDirective?,
    text: UnsafeBufferPointer<UInt8>,
    isWhole: Bool
  ) throws(ImportError) -> SkippedLines {
    guard request.skippedLines > 0 else {
      return SkippedLines(bytes: directive?.byteCount ?? 0, lines: directive == nil ? 0 : 1)
    }
    if let skipped = SkippedLines(request.skippedLines, of: text) { return skipped }
    guard isWhole else {
      throw ImportError(
        .invalidRequest,
        "the lines to skip are longer than 64 KiB",
        remedy: "Pass a smaller number with --skip-lines"
      )
    }
    return SkippedLines(bytes: text.count, lines: request.skippedLines)
  }

  /// Creates an input from the text of a single record whose dialect is known.
  ///
  /// The import uses this to import a rejected record again.
  package init(_ source: ByteSource, form: CSVForm) {
    self.source = source
    dialect = form.dialect
    lineEnding = nil
    (skipped, footerLines, likelyHeaderLine) = (.none, 0, nil)
    (marks, keepsEmptyName) = (form.marks, false)
    outsideNames = form.header
    mayEndEarly = form.mayEndEarly
    isStrict = form.isStrict
  }

  /// The properties that are necessary to read a single record of this input.
  ///
  /// If the input has a header, `header` is empty. The caller must then add the names.
  package var form: CSVForm {
    var dialect = dialect
    (dialect.hasHeader, dialect.commentPrefix) = (false, nil)
    return CSVForm(
      header: outsideNames ?? [],
      dialect: dialect,
      mayEndEarly: mayEndEarly,
      isStrict: isStrict,
      marks: marks
    )
  }

  package func reader() -> CSVReader {
    let reader = CSVReader(
      source,
      dialect: dialect,
      skipping: skipped,
      isStrict: isStrict
    )
    reader.mayEndEarly = mayEndEarly
    reader.skipsEmptyRecords = true
    reader.keepsEmptyName = keepsEmptyName
    reader.footerLines = footerLines
    reader.likelyHeaderLine = likelyHeaderLine
    reader.marks = marks
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
