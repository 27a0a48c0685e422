/// Reads the records of a JSON input, one tree at a time.
///
/// The input is an array of objects, or objects one after another (JSON lines, concatenated or a
/// single one), or, with a `root`, one object that holds the array or object at that path. With
/// `isMapByKey` the records are the members of one object. An empty input has no records. The
/// largest record determines the memory, and the source's `maximumFieldBytes` limits it. One task
/// uses a reader.
package final class JSONRecordReader {
  package let source: ByteSource
  private let reader: JSONReader
  private var locator: JSONRecordLocator
  private var builder: JSONTreeBuilder
  /// An error after which the position is unknown. Every later call throws it again.
  private var stoppedBy: ImportError?

  /// - Parameters:
  ///   - source: The input, read from its current position on.
  ///   - root: A path like `data.items` or `$.data.items`, or nil for the top.
  ///   - isMapByKey: Whether the records are the members of one object, each under its key.
  ///   - takesLastOfKeys: Whether the reader keeps the last of several members of one name and
  ///     drops the others. Otherwise they are an error.
  ///   - maximumDepth: The number of arrays and objects that may be open, from 1 to 1,000.
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

  /// Whether `next()` may be called again after it threw. True when the record could be read to
  /// its end, and for any damage among objects one after another: the reader then continues with
  /// the line behind the one on which the bad record starts.
  package var canContinue: Bool { stoppedBy == nil }

  /// The key of the current record, in a map by key.
  package var recordKey: JSONRecordKey? { locator.recordKey }

  /// Where the current record starts, or nil before the first.
  package var recordPlace: InputPlace? { recordStart?.inFile(source.name) }

  /// Where the current record starts, without the name of the file.
  var recordStart: JSONPlace? { reader.keptPlace }

  /// The bytes of the current record in the input; after damage that `canContinue` allows, the
  /// whole bad record or line. Valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer { reader.keptBytes }

  /// The offset behind the current record, where a resumed run may start.
  var nextRecordByteOffset: Int64 { reader.nextByteOffset }

  /// The line at that offset.
  var nextRecordLine: Int { reader.nextLine }

  /// Returns the next record, always an object, or nil at the end of the input.
  package func next() throws(ImportError) -> JSONValue? {
    if let stoppedBy { throw stoppedBy }
    let record: JSONValue?
    do {
      record = try readRecord()
    } catch {
      try recover(from: error)
      throw error
    }
    // The record has been read to its end, so the next call finds the next one despite the error.
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

  /// Moves the reader to where it can read the next record, or marks it as stopped.
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
