/// Reads delimited text as RFC 4180 has it, one record at a time, without copying plain fields.
///
/// Records end with CRLF, LF or a lone CR; inside quotes all three are kept as they are. Blank
/// lines are skipped, while a line that holds only `""` is a record of one empty field.
///
/// The current record stays in the source's buffer, which is why `ByteSource.maximumFieldBytes`
/// bounds a whole record and not only one field. One reader belongs to one task.
package final class CSVReader {
  package let dialect: CSVDialect
  package let source: ByteSource
  /// The number of fields in the current record.
  package var fieldCount: Int { spanCount }
  /// Whether `next()` may be called again after it threw: the damage is confined to the current
  /// record, and `recordBytes` holds that record. False after an error of the input itself.
  package var canContinue: Bool { stoppedBy == nil }

  let plainScan: ByteScan
  let quotedScan: ByteScan
  /// Fields whose doubled quotes were halved. Valid until the next record.
  let scratch = ByteScratch()
  let spans = CSVFieldSpans()
  /// Behind `fieldCount`, because the compiler checks every access to a stored property that other
  /// modules see for overlaps at run time, and this one is touched once per field.
  var spanCount = 0

  /// The index of the current record in the source's buffer; zero after every refill.
  var recordStart: Int
  /// The bytes of the current record without its line end.
  var recordLength = 0
  /// The line on which the current record starts.
  var recordLine = 1
  /// Set while reading when a quoted field spans lines, so that others need not be counted.
  var spansLines = false
  /// Where the next record starts in the source's buffer, and on which line.
  var nextStart: Int
  var nextLine = 1
  /// A CR ended the last record; an LF right behind it belongs to the same line end.
  var skipsLineFeed = false
  /// Where in the current record the next field starts.
  var fieldStart = 0

  /// Fixed by the header or the first record; every later record must agree.
  var expectedFieldCount: Int?
  /// Whether a record may have fewer fields than expected.
  var mayEndEarly = false
  /// The first damage in the current record. Thrown once the whole record has been read, so that
  /// the next call starts at a record.
  var failure: ImportError?
  /// Set once by an error after which the position is unknown; thrown again by every later call.
  var stoppedBy: ImportError?
  var header: [CSVColumn]?

  /// - Parameter directiveBytes: The length of a first line that says the separator and is no
  ///   record, or zero.
  package init(
    _ source: ByteSource,
    dialect: CSVDialect = CSVDialect(),
    directiveBytes: Int = 0
  ) {
    precondition(dialect.isUsable, "the bytes of a dialect must be different ones of ASCII")
    self.source = source
    self.dialect = dialect
    let quote = dialect.quote ?? dialect.separator
    // Every byte below 0x0E is looked at: NUL, LF and CR with one test, tabs for nothing.
    plainScan = ByteScan(first: dialect.separator, second: quote, controlLimit: 0x0E)
    quotedScan = ByteScan(first: quote, second: quote, controlLimit: 0x0E)
    recordStart = source.textStart + directiveBytes
    nextStart = recordStart
    if directiveBytes > 0 { nextLine = 2 }
  }

  /// Advances to the next record; false at the end of the input. Reads the header if need be.
  ///
  /// When this throws and `canContinue` is true, the next call goes on behind the bad record.
  package func next() throws(ImportError) -> Bool {
    if header == nil { try readHeader() }
    return try readRecord()
  }

  /// The content of a field, without quotes. Valid until the next call of `next()`.
  package func field(_ index: Int) -> UnsafeRawBufferPointer {
    precondition(index >= 0 && index < fieldCount, "no such field in this record")
    let span = spans[index]
    let base = span.isInScratch ? scratch.bytes : source.bytes + recordStart
    return UnsafeRawBufferPointer(start: base + span.contentStart, count: span.contentLength)
  }

  /// Whether a field was written in quotes: what tells an empty text from an absent one.
  package func wasQuoted(_ index: Int) -> Bool {
    precondition(index >= 0 && index < fieldCount, "no such field in this record")
    return spans[index].isQuoted
  }

  /// The current record as it stands in the input, without its line end; for a reject file.
  /// Valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: source.bytes + recordStart, count: recordLength)
  }

  /// The offset behind the current record, where a resumed run may start.
  package var nextRecordByteOffset: Int64 { source.baseOffset + Int64(nextStart) }

  /// Makes `count` the number of fields, where there is no header to say how many a record has.
  /// Call before the first record.
  package func expects(fieldCount count: Int, orFewer mayEndEarly: Bool) {
    expectedFieldCount = count
    self.mayEndEarly = mayEndEarly
  }
}
