/// Some records that were read ahead of the import, with what it may ask about each.
///
/// Belongs to the thread that reads until it is delivered, and to the one that writes until it is
/// given back. So the trees are freed where they were made, and neither thread's `malloc` ever
/// waits for the other's.
final class RecordBatch: @unchecked Sendable {
  // SAFETY: not shared; `BatchExchange` passes it from one thread to the other under its lock.

  /// What a call of the reader's `next()` came to.
  enum Content {
    case record(JSONValue)
    /// Indirect, so that it does not make records larger.
    indirect case failure(ImportError, canContinue: Bool)
    case end

    /// Whether nothing comes behind it.
    var isLast: Bool {
      switch self {
      case .record: false
      case .failure(_, let canContinue): !canContinue
      case .end: true
      }
    }
  }

  /// The reader's answers right behind that call.
  struct Entry {
    let content: Content
    let place: JSONPlace?
    let key: JSONRecordKey?
    let position: RecordPosition
    let bytesRead: Int64
    /// Where the record's text ends in `text`; it starts where the one before it ends.
    let textEnd: Int
  }

  /// More room than this is not kept for the records that come next.
  private static let keptTextBytes = 1 << 20

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private var text = ByteScratch()

  /// What it takes in memory, measured in bytes of the input, apart from the trees: those are
  /// larger than their text, but not by any factor.
  var byteCount: Int {
    let read = (entries.last?.position.byteOffset ?? startOffset) - startOffset
    return Int(read) + text.count + entries.count * MemoryLayout<Entry>.stride
  }

  /// Where the first record begins.
  private var startOffset: Int64 = 0

  var isLast: Bool { entries.last?.content.isLast ?? false }

  /// Forgets the records, and gets ready for those behind `position`.
  func begin(at position: RecordPosition) {
    entries.removeAll(keepingCapacity: true)
    if text.count > Self.keptTextBytes { text = ByteScratch() }
    text.removeAll()
    startOffset = position.byteOffset
  }

  /// Reads the next record.
  ///
  /// - Parameter keepsText: Whether somebody may ask for the record as it stands in the input.
  func append(from reader: JSONRecordReader, keepsText: Bool) {
    let content: Content
    do throws(ImportError) {
      content = try reader.next().map { .record($0) } ?? .end
    } catch {
      content = .failure(error, canContinue: reader.canContinue)
    }
    let bytes = reader.recordBytes.assumingMemoryBound(to: UInt8.self)
    if keepsText, let start = bytes.baseAddress { text.append(start, count: bytes.count) }
    entries.append(
      Entry(
        content: content,
        place: reader.recordStart,
        key: reader.recordKey,
        position: reader.position,
        bytesRead: reader.bytesRead,
        textEnd: text.count
      )
    )
  }

  /// The text of a record. Valid as long as the batch is this thread's.
  func text(of index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : entries[index - 1].textEnd
    let end = entries[index].textEnd
    return UnsafeRawBufferPointer(start: text.bytes + start, count: end - start)
  }
}
