/// Records that were read ahead of the import, with their places and texts.
///
/// The reading thread owns a batch until it delivers the batch. Then the writing thread owns the
/// batch until it gives it back. The reading thread therefore frees the trees that it allocated,
/// and the two threads do not wait for each other in `malloc`.
final class RecordBatch: @unchecked Sendable {
  // SAFETY: only one thread at a time owns a batch. `BatchExchange` passes a batch to the other
  // thread under a lock.

  /// The result of one call of `next()` on the reader.
  enum Content {
    case record(JSONValue)
    /// The case is indirect because an error is large. Without `indirect`, every `Content` would
    /// need that much memory.
    indirect case failure(ImportError, canContinue: Bool)
    case end

    /// Whether no more results follow: the input has ended, or reading cannot continue after an
    /// error.
    var isLast: Bool {
      switch self {
      case .record: false
      case .failure(_, let canContinue): !canContinue
      case .end: true
      }
    }
  }

  /// One result of `next()`, with the properties that the reader had directly after the call.
  struct Entry {
    let content: Content
    let place: TextPlace?
    let key: JSONRecordKey?
    let position: RecordPosition
    let bytesRead: Int64
    /// The index in `RecordBatch.text` at which the text of this record ends.
    ///
    /// The text starts at the index at which the text of the record before it ends.
    let textEnd: Int
  }

  /// The largest text buffer, in bytes, that a batch keeps for reuse. A larger buffer is freed.
  private static let keptTextBytes = 1 << 20

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private var text = ByteScratch()

  /// An estimate of the memory of the batch, in bytes.
  ///
  /// It counts the bytes of the input, the kept text and the entries. The parsed trees are larger
  /// than their text by a limited factor, which the estimate ignores.
  var byteCount: Int {
    let read = (entries.last?.position.byteOffset ?? startOffset) - startOffset
    return Int(read) + text.count + entries.count * MemoryLayout<Entry>.stride
  }

  /// The offset in the input at which the first record of the batch starts, in bytes.
  private var startOffset: Int64 = 0

  var isLast: Bool { entries.last?.content.isLast ?? false }

  /// Removes all records from the batch.
  ///
  /// - Parameter position: The position in the input at which the next record starts.
  func begin(at position: RecordPosition) {
    entries.removeAll(keepingCapacity: true)
    if text.count > Self.keptTextBytes { text = ByteScratch() }
    text.removeAll()
    startOffset = position.byteOffset
  }

  /// Reads the next record and adds it to the batch. An error of the reader is added as a result
  /// too.
  ///
  /// - Parameters:
  ///   - reader: The reader of the input.
  ///   - keepsText: Whether to copy the bytes that the record has in the input.
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

  /// Returns the input text of the record at `index`.
  ///
  /// The bytes are valid while this thread owns the batch. Empty if `append` kept no text.
  func text(of index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : entries[index - 1].textEnd
    let end = entries[index].textEnd
    return UnsafeRawBufferPointer(start: text.bytes + start, count: end - start)
  }
}
