/// Reads the records of a JSON input, and returns each record as one tree of values.
///
/// The input is an array of objects, or objects one after another. With a `root`, the records are
/// inside one object, at that path. With `isMapByKey`, the records are the members of one object.
///
/// The memory use depends on the largest record, which `maximumFieldBytes` of the source limits.
/// Only one task may use a reader.
package final class JSONRecordReader {
  /// Returns the value for which an object such as `{"$oid": "64b7"}` stands. Returns nil if it is
  /// another object.
  package typealias StandsFor = @Sendable ([JSONMember]) -> JSONValue.Content?

  package let source: ByteSource
  /// Whether the members of `properties` in features of GeoJSON become members of the record.
  package var readsFeatures = false
  private let reader: JSONReader
  private var locator: JSONRecordLocator
  private var builder: JSONTreeBuilder
  /// The error after which the reader cannot find the next record, or nil if no such error
  /// occurred.
  ///
  /// Every later call of `next()` throws this error again.
  private var stoppedBy: ImportError?

  /// Creates a reader of the records in `source`.
  ///
  /// - Parameters:
  ///   - source: The input. Reading starts at its current position.
  ///   - root: The path to the records, such as `data.items` or `$.data.items`, or nil if the
  ///     top-level value contains the records.
  ///   - isMapByKey: Whether the records are the members of one object, each under its key.
  ///   - takesLastOfKeys: Whether the reader uses the last of several members with the same name.
  ///     If false, a repeated name is an error.
  ///   - maximumDepth: The number of arrays and objects that may be open at once, from 1 to 1,000.
  ///   - mayBeEmpty: Whether an input without a value has zero records, as in JSON lines. If false,
  ///     such an input is an error, because a JSON document has exactly one value.
  ///   - readsNamedNumbers: Whether NaN is read as null, and Infinity as a number.
  ///   - standsFor: Returns the value for which an object of one or two members stands whose first
  ///     key begins with `$`.
  package init(
    _ source: ByteSource,
    root: String? = nil,
    isMapByKey: Bool = false,
    takesLastOfKeys: Bool = false,
    maximumDepth: Int = JSONReader.defaultMaximumDepth,
    mayBeEmpty: Bool = true,
    readsNamedNumbers: Bool = false,
    standsFor: StandsFor? = nil
  ) {
    self.source = source
    reader = JSONReader(source, maximumDepth: maximumDepth)
    reader.readsNamedNumbers = readsNamedNumbers
    locator = JSONRecordLocator(
      root: JSONRootPath(root ?? ""),
      isMapByKey: isMapByKey,
      mayBeEmpty: mayBeEmpty
    )
    builder = JSONTreeBuilder(takesLastOfKeys: takesLastOfKeys, standsFor: standsFor)
  }

  /// Whether `next()` may be called again after it threw an error.
  ///
  /// True if the reader has reached the end of the bad record. In JSON lines, also true after every
  /// syntax error, because the next record starts on the next line.
  package var canContinue: Bool { stoppedBy == nil }

  package var recordKey: JSONRecordKey? { locator.recordKey }

  package var recordPlace: InputPlace? { recordStart?.inFile(source.name) }

  /// The line and column at which the current record starts, without the file name.
  var recordStart: TextPlace? { reader.keptPlace }

  /// The bytes of the current record as they are in the input.
  ///
  /// After an error from which `next()` can continue, these are the bytes of the bad record or of
  /// its line. The bytes are valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer { reader.keptBytes }

  /// The byte offset of the end of the current record, at which an interrupted import can resume.
  var nextRecordByteOffset: Int64 { reader.nextByteOffset }

  /// The line at the offset `nextRecordByteOffset`, counted from 1.
  ///
  /// A resumed import starts counting lines at this number, so its errors name the correct lines.
  var nextRecordLine: Int { reader.nextLine }

  /// Returns the next record, which is always an object. Returns nil at the end of the input.
  ///
  /// - Throws: If the record is not valid. If `canContinue` is true, the next call reads the next
  ///   record.
  package func next() throws(ImportError) -> JSONValue? {
    if let stoppedBy { throw stoppedBy }
    let record: JSONValue?
    do {
      record = try readRecord()
    } catch {
      try recover(from: error)
      throw error
    }
    // The reader is already at the end of this record, so the next call can read the next record.
    if record != nil, let failure = builder.failure { throw failure }
    return readsFeatures ? record?.asFeatureRecord : record
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
          remedy: first == .beginArray
            ? "Make CSV of arrays of values: jq -r '.[] | @csv'"
            : "Every element of the array, or every line, has to be {…}",
          place: place.inFile(source.name)
        )
      )
    }
    return record
  }

  /// Prepares the reader after `error`, so that the next call of `next()` reads the next record.
  ///
  /// If the reader cannot find the next record, this method stores the error in `stoppedBy`. Every
  /// later call of `next()` then throws this error.
  private func recover(from error: ImportError) throws(ImportError) {
    let keepsRecord = reader.keptPlace != nil
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
