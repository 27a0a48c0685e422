/// Reads the records of a JSON input, one tree at a time.
///
/// The input is an array of objects, or objects one after another (JSON lines, concatenated or a
/// single one), or, with a `root`, one object that holds the array or object at that path. With
/// `isMapByKey` the records are the members of one object. An empty input has no records. Memory is
/// bounded by the largest record, which the source's `maximumFieldBytes` limits. One reader belongs
/// to one task.
package final class JSONRecordReader {
  enum Shape {
    case unknown, array, map, documents, single, finished
  }

  let reader: JSONReader
  /// The keys on the way from the top to the records; empty where they are at the top.
  let root: JSONRootPath
  let isMapByKey: Bool
  var shape = Shape.unknown
  /// The key under which the current record stands, in a map by key.
  package var recordKey: JSONRecordKey?
  private var builder: JSONTreeBuilder
  /// Set once by an error after which the position is unknown; thrown again by every later call.
  private var stoppedBy: ImportError?

  /// - Parameters:
  ///   - root: A path like `data.items` or `$.data.items`, or nil for the top.
  ///   - takesLastOfKeys: Whether the last of several members of one name counts and the others are
  ///     dropped. They are an error else.
  package init(
    _ source: ByteSource,
    root: String? = nil,
    isMapByKey: Bool = false,
    takesLastOfKeys: Bool = false,
    maximumDepth: Int = JSONReader.defaultMaximumDepth
  ) {
    reader = JSONReader(source, maximumDepth: maximumDepth)
    self.root = JSONRootPath(root ?? "")
    self.isMapByKey = isMapByKey
    builder = JSONTreeBuilder(takesLastOfKeys: takesLastOfKeys)
  }

  package var source: ByteSource { reader.source }

  /// Whether `next()` may be called again after it threw. True when the record could be read to
  /// its end, and for any damage among objects one after another: then the reader goes on with
  /// the line behind the one on which the bad record starts.
  package var canContinue: Bool { stoppedBy == nil }

  /// Where the current record starts, or nil before the first.
  package var recordPlace: InputPlace? { recordStart?.inFile(reader.source.name) }

  /// The same without the name of the file.
  var recordStart: JSONPlace? { reader.keptPlace }

  /// The current record as it stands in the input; after damage that `canContinue` allows, the
  /// whole bad record or line. Valid until the next call of `next()`.
  package var recordBytes: UnsafeRawBufferPointer { reader.keptBytes }

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
    // Read to its end: whatever is wrong with it, the next call finds the next record.
    if record != nil, let failure = builder.failure { throw failure }
    return record
  }

  private func readRecord() throws(ImportError) -> JSONValue? {
    guard let first = try firstToken() else { return nil }
    let place = reader.tokenPlace
    let record = try builder.build(first, from: reader)
    if first != .beginObject {
      builder.note(
        ImportError(
          .wrongType,
          "a record must be an object",
          remedy: "Every element of the array, or every line, has to be {…}",
          place: place.inFile(reader.source.name)
        )
      )
    }
    return record
  }

  /// Leaves the reader where the next record can be read, or marks it as stopped.
  private func recover(from error: ImportError) throws(ImportError) {
    if reader.canContinue, reader.keptStart != nil, shape != .unknown { return }
    let isSyntax = [.malformedJSON, .invalidUTF8, .invalidEncoding, .tooDeep].contains(error.code)
    guard shape == .documents, isSyntax, reader.keptStart != nil else {
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
