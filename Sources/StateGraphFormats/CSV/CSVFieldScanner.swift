/// Splits the bytes of a CSV record into fields, as RFC 4180 defines them.
///
/// If a field is damaged, the scanner stores the first error and skips to the end of the record.
struct CSVFieldScanner {
  let separator: UInt8
  let quote: UInt8?
  /// The byte that takes the meaning from a quote or a separator behind it, or nil.
  let escape: UInt8?
  /// Whether blanks around fields are ignored.
  let trims: Bool
  private let plainScan: ByteScan
  private let quotedScan: ByteScan
  private let fields: CSVFields

  /// The start of the current field, in bytes from the start of its record.
  private(set) var fieldStart = 0
  /// The first error in the current record, or nil if the scanner has found none.
  ///
  /// The reader throws this error only after it has reached the end of the record. The next call
  /// can then read the next record.
  private(set) var damage: ImportError?
  /// Whether a quoted field of the current record contains a line end.
  ///
  /// If true, the record occupies more than one line of the input.
  private var spansLines = false
  /// Whether a quote inside an unquoted field is an error. If false, the quote is part of the text.
  private let isStrict: Bool
  /// The number of unquoted fields that contain a quote, such as `5" disk`, and the position of the
  /// first such quote. Counts the fields of all records that this scanner has read.
  private(set) var strayQuotes = StrayQuotes()
  /// Whether a field of the current record begins with blanks and a quote, as in `a, "b"`.
  ///
  /// Such a quote does not begin a quoted field. A separator in the text therefore ends the field,
  /// and the record may seem to have too many fields. The error for such a record mentions the
  /// blank.
  private(set) var hasBlankBeforeQuote = false

  init(_ dialect: CSVDialect, isStrict: Bool, storingIn fields: CSVFields) {
    self.isStrict = isStrict
    separator = dialect.separator
    quote = dialect.quote
    escape = dialect.escape
    trims = dialect.trims
    self.fields = fields
    let quoteByte = dialect.quote ?? dialect.separator
    // The control limit 0x0E makes one search find NUL, LF and CR. The search also stops at the
    // other control characters below 0x0E, but they are rare in text.
    plainScan = ByteScan(first: dialect.separator, second: quoteByte, controlLimit: 0x0E)
    quotedScan = ByteScan(first: quoteByte, second: quoteByte, controlLimit: 0x0E)
  }

  /// Prepares the scanner for the next record by removing the fields and the error of the last
  /// record.
  mutating func reset() {
    fields.removeAll()
    fieldStart = 0
    damage = nil
    spansLines = false
    hasBlankBeforeQuote = false
  }

  /// Reads all fields of one record, and moves the cursor to the end of that record.
  ///
  /// If a field contains an error, this method stores the error in `damage` and does not throw
  /// it.
  mutating func readFields(of record: inout CSVRecordCursor) throws(ImportError) {
    if escape != nil || trims {
      while try readEscapedField(of: &record) {}
    } else {
      while try readField(of: &record) {}
    }
    fields.finish(record.bytes)
  }

  /// Stores `error` in `damage`, with its line and column.
  ///
  /// Does nothing if `damage` already contains an error. The scanner continues to the end of the
  /// record in either case.
  mutating func note(_ error: ImportError, at offset: Int, in record: CSVRecordCursor) {
    if damage == nil { damage = error.located(at: CSVPlaceCounter(record).place(at: offset)) }
  }

  /// Ends the record at the end of the line on which the current quoted field begins.
  ///
  /// Call this if the closing quote of the field is missing. Reading can then continue with the
  /// next line.
  ///
  /// - Returns: False if the field is not quoted, or if the buffer contains no line end after the
  ///   opening quote.
  mutating func endRecordOnLineOfQuote(_ record: inout CSVRecordCursor) -> Bool {
    var offset = fieldStart
    while trims, isBlank(record.bytes[offset]) { offset += 1 }
    guard record.bytes[offset] == quote else { return false }
    while record.isInBuffer(offset) {
      if CSVRecordCursor.isLineEnd(record.bytes[offset]) {
        // `spansLines` is true because an earlier field of the record may contain line ends.
        record.end(at: offset, lineEndBytes: 1, spansLines: true)
        return true
      }
      offset += 1
    }
    return false
  }

  // MARK: - Unquoted fields

  /// Reads the field at `fieldStart`, with or without quotes.
  ///
  /// Returns false if this field is the last one of its record.
  private mutating func readField(of record: inout CSVRecordCursor) throws(ImportError) -> Bool {
    let start = fieldStart
    var bytes = record.bytes
    var offset = start
    var seen: UInt64 = 0
    while true {
      offset = plainScan.firstStop(bytes, from: offset, seen: &seen)
      let byte = bytes[offset]
      if byte == separator {
        appendPlainField(from: start, upTo: offset, seen: seen, to: &record)
        fieldStart = offset + 1
        return true
      }
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        appendPlainField(from: start, upTo: offset, seen: seen, to: &record)
        end(&record, at: offset, lineEndBytes: 1)
        return false
      case 0 where !record.isInBuffer(offset):
        guard try record.refill() else {
          appendPlainField(from: start, upTo: offset, seen: seen, to: &record)
          end(&record, at: offset, lineEndBytes: 0)
          return false
        }
        bytes = record.bytes
      case 0:
        noteNUL(at: offset, in: record)
        offset += 1
      case quote:
        if offset == start { return try readQuotedField(of: &record) }
        guard noteStrayQuote(at: offset, in: record) else {
          try skipToLineEnd(from: offset, of: &record)
          return false
        }
        offset += 1
      default:
        offset += 1
      }
    }
  }

  /// Handles a quote inside an unquoted field, such as `5" disk`.
  ///
  /// The quote is part of the text, as in Python, pandas, DuckDB and sqlite3. If the scanner is
  /// strict, this method stores an error instead and returns false.
  mutating func noteStrayQuote(at offset: Int, in record: CSVRecordCursor) -> Bool {
    let before = UnsafeBufferPointer(start: record.bytes + fieldStart, count: offset - fieldStart)
    let isBehindBlank = before.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard !isStrict else {
      note(isBehindBlank ? .blankBeforeQuote : .quoteInsideField, at: offset, in: record)
      return false
    }
    if isBehindBlank { hasBlankBeforeQuote = true }
    guard !before.contains(quote ?? 0) else { return true }
    strayQuotes.count += 1
    if isBehindBlank { strayQuotes.followBlanks = true }
    if before.last == UInt8(ascii: "\\") { strayQuotes.followBackslash = true }
    if strayQuotes.first == nil {
      strayQuotes.first = CSVPlaceCounter(record).place(at: offset)
    }
    return true
  }

  @inline(__always)
  private mutating func appendPlainField(
    from start: Int,
    upTo end: Int,
    seen: UInt64,
    to record: inout CSVRecordCursor
  ) {
    if !ByteScan.isASCII(seen) { validate(from: start, upTo: end, of: record) }
    fields.append(
      CSVFieldSpan(
        start: start,
        contentStart: start,
        contentLength: end - start,
        isQuoted: false,
        isUnescaped: false
      )
    )
  }

  // MARK: - Quoted fields

  /// Reads the field whose opening quote is at `fieldStart`.
  ///
  /// Returns false if this field is the last one of its record.
  private mutating func readQuotedField(
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    let start = fieldStart
    var bytes = record.bytes
    var content = CSVQuotedContent(start: start + 1)
    var offset = start + 1
    var seen: UInt64 = 0
    while true {
      offset = quotedScan.firstStop(bytes, from: offset, seen: &seen)
      let byte = bytes[offset]
      if byte == quote {
        if !record.isInBuffer(offset + 1) {
          _ = try record.refill()
          bytes = record.bytes
        }
        guard bytes[offset + 1] == quote else { break }
        content.append(bytes, upTo: offset + 1, resumingAt: offset + 2, to: fields.scratch)
        offset += 2
        continue
      }
      if byte == 0 {
        if !record.isInBuffer(offset) {
          guard try record.refill() else {
            note(.unterminatedQuote, at: start, in: record)
            end(&record, at: offset, lineEndBytes: 0)
            return false
          }
          bytes = record.bytes
          continue
        }
        noteNUL(at: offset, in: record)
      }
      if CSVRecordCursor.isLineEnd(byte) { spansLines = true }
      offset += 1
    }
    if !ByteScan.isASCII(seen) { validate(from: start + 1, upTo: offset, of: record) }
    fields.append(content.finish(bytes, at: offset, fieldStart: start, to: fields.scratch))
    return try readBehindQuote(at: offset + 1, of: &record)
  }

  /// Reads the byte after a closing quote.
  ///
  /// A separator, a line end or the end of the input must follow the quote. Any other byte is an
  /// error. Returns false at the end of the record.
  mutating func readBehindQuote(
    at offset: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) -> Bool {
    let byte = record.bytes[offset]
    if byte == separator {
      fieldStart = offset + 1
      return true
    }
    if CSVRecordCursor.isLineEnd(byte) {
      end(&record, at: offset, lineEndBytes: 1)
    } else if !record.isInBuffer(offset) {
      end(&record, at: offset, lineEndBytes: 0)
    } else {
      let isEscaped = offset >= 2 && record.bytes[offset - 2] == UInt8(ascii: "\\")
      let other: ImportError = byte == UInt8(ascii: " ") ? .blankAfterQuote : .textAfterQuote
      note(isEscaped && escape == nil ? .escapedQuote : other, at: offset, in: record)
      try skipToLineEnd(from: offset, of: &record)
    }
    return false
  }

  // MARK: - Fields with escapes

  /// The memory for the content of fields with escapes.
  var scratch: ByteScratch { fields.scratch }

  func append(
    _ content: CSVQuotedContent,
    record: UnsafePointer<UInt8>,
    upTo end: Int,
    isInQuotes: Bool
  ) {
    var span = content.finish(record, at: end, fieldStart: fieldStart, to: scratch)
    // A field with an escape is a text, even if its content looks like a spelling of NULL.
    span.isQuoted = isInQuotes || span.isUnescaped
    fields.append(span)
  }

  mutating func moveToField(at offset: Int) { fieldStart = offset }

  mutating func noteLineEnd() { spansLines = true }

  // MARK: - Damage

  /// Ends the record at the end of the current line.
  ///
  /// After a misplaced quote, the scanner cannot tell whether a separator is inside or outside
  /// quotes. It therefore skips all fields up to the line end.
  func skipToLineEnd(
    from start: Int,
    of record: inout CSVRecordCursor
  ) throws(ImportError) {
    var offset = start
    while true {
      if CSVRecordCursor.isLineEnd(record.bytes[offset]) {
        return end(&record, at: offset, lineEndBytes: 1)
      }
      if record.isInBuffer(offset) {
        offset += 1
      } else if try !record.refill() {
        return end(&record, at: offset, lineEndBytes: 0)
      }
    }
  }

  func end(_ record: inout CSVRecordCursor, at offset: Int, lineEndBytes: Int) {
    record.end(at: offset, lineEndBytes: lineEndBytes, spansLines: spansLines)
  }

  mutating func noteNUL(at offset: Int, in record: CSVRecordCursor) {
    let error = ImportError(
      .malformedCSV,
      "a field contains a NUL byte",
      remedy: "Remove it with: tr -d '\\000'"
    )
    note(error, at: offset, in: record)
  }

  mutating func validate(from start: Int, upTo end: Int, of record: CSVRecordCursor) {
    guard let bad = UTF8Validation.firstInvalid(record.bytes + start, count: end - start) else {
      return
    }
    let field = UnsafeBufferPointer(start: record.bytes + start, count: end - start)
    let error = ImportError.invalidText(
      in: "a field",
      record.source.encoding,
      mayBeWestern: TextEncoding.mayBeWestern(field)
    )
    note(error, at: start + bad, in: record)
  }
}

extension ImportError {
  fileprivate static let quoteInsideField = ImportError(
    .malformedCSV,
    "a quote inside an unquoted field",
    remedy: "Put the whole field in quotes and double the quotes in it, or import without --strict"
  )
  fileprivate static let blankBeforeQuote = ImportError(
    .malformedCSV,
    "a blank stands before this quote, so the quote is inside an unquoted field",
    remedy: "Pass --trim, which ignores blanks around fields, or leave out --strict"
  )
  fileprivate static let textAfterQuote = ImportError(
    .malformedCSV,
    "text after a closing quote",
    remedy: "Double the quotes inside the field, or check the separator"
  )
  fileprivate static let blankAfterQuote = ImportError(
    .malformedCSV,
    "text after a closing quote and a blank",
    remedy: "Pass --separator ' ' if blanks separate the fields, or --trim if they only surround "
      + "them. Otherwise double the quotes inside the field"
  )
  fileprivate static let escapedQuote = ImportError(
    .malformedCSV,
    "text after a closing quote that follows a backslash",
    remedy: "Pass --escape '\\' if the backslash makes the quote a part of the text"
  )
  static let unterminatedQuote = ImportError(
    .unterminatedQuote,
    "this quote is never closed",
    remedy:
      "Close it, double it if it belongs to the text, or pass --quote none if no field of the "
      + "file is in quotes"
  )
}
