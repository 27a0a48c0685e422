import StateGraphThreads

/// Reads the records of a JSON input on a thread of its own, some hundred kilobytes ahead of the
/// import. Answers as the reader itself would have answered at the same record.
///
/// The thread runs none of the user's code, and has ended when this object is gone.
final class ReadAheadRecords: RecordReader {
  /// A batch is delivered when it has so many bytes, which is a third of a millisecond's work.
  static let batchBytes = 128 * 1024
  /// So much waits or is being written at most, one more batch is being read, and a record that is
  /// longer than that comes alone.
  static let maximumBytes = 3 * batchBytes

  let file: String
  let readsTextAsItLies: Bool
  private let exchange: BatchExchange
  private let thread: SystemThread
  private let start: (position: RecordPosition, bytesRead: Int64)
  /// The batch of the current record, and which it is; an index of -1 means before the first.
  @exclusivity(unchecked) private var batch = RecordBatch()
  @exclusivity(unchecked) private var index = -1

  /// `reader` itself, or around it one that reads ahead where that is of use.
  ///
  /// Not for a pipe: a thread that waits for one could not be made to end.
  static func around(_ reader: JSONRecordReader, keepsText: Bool) -> any RecordReader {
    guard reader.source.totalBytes != nil else { return reader }
    return ReadAheadRecords(reader, keepsText: keepsText) ?? reader
  }

  /// Call for a reader that nobody uses besides. Nil where the system has no thread to give; the
  /// reader is as it was then.
  ///
  /// - Parameter keepsText: Whether `recordBytes` is going to be asked for.
  init?(
    _ reader: JSONRecordReader,
    keepsText: Bool,
    batchBytes: Int = batchBytes,
    maximumBytes: Int = maximumBytes
  ) {
    (file, readsTextAsItLies) = (reader.file, reader.readsTextAsItLies)
    start = (reader.position, reader.bytesRead)
    let exchange = BatchExchange(maximumBytes: maximumBytes)
    self.exchange = exchange
    let producer = RecordProducer(reader, to: exchange, keepsText: keepsText, batchBytes)
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
  var form: RecordForm { .json(key: recordKey?.text) }
  var recordPlace: InputPlace? { index < 0 ? nil : batch.entries[index].place?.inFile(file) }
  var recordBytes: UnsafeRawBufferPointer {
    index < 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : batch.text(of: index)
  }

  func resynchronise(after error: ImportError) -> Bool { canContinue }
}

/// What runs on the thread that reads.
private final class RecordProducer: @unchecked Sendable {
  // SAFETY: made by one thread and from then on used by the other only; `exchange` is made to be
  // shared.
  private let reader: JSONRecordReader
  private let exchange: BatchExchange
  private let keepsText: Bool
  private let batchBytes: Int

  init(
    _ reader: JSONRecordReader,
    to exchange: BatchExchange,
    keepsText: Bool,
    _ batchBytes: Int
  ) {
    (self.reader, self.exchange) = (reader, exchange)
    (self.keepsText, self.batchBytes) = (keepsText, batchBytes)
  }

  func run() {
    // Between two records it may have to read over what is none, as long as that may be.
    reader.source.isAbandoned = { [exchange] in exchange.isClosed }
    var spare: [RecordBatch] = []
    while let used = exchange.takeUsed() {
      // All of them, so that no tree waits for its batch to be needed.
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
