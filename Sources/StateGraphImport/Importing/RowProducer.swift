import StateGraphFormats

/// Reads CSV records on the reading thread and adds them to batches.
///
/// The thread ends when the input ends or the import stops.
final class RowProducer: @unchecked Sendable {
  // SAFETY: the thread of the import creates this object. After that, only the reading thread uses
  // it. The properties `exchange` and `goesOn` are Sendable.
  private let rows: CSVRowReader
  private let exchange: BatchExchange<RowBatch>
  private let batchBytes: Int
  private let goesOn: @Sendable (ImportError) -> Bool
  private let columns: [Int]
  /// The values of the record that was read last, one for each column of the table.
  ///
  /// The record may not be in a batch yet. Its texts are in the buffer of the reader.
  @exclusivity(unchecked) private var cells: [Cell]

  init(
    _ rows: CSVRowReader,
    to exchange: BatchExchange<RowBatch>,
    batchBytes: Int,
    goesOn: @escaping @Sendable (ImportError) -> Bool
  ) {
    (self.rows, self.exchange) = (rows, exchange)
    (self.batchBytes, self.goesOn) = (batchBytes, goesOn)
    let fields = rows.fieldOfColumn
    columns = fields.indices.filter { fields[$0] != nil }
    cells = [Cell](repeating: .absent, count: fields.count)
  }

  func run() {
    // The white space between two records may be longer than many chunks. The source therefore
    // checks before each chunk whether the import has stopped.
    rows.reader.source.isAbandoned = { [exchange] in exchange.isClosed }
    var spare: [RowBatch] = []
    var result = readNext()
    while let used = exchange.takeUsed() {
      // The loop empties all used batches now. A buffer for a long record would otherwise stay in
      // memory until the batch is filled again.
      for batch in used { batch.removeAll() }
      spare += used
      let batch = spare.popLast() ?? RowBatch(columns: columns)
      batch.reserve(atLeast: batchBytes, for: result, of: rows.reader)
      repeat {
        batch.append(result, row: cells, of: rows.reader)
        if result.isLast { break }
        result = readNext()
      } while batch.byteCount < batchBytes && batch.hasRoom(for: result, of: rows.reader)
      // After `deliver`, the batch belongs to the writing thread.
      let isLast = batch.isLast
      exchange.deliver(batch)
      if isLast { return }
    }
  }

  private func readNext() -> RowBatch.Result {
    do throws(ImportError) {
      return try rows.next(into: &cells) ? .record : .end
    } catch {
      return .failure(error, canContinue: goesOn(error) && rows.goOn(behind: error))
    }
  }
}
