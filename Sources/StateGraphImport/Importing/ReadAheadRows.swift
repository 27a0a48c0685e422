import StateGraphFormats
import StateGraphThreads

/// Reads and converts the records of a CSV input on another thread, some hundred kilobytes ahead of
/// the import.
///
/// The thread runs no code of the user. `deinit` waits until the thread has ended.
final class ReadAheadRows: CSVRowSource, RowsAhead {
  /// The size in bytes at which a batch is complete and is passed to the import.
  ///
  /// The size includes the values of the records. The texts usually take a third of the size.
  static let batchBytes = 256 * 1024
  /// The largest total size in bytes of the batches that the import has not finished.
  ///
  /// The reading thread may fill one more batch in addition. A record that is longer than a batch
  /// is in a batch of its own.
  static let maximumBytes = 3 * batchBytes

  let file: String
  let readsTextAsItLies: Bool
  private let exchange: BatchExchange<RowBatch>
  private let thread: SystemThread
  private let start: (position: RecordPosition, bytesRead: Int64)
  /// One element for each column of the table: the index of the field that contains the column's
  /// value. Nil if no field contains it.
  private let fieldOfColumn: [Int?]
  /// The batch that contains the current record.
  ///
  /// Before the first record, the batch is empty and `index` is -1.
  @exclusivity(unchecked) private var batch = RowBatch(columns: [])
  @exclusivity(unchecked) private var index = -1

  /// Returns a reader that reads ahead of the caller, or `rows` if a second thread is impossible.
  ///
  /// The result is `rows` for a pipe, because a thread that waits for a pipe cannot be stopped. The
  /// result is also `rows` if the table has a column mapping. A mapping counts the use of its
  /// rules, and only the thread of the import may do so.
  ///
  /// - Parameter goesOn: Returns whether the import continues after an error in one record.
  static func around(
    _ rows: CSVRowReader,
    goesOn: @escaping @Sendable (ImportError) -> Bool
  ) -> any CSVRowSource {
    guard rows.reader.source.totalBytes != nil, !rows.isMapped else { return rows }
    return ReadAheadRows(rows, goesOn: goesOn) ?? rows
  }

  /// Creates a reader that runs `rows` on another thread.
  ///
  /// After this call, no other code may use `rows`. Returns nil and leaves `rows` unchanged if the
  /// operating system cannot start a thread.
  ///
  /// - Parameters:
  ///   - rows: The reader to run on the other thread. Its table must have no column mapping.
  ///   - batchBytes: The size in bytes at which a batch is complete.
  ///   - maximumBytes: The largest total size in bytes of the batches that the import has not
  ///     finished.
  ///   - goesOn: Returns whether the import continues after an error in one record.
  init?(
    _ rows: CSVRowReader,
    batchBytes: Int = batchBytes,
    maximumBytes: Int = maximumBytes,
    goesOn: @escaping @Sendable (ImportError) -> Bool
  ) {
    (file, readsTextAsItLies) = (rows.file, rows.readsTextAsItLies)
    start = (rows.position, rows.bytesRead)
    fieldOfColumn = rows.fieldOfColumn
    let exchange = BatchExchange<RowBatch>(maximumBytes: maximumBytes)
    self.exchange = exchange
    let producer = RowProducer(rows, to: exchange, batchBytes: batchBytes, goesOn: goesOn)
    guard let thread = SystemThread({ producer.run() }) else { return nil }
    self.thread = thread
  }

  deinit {
    exchange.close()
    thread.join()
  }

  func next(into cells: inout [Cell]) throws(ImportError) -> Bool {
    if index < 0 || !batch.entries[index].result.isLast { advance() }
    switch batch.entries[index].result {
    case .record:
      batch.copyCells(of: index, to: &cells)
      return true
    case .failure(let error, _): throw error
    case .end: return false
    }
  }

  func hasRecords(ahead count: Int) -> Bool {
    guard index >= 0, index + count < batch.entries.count else { return false }
    return (index...(index + count)).allSatisfy {
      if case .record = batch.entries[$0].result { true } else { false }
    }
  }

  func copyCells(ahead offset: Int, to cells: inout [Cell]) {
    batch.copyCells(of: index + offset, to: &cells)
  }

  private func advance() {
    index += 1
    guard index >= batch.entries.count else { return }
    if index > 0 { exchange.giveBack(batch) }
    batch = exchange.takeFilled()
    index = 0
  }

  /// Returns whether the reading thread continues after the error of the current record.
  ///
  /// Returns true if the record was read without an error, but could not be written.
  func goOn(behind error: ImportError) -> Bool {
    guard index >= 0, case .failure(_, let canContinue) = batch.entries[index].result else {
      return true
    }
    return canContinue
  }

  var lists: [CSVRowReader.List] { [] }
  var position: RecordPosition { index < 0 ? start.position : batch.entries[index].position }
  var bytesRead: Int64 { index < 0 ? start.bytesRead : batch.entries[index].bytesRead }
  var strayQuotes: StrayQuotes { batch.strayQuotes }
  var recordPlace: InputPlace {
    guard index >= 0 else {
      return InputPlace(file: file, line: 1, column: 1, byteOffset: 0)
    }
    return batch.entries[index].place.inFile(file)
  }
  var recordBytes: UnsafeRawBufferPointer {
    index < 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : batch.entries[index].text
  }

  func place(ofColumn column: Int) -> InputPlace {
    guard let field = fieldOfColumn[column], index >= 0,
      let offset = batch.start(ofField: field, at: index), let text = recordBytes.baseAddress
    else { return recordPlace }
    return CSVPlaceCounter(text, at: recordPlace).place(at: offset)
  }
}
