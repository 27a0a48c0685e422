import StateGraphThreads

/// Reads the records of a JSON input on another thread, some hundred kilobytes ahead of the
/// import.
///
/// The thread runs no code of the user. `deinit` waits until the thread has ended.
final class ReadAheadRecords: JSONRecordSource {
  /// The size in bytes at which a batch is complete and is passed to the import.
  ///
  /// Parsing this number of bytes takes about a third of a millisecond.
  static let batchBytes = 128 * 1024
  /// The largest total size in bytes of the batches that the import has not finished.
  ///
  /// The reading thread may fill one more batch in addition. A record that is longer than a batch
  /// is in a batch of its own.
  static let maximumBytes = 3 * batchBytes

  let file: String
  let readsTextAsItLies: Bool
  private let exchange: BatchExchange<RecordBatch>
  private let thread: SystemThread
  private let start: (position: RecordPosition, bytesRead: Int64)
  /// The batch that contains the current record.
  ///
  /// Before the first record, the batch is empty and `index` is -1.
  @exclusivity(unchecked) private var batch = RecordBatch()
  @exclusivity(unchecked) private var index = -1

  /// Returns a reader that parses ahead of the caller, or `reader` if a second thread is
  /// impossible.
  ///
  /// For a pipe, the result is `reader`, because a thread that waits for a pipe cannot be stopped.
  static func around(_ reader: JSONRecordReader, keepsText: Bool) -> any JSONRecordSource {
    guard reader.source.totalBytes != nil else { return reader }
    return ReadAheadRecords(reader, keepsText: keepsText) ?? reader
  }

  /// Creates a reader that runs `reader` on another thread.
  ///
  /// After this call, no other code may use `reader`. Returns nil and leaves `reader` unchanged if
  /// the operating system cannot start a thread.
  ///
  /// - Parameters:
  ///   - reader: The reader to run on the other thread.
  ///   - keepsText: Whether the caller needs `recordBytes`.
  ///   - batchBytes: The size in bytes at which a batch is complete.
  ///   - maximumBytes: The largest total size in bytes of the batches that the import has not
  ///     finished.
  init?(
    _ reader: JSONRecordReader,
    keepsText: Bool,
    batchBytes: Int = batchBytes,
    maximumBytes: Int = maximumBytes
  ) {
    (file, readsTextAsItLies) = (reader.file, reader.readsTextAsItLies)
    start = (reader.position, reader.bytesRead)
    let exchange = BatchExchange<RecordBatch>(maximumBytes: maximumBytes)
    self.exchange = exchange
    let producer = RecordProducer(
      reader,
      to: exchange,
      keepsText: keepsText,
      batchBytes: batchBytes
    )
    guard let thread = SystemThread({ producer.run() }) else { return nil }
    self.thread = thread
  }

  deinit {
    exchange.close()
    thread.join()
  }

  func next() throws(ImportError) -> JSONValue? {
    if index < 0 || !batch.entries[index].content.isLast { advance() }
    switch batch.entries[index].content {
    case .record(let record): return record
    case .failure(let error, _): throw error
    case .end: return nil
    }
  }

  private func advance() {
    index += 1
    guard index >= batch.entries.count else { return }
    if index > 0 { exchange.giveBack(batch) }
    batch = exchange.takeFilled()
    index = 0
  }

  var canContinue: Bool {
    guard index >= 0, case .failure(_, let canContinue) = batch.entries[index].content else {
      return true
    }
    return canContinue
  }

  var position: RecordPosition { index < 0 ? start.position : batch.entries[index].position }
  var bytesRead: Int64 { index < 0 ? start.bytesRead : batch.entries[index].bytesRead }
  var recordKey: JSONRecordKey? { index < 0 ? nil : batch.entries[index].key }
  var recordPlace: InputPlace? { index < 0 ? nil : batch.entries[index].place?.inFile(file) }
  var recordBytes: UnsafeRawBufferPointer {
    index < 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : batch.text(of: index)
  }

  func readingAhead(keepsText: Bool) -> any JSONRecordSource { self }
}

/// Reads records on the reading thread and adds them to batches.
///
/// The thread ends when the input ends or the import stops.
private final class RecordProducer: @unchecked Sendable {
  // SAFETY: the thread of the import creates this object. After that, only the reading thread uses
  // it. The property `exchange` is Sendable.
  private let reader: JSONRecordReader
  private let exchange: BatchExchange<RecordBatch>
  private let keepsText: Bool
  private let batchBytes: Int

  init(
    _ reader: JSONRecordReader,
    to exchange: BatchExchange<RecordBatch>,
    keepsText: Bool,
    batchBytes: Int
  ) {
    (self.reader, self.exchange) = (reader, exchange)
    (self.keepsText, self.batchBytes) = (keepsText, batchBytes)
  }

  func run() {
    // The white space between two records may be longer than many chunks. The source therefore
    // checks before each chunk whether the import has stopped.
    reader.source.isAbandoned = { [exchange] in exchange.isClosed }
    var spare: [RecordBatch] = []
    while let used = exchange.takeUsed() {
      // The loop empties all used batches now. Their trees would otherwise stay in memory until the
      // batch is filled again.
      for batch in used { batch.begin(at: reader.position) }
      spare += used
      let batch = spare.popLast() ?? RecordBatch()
      batch.begin(at: reader.position)
      repeat {
        batch.append(from: reader, keepsText: keepsText)
      } while !batch.isLast && batch.byteCount < batchBytes
      let isLast = batch.isLast
      exchange.deliver(batch)
      if isLast { return }
    }
  }
}
