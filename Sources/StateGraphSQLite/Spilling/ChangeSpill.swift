/// The changed rows of the open transaction that are not kept in memory.
///
/// In a replicated file, the preupdate hook adds each changed row beyond ``RememberedRowLimit``
/// here. They are *pending* until the writer connection moves them into chunk rows of the file, in
/// the same transaction: before the next savepoint, before COMMIT, and when there are many of them.
/// A rollback therefore also undoes the chunk rows. All pending rows are newer than each open
/// savepoint, so a ROLLBACK TO undoes all of them.
///
/// Only the thread that holds the writer connection uses this object.
final class ChangeSpill {
  /// The number of bytes that are collected in memory before they are written to the file.
  static let standardBufferLimit = 256 << 10

  /// Whether the transaction belongs in the outbox, so that no changed row may be forgotten.
  @exclusivity(unchecked) var isOn = false
  /// Tests set a smaller limit than ``standardBufferLimit``.
  var bufferLimit = standardBufferLimit
  /// Whether rows have not been moved into chunk rows yet, or one of them could not be kept.
  @exclusivity(unchecked) private(set) var isPending = false
  /// Whether the rows of the pending changes must be read again, because SQLite may have undone a
  /// statement that changed them.
  @exclusivity(unchecked) private(set) var isTainted = false
  /// The first error since the last savepoint: a row that could not be written to the file, or a
  /// row that the server cannot hold.
  private var failure: DatabaseError?
  private var buffer = ChangeChunkEncoder()
  /// The file that contains older pending rows, or nil if no statement was large enough yet.
  private var file: SpillFile?
  /// Opens the file without a name. Tests replace this closure to simulate a full disk.
  var openFile: @Sendable () -> Int32 = { SpillFile.openUnnamed() }

  /// Whether the pending rows are enough for a chunk row of their own.
  var isLarge: Bool { isPending && (file?.isEmpty == false || buffer.byteCount > bufferLimit / 4) }

  /// Adds a changed row. Called inside the preupdate hook.
  func append(_ row: RowChange, of table: TableSchema) {
    isPending = true
    guard failure == nil else { return }
    if let column = table.columnBeyondServer(row) {
      return fail(with: ReplicaError.valueBeyondServer(table: table.name, column: column))
    }
    buffer.append(row, of: table.name)
    guard buffer.byteCount > bufferLimit else { return }
    do throws(DatabaseError) {
      let opened: SpillFile
      if let file { opened = file } else { opened = try SpillFile(openFile) }
      file = opened
      try opened.append(buffer.take())
    } catch {
      fail(with: error)
    }
  }

  /// Makes the transaction fail, unless a ROLLBACK TO undoes the row of the error.
  func fail(with error: DatabaseError) {
    isPending = true
    if failure == nil { failure = error }
  }

  func taint() { if isPending { isTainted = true } }

  /// Discards the pending rows.
  func discard() {
    guard isPending else { return }
    (isPending, isTainted, failure) = (false, false, nil)
    _ = buffer.take()
    if file?.isEmpty == false { file?.removeAll() }
  }

  /// Discards everything, and releases the file.
  func clear() {
    discard()
    file = nil
  }

  /// Calls `body` with each chunk of pending rows, and then discards them.
  ///
  /// If `body` throws, the pending rows are kept. The caller then undoes what `body` has written.
  ///
  /// - Throws: The errors of `body`, the first error of ``append(_:of:)``, and the error of reading
  ///   the file.
  func drain(_ body: ([UInt8]) throws(DatabaseError) -> Void) throws(DatabaseError) {
    guard isPending else { return }
    if let failure { throw failure }
    try file?.forEachChunk(body)
    if !buffer.isEmpty {
      let chunk = buffer.take()
      do throws(DatabaseError) {
        try body(chunk)
      } catch {
        // The rows of the buffer are lost now, so the transaction must not be committed.
        fail(with: error)
        throw error
      }
    }
    discard()
  }
}
