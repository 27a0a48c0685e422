/// Reads delimited text as RFC 4180 defines it, one record at a time, without copying plain fields.
///
/// Records end with CRLF, LF or a lone CR; inside quotes all three are kept as they are. The reader
/// skips blank lines, while a line with only `""` is a record of one empty field.
///
/// The current record stays in the source's buffer. `ByteSource.maximumFieldBytes` therefore limits
/// a whole record and not only one field. One task uses a reader.
@usableFromInline
package final class CSVReader {
  package let dialect: CSVDialect
  package let source: ByteSource

  @usableFromInline let fields: CSVFields
  @exclusivity(unchecked) private var record: CSVRecordCursor
  @exclusivity(unchecked) private var scanner: CSVFieldScanner

  /// The header or the first record sets the number; every later record must have as many fields.
  private var expectedFieldCount: Int?
  /// Whether a record may have fewer fields than expected.
  private var mayEndEarly = false
  /// An error after which the position is unknown. Every later call throws it again.
  private var stoppedBy: ImportError?
  /// Nil until the header has been read.
  private var header: [CSVColumn]?

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
    fields = CSVFields()
    record = CSVRecordCursor(
      source,
      commentPrefix: dialect.commentPrefix,
      directiveBytes: directiveBytes
    )
    scanner = CSVFieldScanner(dialect, storingIn: fields)
  }

  // MARK: - Reading

  /// Makes `count` the number of fields, where no header says how many a record has. Call before
  /// the first record.
  package func expects(fieldCount count: Int, orFewer mayEndEarly: Bool) {
    expectedFieldCount = count
    self.mayEndEarly = mayEndEarly
  }

  /// The columns in order, or none when the dialect has no header or the input is empty.
  ///
  /// The first call reads the first record.
  ///
  /// - Throws: Where a name is empty or appears twice. A mapping by name would have to guess then.
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
      // Without a header no later record has a meaning.
      stoppedBy = error
      throw error
    }
  }

  /// Advances to the next record; returns false at the end of the input. The first call reads the
  /// header before.
  ///
  /// When this throws and `canContinue` is true, the next call continues behind the bad record.
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
    // Smaller chunks would have stopped within the record, whatever else is wrong with it.
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

  /// The content of a field, without quotes. Valid until the next call of `next()`.
  @inlinable
  package func field(_ index: Int) -> UnsafeRawBufferPointer { fields.content(index) }

  /// Whether a field was written in quotes, which distinguishes an empty text from an absent one.
  @inlinable
  package func wasQuoted(_ index: Int) -> Bool { fields.isQuoted(index) }

  /// The bytes of the current record in the input, without its line end. Valid until the next call
  /// of `next()`.
  package var recordBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: record.bytes, count: record.length)
  }

  /// Where the current record starts.
  package var recordPlace: InputPlace { CSVPlaceCounter(record).place(at: 0) }

  /// Where a field of the current record starts: at its opening quote, if it has one.
  package func place(ofField index: Int) -> InputPlace {
    CSVPlaceCounter(record).place(at: fields.start(index))
  }

  /// Where the fields of the current record start.
  package func fieldPlaces() -> [JSONPlace] { CSVPlaceCounter(record).places(of: fields) }

  /// The offset behind the current record, where a resumed run may start.
  package var nextRecordByteOffset: Int64 { record.nextByteOffset }

  /// The line on which the next record starts.
  package var nextRecordLine: Int { record.nextLine }

  // MARK: - Damage

  /// Whether `next()` may be called again after it threw: the damage is confined to the current
  /// record, and `recordBytes` holds that record. False after an error of the input itself.
  package var canContinue: Bool { stoppedBy == nil }

  /// Makes the next call of `next()` continue behind the record that `error` is about. Returns
  /// false where the end of that record is unknown.
  package func goOn(behind error: ImportError) -> Bool {
    guard error.code == .unterminatedQuote || !canContinue else { return true }
    return resynchronise()
  }

  /// Makes the line on which an unclosed quote opens the bad record, so that the next call of
  /// `next()` continues behind that line. Returns false where another error ended the reading.
  ///
  /// All bytes from the quote on are still in the source's buffer, so the source need not seek.
  private func resynchronise() -> Bool {
    guard scanner.endRecordOnLineOfQuote(&record) else { return canContinue }
    stoppedBy = nil
    return true
  }

  /// Ends reading for good.
  private func stop(_ error: ImportError, at offset: Int) -> ImportError {
    let located = error.located(at: CSVPlaceCounter(record).place(at: offset))
    stoppedBy = located
    return located
  }

  /// The start of the field in which the record passes the limit, whatever the chunks were.
  private func oversizeFieldStart() -> Int {
    if scanner.fieldStart <= source.maximumFieldBytes { return scanner.fieldStart }
    for index in stride(from: fieldCount - 1, through: 0, by: -1)
    where fields.start(index) <= source.maximumFieldBytes {
      return fields.start(index)
    }
    return 0
  }
}
