/// Reads the records of a JSON input. Each record is returned as one tree of values.
///
/// The input is an array of objects, or objects one after another, as in JSON lines. With a `root`,
/// the input is one object that contains that array or object at the given path. With `isMapByKey`,
/// the records are the members of one object. An empty input has no records.
///
/// The largest record determines how much memory is needed. `maximumFieldBytes` of the source
/// limits it. Only one task may use a reader.
package final class JSONRecordReader {
  package let source: ByteSource
  private let reader: JSONReader
  private var locator: JSONRecordLocator
  private var builder: JSONTreeBuilder
  /// The error after which reading cannot continue, because the start of the next record is
  /// unknown.
  ///
  /// Every later call throws this error again.
  private var stoppedBy: ImportError?

  /// Creates a reader of the records in `source`.
  ///
  /// - Parameters:
  ///   - source: The input, which is read from its current position on.
  ///   - root: The path to the records, such as `data.items` or `$.data.items`. Nil if the records
  ///     are at the top.
  ///   - isMapByKey: Whether the records are the members of one object, each under its key.
  ///   - takesLastOfKeys: Whether the last of several members with the same name is used. If false,
  ///     a repeated name is an error.
  ///   - maximumDepth: The number of arrays and objects that may be open at once, from 1 to 1,000.
  package init(
    _ source: ByteSource,
    root: String? = nil,
    isMapByKey: Bool = false,
    takesLastOfKeys: Bool = false,
    maximumDepth: Int = JSONReader.defaultMaximumDepth
  ) {
    self.source = source
    reader = JSONReader(source, maximumDepth: maximumDepth)
    locator = JSONRecordLocator(root: JSONRootPath(root ?? ""), isMapByKey: isMapByKey)
    builder = JSONTreeBuilder(takesLastOfKeys: takesLastOfKeys)
  }

  /// Whether `next()` may be called again after it threw an error.
  ///
  /// True if the reader could read the bad record to its end. Also true after every syntax error in
  /// JSON lines. The reader then continues after the line on which the bad record starts.
  package var canContinue: Bool { stoppedBy == nil }

  /// The key of the current record; nil unless the records are the members of one object.
  package var recordKey: JSONRecordKey? { locator.recordKey }

  /// The file, line and column at which the current record starts; nil before the first record.
  package var recordPlace: InputPlace? { recordStart?.inFile(source.name) }

  /// The line and column at which the current record starts, without the file name.
  var recordStart: TextPlace? { reader.keptPlace }

  /// The bytes of the current record as they are in the input.
  ///
  /// If `next()` threw and `canContinue` is true, these are the bytes of the bad record or of its
  /// line. They are valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer { reader.keptBytes }

  /// The byte offset after the current record, at which an interrupted import can resume reading.
  var nextRecordByteOffset: Int64 { reader.nextByteOffset }

  /// The line at the offset `nextRecordByteOffset`, counted from 1.
  ///
  /// A resumed import needs it, so that the places of later errors are correct.
  var nextRecordLine: Int { reader.nextLine }

  /// Returns the next record, which is always an object. Returns nil at the end of the input.
  ///
  /// - Throws: If the record is not valid. If `canContinue` is then true, the next call reads the
  ///   next record.
  package func next() throws(ImportError) -> JSONValue? {
    if let stoppedBy { throw stoppedBy }
    let record: JSONValue?
    do {
      record = try readRecord()
    } catch {
      try recover(from: error)
      throw error
    }
    // The reader has read this record to its end, so the next call can read the next record.
    if record != nil, let failure = builder.failure { throw failure }
    return record
  }

  private func readRecord() throws(ImportError) -> JSONValue? {
    guard let first = try locator.firstToken(from: reader) else { return nil }
    let place = reader.tokenPlace
    let record = try builder.build(first, from: reader)
    if first != .beginObject {
      builder.note(
        ImportError(
          .wrongType,
          "a record must be an object",
          remedy: "Every element of the array, or every line, has to be {…}",
          place: place.inFile(source.name)
        )
      )
    }
    return record
  }

  /// Moves the reader to the start of the next record after `error`.
  ///
  /// If that is impossible, stores the error in `stoppedBy`, so that every later call throws it.
  private func recover(from error: ImportError) throws(ImportError) {
    let keepsRecord = reader.keptPlace != nil
    if reader.canContinue, keepsRecord, locator.isInsideRecords { return }
    let isSyntax = [.malformedJSON, .invalidUTF8, .invalidEncoding, .tooDeep].contains(error.code)
    guard locator.hasOneRecordPerDocument, isSyntax, keepsRecord else {
      stoppedBy = error
      return
    }
    do {
      try reader.abandonLine()
    } catch let unreadable {
      stoppedBy = unreadable
    }
  }
}
