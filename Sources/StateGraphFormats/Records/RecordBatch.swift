/// Records that were read ahead of the import, with their places and texts.
///
/// The reading thread owns a batch until it delivers the batch. Then the writing thread owns it
/// until it gives the batch back. The reading thread thus frees the trees that it allocated, and
/// the two threads do not wait for each other in `malloc`.
final class RecordBatch: @unchecked Sendable {
  // SAFETY: only one thread at a time owns a batch. `BatchExchange` passes ownership on under a
  // lock.

  /// The result of one call of `next()` on the reader.
  enum Content {
    case record(JSONValue)
    /// The case is indirect because an error is large and would enlarge every stored result.
    indirect case failure(ImportError, canContinue: Bool)
    case end

    /// Whether this is the last result of the input.
    var isLast: Bool {
      switch self {
      case .record: false
      case .failure(_, let canContinue): !canContinue
      case .end: true
      }
    }
  }

  /// One result of `next()`, with the properties that the reader had directly after that call.
  struct Entry {
    let content: Content
    let place: JSONPlace?
    let key: JSONRecordKey?
    let position: RecordPosition
    let bytesRead: Int64
    /// The index in `text` at which the text of this record ends. The text starts where that of the
    /// record before ends.
    let textEnd: Int
  }

  /// The largest text buffer in bytes that a batch keeps for reuse. A larger buffer is freed.
  private static let keptTextBytes = 1 << 20

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private var text = ByteScratch()

  /// An estimate of the batch's memory: the bytes of the input, the kept text and the entries. The
  /// parsed trees are larger than their text by a limited factor, which the estimate ignores.
  var byteCount: Int {
    let read = (entries.last?.position.byteOffset ?? startOffset) - startOffset
    return Int(read) + text.count + entries.count * MemoryLayout<Entry>.stride
  }

  /// The offset in the input at which the first record of the batch begins.
  private var startOffset: Int64 = 0

  var isLast: Bool { entries.last?.content.isLast ?? false }

  /// Removes all records from the batch. The next record will begin at `position`.
  func begin(at position: RecordPosition) {
    entries.removeAll(keepingCapacity: true)
    if text.count > Self.keptTextBytes { text = ByteScratch() }
    text.removeAll()
    startOffset = position.byteOffset
  }

  /// Reads the next record and adds it to the batch.
  ///
  /// - Parameters:
  ///   - reader: The reader of the input.
  ///   - keepsText: Whether to keep the bytes that the record has in the input.
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

  /// Returns the text of the record at `index`. Valid while this thread owns the batch.
  func text(of index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : entries[index - 1].textEnd
    let end = entries[index].textEnd
    return UnsafeRawBufferPointer(start: text.bytes + start, count: end - start)
  }
}
