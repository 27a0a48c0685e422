import StateGraphFormats

/// CSV records that were read and converted ahead of the import, with their positions and texts.
///
/// Only one thread at a time owns a batch. The reading thread frees the memory that it allocated.
final class RowBatch: ExchangedBatch, @unchecked Sendable {
  // SAFETY: only one thread at a time owns a batch. `BatchExchange` passes a batch to the other
  // thread under a lock.

  /// The result of one call of `next(into:)` on the reader.
  enum Result {
    case record
    /// `indirect` stores the error on the heap. Otherwise every `Result` would need as much memory
    /// as an `ImportError`, which is large.
    indirect case failure(ImportError, canContinue: Bool)
    case end

    /// Whether this is the last result: the input has ended, or the import cannot continue after
    /// an error.
    var isLast: Bool {
      switch self {
      case .record: false
      case .failure(_, let canContinue): !canContinue
      case .end: true
      }
    }
  }

  /// One result of `next(into:)`, with the properties that the reader had directly after the call.
  struct Entry {
    let result: Result
    let place: TextPlace
    let position: RecordPosition
    let bytesRead: Int64
    /// A copy of the record in the memory of the batch.
    let text: UnsafeRawBufferPointer
    /// The index in `cells` at which the values of this record end.
    let cellsEnd: Int
    /// The index in `fieldStarts` at which the fields of this record end.
    let fieldsEnd: Int
  }

  /// The largest text buffer that a batch reuses, in bytes. A larger buffer is freed.
  private static let keptTextBytes = 1 << 20

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  /// The values of all records, one record after another. Each record has one value for each
  /// element of `columns`.
  @exclusivity(unchecked) private var cells: [Cell] = []
  /// One element for each field of all records: its offset from the start of its record, in bytes.
  @exclusivity(unchecked) private var fieldStarts: [UInt32] = []
  /// The indices of the table's columns for which the input has fields.
  private let columns: [Int]
  /// The number of unquoted fields that contain a quote, up to the last result that was not a valid
  /// record.
  ///
  /// In the last batch of an input, this is the number for the whole input.
  @exclusivity(unchecked) private(set) var strayQuotes = StrayQuotes()

  /// The memory for texts. It never moves while the batch contains records, because the cells
  /// contain pointers to it.
  @exclusivity(unchecked) private var text = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  @exclusivity(unchecked) private var textCount = 0

  /// Creates an empty batch.
  ///
  /// - Parameter columns: The indices of the table's columns for which the input has fields.
  init(columns: [Int]) { self.columns = columns }

  deinit { text.deallocate() }

  var byteCount: Int {
    textCount + cells.count * MemoryLayout<Cell>.stride
      + entries.count * MemoryLayout<Entry>.stride
      + fieldStarts.count * MemoryLayout<UInt32>.stride
  }

  var isLast: Bool { entries.last?.result.isLast ?? false }

  // MARK: - The thread that reads

  /// Removes all records from the batch, and frees an unusually large buffer.
  func removeAll() {
    entries.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    fieldStarts.removeAll(keepingCapacity: true)
    textCount = 0
    guard text.count > Self.keptTextBytes else { return }
    text.deallocate()
    text = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// Allocates the memory for texts. The batch must be empty.
  ///
  /// - Parameters:
  ///   - byteCount: The usual size of the memory.
  ///   - result: The result that will be the first one of the batch.
  ///   - reader: The reader of the result.
  func reserve(atLeast byteCount: Int, for result: Result, of reader: CSVReader) {
    let needed = max(byteCount, Self.longestText(result, of: reader))
    guard text.count < needed else { return }
    text.deallocate()
    text = .allocate(byteCount: needed, alignment: 1)
  }

  /// Whether the memory for texts has room for another result of the reader.
  func hasRoom(for result: Result, of reader: CSVReader) -> Bool {
    textCount + Self.longestText(result, of: reader) <= text.count
  }

  /// The largest number of bytes that `append` may copy.
  ///
  /// For a record, these are the bytes of the record, and copies of fields with one quote in place
  /// of each doubled quote. For the last result of the input, the import needs no text. That text
  /// could be as long as the buffer of the reader, for example after a quote that is never closed.
  private static func longestText(_ result: Result, of reader: CSVReader) -> Int {
    switch result {
    case .record: 2 * reader.recordBytes.count
    case .failure(_, canContinue: true): reader.recordBytes.count
    case .failure, .end: 0
    }
  }

  /// Adds the current record of the reader. The memory must have room for its texts.
  ///
  /// - Parameters:
  ///   - result: The result of reading the record.
  ///   - row: One value for each column of the table. Ignored if the record is not valid.
  func append(_ result: Result, row: [Cell], of reader: CSVReader) {
    let original = reader.recordBytes
    let copy = keep(result.isLast ? UnsafeRawBufferPointer(start: nil, count: 0) : original)
    if case .record = result {
      for column in columns {
        guard case .bytes(let bytes) = row[column] else {
          cells.append(row[column])
          continue
        }
        cells.append(.bytes(moved(bytes, from: original, to: copy)))
      }
      for field in 0..<reader.fieldCount {
        fieldStarts.append(UInt32(clamping: reader.start(ofField: field)))
      }
    } else {
      strayQuotes = reader.strayQuotes
    }
    entries.append(
      Entry(
        result: result,
        place: reader.recordStart,
        position: reader.position,
        bytesRead: reader.bytesRead,
        text: copy,
        cellsEnd: cells.count,
        fieldsEnd: fieldStarts.count
      )
    )
  }

  /// Returns the copy of a field in the memory of the batch.
  ///
  /// Usually, the copy of the record contains the field. A field whose doubled quotes were replaced
  /// is outside of the record, so this method copies it separately.
  private func moved(
    _ field: UnsafeRawBufferPointer,
    from record: UnsafeRawBufferPointer,
    to copy: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    guard let start = field.baseAddress, let first = record.baseAddress else { return field }
    let offset = start - first
    guard offset >= 0, offset + field.count <= record.count else { return keep(field) }
    return UnsafeRawBufferPointer(rebasing: copy[offset..<(offset + field.count)])
  }

  /// Copies bytes to the memory of the batch.
  private func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let copy = UnsafeMutableRawBufferPointer(
      rebasing: text[textCount..<(textCount + bytes.count)]
    )
    copy.copyMemory(from: bytes)
    textCount += bytes.count
    return UnsafeRawBufferPointer(copy)
  }

  // MARK: - The thread that writes

  /// Copies the values of the record at `index` to their columns.
  func copyCells(of index: Int, to row: inout [Cell]) {
    let start = index == 0 ? 0 : entries[index - 1].cellsEnd
    for number in columns.indices { row[columns[number]] = cells[start + number] }
  }

  /// Returns the offset in the record at `index` at which a field starts.
  ///
  /// Returns nil if the record has no such field.
  func start(ofField field: Int, at index: Int) -> Int? {
    let first = (index == 0 ? 0 : entries[index - 1].fieldsEnd) + field
    return first < entries[index].fieldsEnd ? Int(fieldStarts[first]) : nil
  }
}
