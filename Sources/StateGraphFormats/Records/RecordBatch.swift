/// Records of a JSON input that `ReadAheadRecords` has read ahead of the import, with their
/// positions and texts.
///
/// Only one thread at a time owns a batch. The reading thread frees the trees that it allocated, so
/// the two threads do not wait for each other in `malloc`.
final class RecordBatch: ExchangedBatch, @unchecked Sendable {
  // SAFETY: only one thread at a time owns a batch. `BatchExchange` passes a batch to the other
  // thread under a lock.

  /// The result of one call of `next()` on the reader.
  enum Content {
    case record(JSONValue)
    /// `indirect` stores the error on the heap. Otherwise every `Content` would need as much memory
    /// as an `ImportError`, which is large.
    indirect case failure(ImportError, canContinue: Bool)
    case end

    /// Whether this is the last result: the input has ended, or the reader cannot continue after
    /// an error.
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
    /// The text starts where the text of the previous record ends.
    let textEnd: Int
  }

  /// The largest text buffer that a batch reuses, in bytes. A larger buffer is freed.
  private static let keptTextBytes = 1 << 20

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  private var text = ByteScratch()

  /// An estimate of the memory of the batch, in bytes.
  ///
  /// The estimate counts the bytes of the input, the stored text and the entries. It does not
  /// count the parsed trees.
  package var byteCount: Int {
    let read = (entries.last?.position.byteOffset ?? startOffset) - startOffset
    return Int(read) + text.count + entries.count * MemoryLayout<Entry>.stride
  }

  /// The offset in the input at which the first record of the batch starts, in bytes.
  private var startOffset: Int64 = 0

  var isLast: Bool { entries.last?.content.isLast ?? false }

  /// Removes all records from the batch.
  ///
  /// - Parameter position: The position in the input at which the first new record starts.
  func begin(at position: RecordPosition) {
    entries.removeAll(keepingCapacity: true)
    if text.count > Self.keptTextBytes { text = ByteScratch() }
    text.removeAll()
    startOffset = position.byteOffset
  }

  /// Reads the next record and adds it to the batch. If the reader throws, adds the error instead.
  ///
  /// - Parameters:
  ///   - reader: The reader of the input.
  ///   - keepsText: Whether to copy the text of the record as well.
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

  /// Returns the input text of the record at `index`. Empty if `append` stored no text.
  ///
  /// The bytes are valid while this thread owns the batch.
  func text(of index: Int) -> UnsafeRawBufferPointer {
    let start = index == 0 ? 0 : entries[index - 1].textEnd
    let end = entries[index].textEnd
    return UnsafeRawBufferPointer(start: text.bytes + start, count: end - start)
  }
}
