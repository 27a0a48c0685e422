/// Reads the records of a JSON input, one tree at a time.
///
/// The input is an array of objects, or objects one after another (JSON lines, concatenated, or a
/// single object). With a `root`, it is one object that contains that array or object at the given
/// path. With `isMapByKey`, the records are the members of one object. An empty input has no
/// records. The largest record determines the memory, and the source's `maximumFieldBytes` limits
/// its size. Only one task may use a reader.
package final class JSONRecordReader {
  package let source: ByteSource
  private let reader: JSONReader
  private var locator: JSONRecordLocator
  private var builder: JSONTreeBuilder
  /// The error after which reading cannot continue, because the position is unknown. Every later
  /// call throws it again.
  private var stoppedBy: ImportError?

  /// - Parameters:
  ///   - source: The input, read from its current position on.
  ///   - root: The path to the records, such as `data.items` or `$.data.items`; nil if they are at
  ///     the top.
  ///   - isMapByKey: Whether the records are the members of one object, each under its key.
  ///   - takesLastOfKeys: Whether the reader uses the last of several members with the same name
  ///     and drops the earlier ones. If false, a repeated name is an error.
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

  /// Whether `next()` may be called again after it threw. True if the record could be read to its
  /// end. Also true after any damage in a record of JSON lines: the reader then continues with the
  /// line after the one on which the bad record starts.
  package var canContinue: Bool { stoppedBy == nil }

  /// The key of the current record, if the records are the members of one object; otherwise nil.
  package var recordKey: JSONRecordKey? { locator.recordKey }

  /// The place at which the current record starts; nil before the first record.
  package var recordPlace: InputPlace? { recordStart?.inFile(source.name) }

  /// The line and column at which the current record starts, without the name of the file.
  var recordStart: JSONPlace? { reader.keptPlace }

  /// The bytes of the current record as they are in the input. If `next()` threw and `canContinue`
  /// is true, these are the bytes of the whole bad record or line. Valid until the next call of
  /// `next()`.
  package var recordBytes: UnsafeRawBufferPointer { reader.keptBytes }

  /// The offset after the current record. An interrupted import can resume reading there.
  var nextRecordByteOffset: Int64 { reader.nextByteOffset }

  /// The line at the offset `nextRecordByteOffset`.
  var nextRecordLine: Int { reader.nextLine }

  /// Returns the next record, which is always an object, or nil at the end of the input.
  package func next() throws(ImportError) -> JSONValue? {
    if let stoppedBy { throw stoppedBy }
    let record: JSONValue?
    do {
      record = try readRecord()
    } catch {
      try recover(from: error)
      throw error
    }
    // The record has been read to its end, so the next call can read the next record despite this
    // error.
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

  /// Moves the reader to a position from which it can read the next record. If that is impossible,
  /// marks the reader as stopped.
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
