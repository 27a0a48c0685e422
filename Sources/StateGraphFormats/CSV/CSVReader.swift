/// Reads delimited text as RFC 4180 defines it, one record at a time, without copying fields that
/// contain no doubled quotes.
///
/// Records end with CRLF, LF or a lone CR. Inside quotes all three are kept as they are. The reader
/// skips blank lines, but a line with only `""` is a record of one empty field.
///
/// The current record stays in the buffer of the source. `ByteSource.maximumFieldBytes` therefore
/// limits a whole record and not only one field. Only one task may use a reader.
@usableFromInline
package final class CSVReader {
  package let dialect: CSVDialect
  package let source: ByteSource

  @usableFromInline let fields: CSVFields
  @exclusivity(unchecked) private var record: CSVRecordCursor
  @exclusivity(unchecked) private var scanner: CSVFieldScanner

  /// The number of fields that every record must have. The header sets it, or the first record if
  /// there is no header.
  private var expectedFieldCount: Int?
  /// Whether a record may have fewer fields than `expectedFieldCount`.
  private var mayEndEarly = false
  /// The error after which reading cannot continue, because the position is unknown. Every later
  /// call throws it again.
  private var stoppedBy: ImportError?
  /// Nil until the header has been read.
  private var header: [CSVColumn]?

  /// - Parameter directiveBytes: The length of a first line such as `sep=;`, which only names the
  ///   separator and is no record; zero if there is no such line.
  package init(
    _ source: ByteSource,
    dialect: CSVDialect = CSVDialect(),
    directiveBytes: Int = 0
  ) {
    precondition(dialect.isUsable, "the bytes of a dialect must be different ones of ASCII")
    self.source = source
    self.dialect = dialect
    fields = CSVFields()
    record = CSVRecordCursor(
      source,
      commentPrefix: dialect.commentPrefix,
      directiveBytes: directiveBytes
    )
    scanner = CSVFieldScanner(dialect, storingIn: fields)
  }

  // MARK: - Reading

  /// Sets the number of fields that each record of an input without a header must have. Call before
  /// the first record is read.
  package func expects(fieldCount count: Int, orFewer mayEndEarly: Bool) {
    expectedFieldCount = count
    self.mayEndEarly = mayEndEarly
  }

  /// Returns the columns in order. Returns none if the dialect has no header or the input is empty.
  ///
  /// The first call reads the first record of the input.
  ///
  /// - Throws: If a name is empty or appears twice, because values could then not be assigned to
  ///   columns by name.
  @discardableResult
  package func readHeader() throws(ImportError) -> [CSVColumn] {
    if let header { return header }
    header = []
    guard dialect.hasHeader else { return [] }
    do {
      guard try readRecord() else { return [] }
      let places = fieldPlaces().map { $0.inFile(source.name) }
      let columns = try CSVColumn.columns(of: fields, at: places)
      header = columns
      return columns
    } catch {
      // Without its header, no later record can be interpreted, so reading ends here.
      stoppedBy = error
      throw error
    }
  }

  /// Advances to the next record; returns false at the end of the input. The first call also reads
  /// the header, if there is one.
  ///
  /// If this throws and `canContinue` is true, the next call continues after the bad record.
  package func next() throws(ImportError) -> Bool {
    if header == nil { try readHeader() }
    return try readRecord()
  }

  private func readRecord() throws(ImportError) -> Bool {
    if let stoppedBy { throw stoppedBy }
    scanner.reset()
    do {
      guard try record.findRecord() else { return false }
    } catch {
      throw stop(error, at: 0)
    }
    do {
      try scanner.readFields(of: &record)
    } catch {
      throw stop(error, at: oversizeFieldStart())
    }
    // Whether a record is too long must not depend on the chunk size: with smaller chunks, reading
    // would already have stopped inside this record.
    guard record.length <= source.maximumFieldBytes else {
      throw stop(source.oversizeError(), at: oversizeFieldStart())
    }
    checkFieldCount()
    if let damage = scanner.damage { throw damage }
    return true
  }

  private func checkFieldCount() {
    guard scanner.damage == nil else { return }
    guard let expected = expectedFieldCount else {
      expectedFieldCount = fieldCount
      return
    }
    guard fieldCount != expected, !(mayEndEarly && fieldCount < expected) else { return }
    let error = ImportError(
      .raggedRow,
      "expected \(expected) fields, found \(fieldCount)",
      remedy: "Check the separator, and quote fields that contain it"
    )
    let offset = fieldCount > expected ? fields.start(expected) : record.length
    scanner.note(error, at: offset, in: record)
  }

  // MARK: - The current record

  /// The number of fields in the current record.
  @inlinable
  package var fieldCount: Int { fields.count }

  /// Returns the content of a field, without quotes. Valid until the next call of `next()`.
  @inlinable
  package func field(_ index: Int) -> UnsafeRawBufferPointer { fields.content(index) }

  /// Returns whether a field was written in quotes. This distinguishes an empty text (`""`) from a
  /// missing value.
  @inlinable
  package func wasQuoted(_ index: Int) -> Bool { fields.isQuoted(index) }

  /// The bytes of the current record as they are in the input, without the line end. Valid until
  /// the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: record.bytes, count: record.length)
  }

  /// The place in the input at which the current record starts.
  package var recordPlace: InputPlace { CSVPlaceCounter(record).place(at: 0) }

  /// Returns the place at which a field of the current record starts: at its opening quote, if it
  /// has one.
  package func place(ofField index: Int) -> InputPlace {
    CSVPlaceCounter(record).place(at: fields.start(index))
  }

  /// Returns the places at which the fields of the current record start.
  package func fieldPlaces() -> [JSONPlace] { CSVPlaceCounter(record).places(of: fields) }

  /// The offset after the current record. An interrupted import can resume reading there.
  package var nextRecordByteOffset: Int64 { record.nextByteOffset }

  /// The line on which the next record starts.
  package var nextRecordLine: Int { record.nextLine }

  // MARK: - Damage

  /// Whether `next()` may be called again after it threw. True if the error concerns only the
  /// current record, whose bytes `recordBytes` then returns. False after an error of the input
  /// itself.
  package var canContinue: Bool { stoppedBy == nil }

  /// Makes the next call of `next()` continue after the record that `error` is about. Returns false
  /// if the end of that record is unknown.
  package func goOn(behind error: ImportError) -> Bool {
    guard error.code == .unterminatedQuote || !canContinue else { return true }
    return resynchronise()
  }

  /// Recovers from a quote that is never closed: treats the line with the opening quote as the bad
  /// record, so that the next call of `next()` continues after that line. Returns false if another
  /// error ended the reading.
  ///
  /// All bytes after the quote are still in the buffer of the source, so the source need not seek.
  private func resynchronise() -> Bool {
    guard scanner.endRecordOnLineOfQuote(&record) else { return canContinue }
    stoppedBy = nil
    return true
  }

  /// Ends reading for good: every later call throws this error.
  private func stop(_ error: ImportError, at offset: Int) -> ImportError {
    let located = error.located(at: CSVPlaceCounter(record).place(at: offset))
    stoppedBy = located
    return located
  }

  /// Returns the start of the field in which the record exceeds the limit. The result does not
  /// depend on the chunk size.
  private func oversizeFieldStart() -> Int {
    if scanner.fieldStart <= source.maximumFieldBytes { return scanner.fieldStart }
    for index in stride(from: fieldCount - 1, through: 0, by: -1)
    where fields.start(index) <= source.maximumFieldBytes {
      return fields.start(index)
    }
    return 0
  }
}
