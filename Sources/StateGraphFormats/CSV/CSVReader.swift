/// Reads delimited text as RFC 4180 defines it, one record at a time.
///
/// A record ends with CRLF, LF or a lone CR. Inside quotes, these bytes are part of the field.
/// The reader skips blank lines. A line that is only `""` is a record with one empty field.
///
/// The current record stays in the buffer of the source. `ByteSource.maximumFieldBytes` therefore
/// limits the length of a whole record. Only one task may use a reader.
@usableFromInline
package final class CSVReader {
  package let dialect: CSVDialect
  package let source: ByteSource

  @usableFromInline let fields: CSVFields
  @exclusivity(unchecked) private var record: CSVRecordCursor
  @exclusivity(unchecked) private var scanner: CSVFieldScanner

  /// The number of fields that every record must have, or nil until the number is known.
  ///
  /// The header determines this number. If there is no header, the caller or the first record
  /// determines it.
  private var expectedFieldCount: Int?
  /// Whether a record below the header has the expected number of fields.
  private var hasFittingRecords = false
  /// The number of empty fields behind the last column, if the first record below the header has
  /// such fields. Programs write them by a separator at the end of each line but the header.
  private var extraFields = 0
  /// Whether a record may have fewer fields than `expectedFieldCount`.
  ///
  /// The missing fields have no value.
  package var mayEndEarly = false
  /// Whether the reader skips records of empty fields without quotes, such as `;;;`, like blank
  /// lines.
  package var skipsEmptyRecords = false
  /// Whether the first column without a name keeps the empty name, because the mapping has a rule
  /// for it.
  var keepsEmptyName = false
  /// The number of lines at the end of the input that are not records.
  var footerLines = 0
  /// The line that is probably the header below titles, for error messages, or nil if the first
  /// record looks like the header.
  var likelyHeaderLine: Int?
  /// What commas and points mean in the numbers of the input.
  package var marks = NumberMarks()
  /// The error after which the reader cannot find the next record, or nil if no such error
  /// occurred.
  ///
  /// Every later call of `next()` throws this error again.
  private var stoppedBy: ImportError?
  /// The columns that the header names, or nil before the reader has read the header.
  private var header: [CSVColumn]?

  /// Creates a reader of the records in `source`.
  ///
  /// - Parameters:
  ///   - skipped: The lines at the start of the input that are not records.
  ///   - isStrict: Whether a quote inside an unquoted field is an error. If false, the quote is a
  ///     part of the text.
  package convenience init(
    _ source: ByteSource,
    dialect: CSVDialect = CSVDialect(),
    isStrict: Bool = false
  ) {
    self.init(source, dialect: dialect, skipping: .none, isStrict: isStrict)
  }

  init(
    _ source: ByteSource,
    dialect: CSVDialect,
    skipping skipped: SkippedLines,
    isStrict: Bool
  ) {
    precondition(dialect.isUsable, "the bytes of a dialect must be different ones of ASCII")
    self.source = source
    self.dialect = dialect
    fields = CSVFields()
    record = CSVRecordCursor(
      source,
      commentPrefix: dialect.commentPrefix,
      skipping: skipped
    )
    scanner = CSVFieldScanner(dialect, isStrict: isStrict, storingIn: fields)
  }

  // MARK: - Reading

  /// Sets the number of fields that each record must have in an input without a header.
  ///
  /// Call this before the first record is read.
  ///
  /// - Parameters:
  ///   - count: The number of fields.
  ///   - mayEndEarly: Whether a record may have fewer fields. If true, the missing fields have no
  ///     value.
  package func expects(fieldCount count: Int, orFewer mayEndEarly: Bool) {
    expectedFieldCount = count
    self.mayEndEarly = mayEndEarly
  }

  /// Returns the columns in the order of the header.
  ///
  /// Returns an empty array if the dialect has no header or the input is empty. The first call
  /// reads the first record of the input.
  ///
  /// - Throws: If no column has a name, or if a name appears twice. The names could then not
  ///   identify the columns.
  @discardableResult
  package func readHeader() throws(ImportError) -> [CSVColumn] {
    if let header { return header }
    header = []
    guard dialect.hasHeader else { return [] }
    do throws(ImportError) {
      guard try readRecord() else { return [] }
      let places = fieldPlaces().map { $0.inFile(source.name) }
      let columns: [CSVColumn]
      do throws(ImportError) {
        columns = try CSVColumn.columns(of: fields, at: places, keepsEmptyName: keepsEmptyName)
      } catch {
        guard error.code == .duplicateKey, let line = likelyHeaderLine else { throw error }
        var hinting = error
        hinting.remedy = ImportError.adviceToSkip(upTo: line)
        throw hinting
      }
      if let line = likelyHeaderLine, columns.contains(where: \.isUnnamed) {
        throw ImportError.namelessHeader(likely: line, at: places[0])
      }
      header = columns
      return columns
    } catch {
      // Without a header, the reader cannot name the fields of later records. Every later call
      // therefore throws this error again.
      stoppedBy = error
      throw error
    }
  }

  /// Moves to the next record. Returns false at the end of the input.
  ///
  /// If this method throws and `canContinue` is true, the next call continues after the bad
  /// record.
  package func next() throws(ImportError) -> Bool {
    if header == nil { try readHeader() }
    return try readRecord()
  }

  private func readRecord() throws(ImportError) -> Bool {
    while try readAnyRecord() {
      if !skipsEmptyRecords || fieldCount == 0 || !isEmptyRecord { return true }
    }
    return false
  }

  private var isEmptyRecord: Bool {
    (0..<fieldCount).allSatisfy { fields.content($0).isEmpty && !fields.isQuoted($0) }
  }

  /// Moves to the next record, which may consist of empty fields.
  private func readAnyRecord() throws(ImportError) -> Bool {
    if let stoppedBy { throw stoppedBy }
    scanner.reset()
    do {
      guard try record.findRecord() else { return false }
    } catch {
      throw stop(error, at: 0)
    }
    if footerLines > 0,
      record.linesToEnd(atMost: footerLines, separator: dialect.separator) != nil
    {
      return false
    }
    do {
      try scanner.readFields(of: &record)
    } catch {
      throw stop(error, at: oversizeFieldStart())
    }
    // This check rejects the same records for every chunk size. With small chunks, `readFields`
    // throws for a long record. With a large chunk, the whole record can already be in the buffer.
    guard record.length <= source.maximumFieldBytes else {
      throw stop(source.oversizeError(), at: oversizeFieldStart())
    }
    checkFieldCount()
    if let damage = scanner.damage { throw damage }
    return true
  }

  private func checkFieldCount() {
    guard scanner.damage == nil, !(skipsEmptyRecords && isEmptyRecord) else { return }
    guard let expected = expectedFieldCount else {
      expectedFieldCount = fieldCount
      return
    }
    if fieldCount > expected, !hasFittingRecords, hasOnlyEmptyFields(from: expected) {
      extraFields = fieldCount - expected
    }
    let hasExtras = extraFields > 0 && fieldCount == expected + extraFields
    guard fieldCount != expected, !(mayEndEarly && fieldCount < expected),
      !(hasExtras && hasOnlyEmptyFields(from: expected))
    else {
      hasFittingRecords = true
      return
    }
    let error = ImportError(
      .raggedRow,
      "expected \(expected) field\(expected == 1 ? "" : "s"), found \(fieldCount)",
      remedy: remedy(forExpected: expected)
    )
    let offset = fieldCount > expected ? fields.start(expected) : record.length
    scanner.note(error, at: offset, in: record)
  }

  private func hasOnlyEmptyFields(from first: Int) -> Bool {
    (first..<fieldCount).allSatisfy { fields.content($0).isEmpty && !fields.isQuoted($0) }
  }

  /// Returns the advice for a record with another number of fields than `expected`.
  private func remedy(forExpected expected: Int) -> String {
    if scanner.hasBlankBeforeQuote {
      return "A blank stands before a quote, so the quote begins no quoted field: pass --trim"
    }
    if let line = likelyHeaderLine, line >= record.line {
      return ImportError.adviceToSkip(upTo: line)
    }
    if recordBytes.last == UInt8(ascii: "\\"), dialect.escape == nil {
      return "Pass --escape '\\' if a backslash makes the line end a part of the text"
    }
    if let name = header?.first?.name, name.hasPrefix("#"), dialect.commentPrefix == nil {
      return "Pass --comment '#' if lines that begin with it are comments"
    }
    if !hasFittingRecords, fieldCount == expected + 1, fields.isQuoted(0), let header {
      let names = header.map(\.name).joined(separator: ",")
      return
        "Check the separator, and quote fields that contain it. If the first field is the name "
        + "of the row, as R writes it, pass --columns row,\(names) --skip-lines "
        + "\(header.first?.place.line ?? 1)"
    }
    let advice =
      "Check the separator, and quote fields that contain it"
      + (fieldCount < expected ? ", or fill short rows with --ragged fill" : "")
    guard hasFittingRecords, likelyHeaderLine == nil else { return advice }
    let lines = record.linesToEnd(atMost: 5, separator: dialect.separator)
    // Looking for the end may have moved the record in memory.
    fields.finish(record.bytes)
    guard let lines, lines > 0 else { return advice }
    return advice + ". If this begins the footer of the file, pass --skip-footer \(lines)"
  }

  // MARK: - The current record

  /// The number of fields in the current record. Valid indices for `field(_:)` are below this
  /// number.
  @inlinable
  package var fieldCount: Int { fields.count }

  /// Returns the content of the field at `index`, without its quotes.
  ///
  /// The bytes are valid until the next call of `next()`.
  @inlinable
  package func field(_ index: Int) -> UnsafeRawBufferPointer { fields.content(index) }

  /// Returns whether the field at `index` was written in quotes.
  ///
  /// An importer can use this to treat `""` as an empty text, and an empty field as a missing
  /// value.
  @inlinable
  package func wasQuoted(_ index: Int) -> Bool { fields.isQuoted(index) }

  /// The bytes of the current record as they are in the input, without the line end.
  ///
  /// The bytes are valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: record.bytes, count: record.length)
  }

  /// The line, column and byte offset in the input at which the current record starts.
  package var recordPlace: InputPlace { CSVPlaceCounter(record).place(at: 0) }

  /// The position at which the current record starts, without the name of the input.
  package var recordStart: TextPlace {
    TextPlace(byteOffset: record.byteOffset, line: record.line, column: 1)
  }

  /// Returns the offset in `recordBytes` at which a field of the current record starts.
  ///
  /// If the field has quotes, this is the offset of the opening quote.
  package func start(ofField index: Int) -> Int { fields.start(index) }

  /// Returns the position at which a field of the current record starts.
  ///
  /// If the field has quotes, this is the position of the opening quote.
  package func place(ofField index: Int) -> InputPlace {
    CSVPlaceCounter(record).place(at: fields.start(index))
  }

  /// Returns the start of each field of the current record, in the order of the fields.
  ///
  /// This method scans the record once. One call of `place(ofField:)` for each field would take
  /// quadratic time.
  package func fieldPlaces() -> [TextPlace] { CSVPlaceCounter(record).places(of: fields) }

  /// The byte offset of the end of the current record, including its line end.
  ///
  /// An interrupted import can resume reading at this offset.
  package var nextRecordByteOffset: Int64 { record.nextByteOffset }

  /// The line on which the next record starts, counted from 1.
  ///
  /// An interrupted import stores this number. Errors after the restart then have correct line
  /// numbers.
  package var nextRecordLine: Int { record.nextLine }

  /// The number of unquoted fields that contain a quote, such as `5" disk`, and the position of the
  /// first such quote. Counts the fields of all records that this reader has read.
  package var strayQuotes: StrayQuotes { scanner.strayQuotes }

  // MARK: - Damage

  /// Whether `next()` may be called again after it threw an error.
  ///
  /// True if the error is in the current record only. `recordBytes` then returns the bytes of
  /// that record.
  package var canContinue: Bool { stoppedBy == nil }

  /// Skips the record in which `error` occurred, so that `next()` can continue after it.
  ///
  /// Returns false if the reader cannot find the end of that record. The import must then stop.
  package func goOn(behind error: ImportError) -> Bool {
    guard error.code == .unterminatedQuote || !canContinue else { return true }
    return resynchronise()
  }

  /// Skips the line that contains an opening quote without a closing quote.
  ///
  /// The next call of `next()` continues with the line after it.
  ///
  /// - Returns: False if the reader cannot continue.
  private func resynchronise() -> Bool {
    guard scanner.endRecordOnLineOfQuote(&record) else { return canContinue }
    stoppedBy = nil
    return true
  }

  /// Returns `error` with the line and column of the byte at `offset`. Every later call of `next()`
  /// throws the returned error again.
  private func stop(_ error: ImportError, at offset: Int) -> ImportError {
    let located = error.located(at: CSVPlaceCounter(record).place(at: offset))
    stoppedBy = located
    return located
  }

  /// Returns the offset of the last field that starts within the length limit of a record.
  ///
  /// The error for a record that is too long contains the position of this field. The result does
  /// not depend on the chunk size.
  private func oversizeFieldStart() -> Int {
    if scanner.fieldStart <= source.maximumFieldBytes { return scanner.fieldStart }
    for index in stride(from: fieldCount - 1, through: 0, by: -1)
    where fields.start(index) <= source.maximumFieldBytes {
      return fields.start(index)
    }
    return 0
  }
}
