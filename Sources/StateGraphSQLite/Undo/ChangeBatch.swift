/// The net changes of one transaction, with the values before and after, in memory. A later
/// transaction can undo them.
package struct ChangeBatch: Sendable {
  let changes: UndoChanges
  /// The rowids before the transaction of rows whose key is another one, by tables.
  let rowIDs: [ByteText: [RowKey: Int64]]

  /// The memory that the images of the rows need, in bytes.
  package var byteCount: Int {
    let size = rowIDs.values.reduce(0) { $0 + $1.count * 64 }
    return changes.tables.reduce(size) { sum, table in
      table.rows.reduce(sum) { sum, row in
        sum + 128 + (row.old?.payloadSize ?? 0) + (row.new?.payloadSize ?? 0)
      }
    }
  }
}

/// A connection whose transactions can be rolled back as a preview, and undone after COMMIT.
///
/// The caller that begins a transaction must end it. Only one thread may use an object.
package final class BatchConnection {
  package let writer: WriterConnection
  private let schemas = UndoSchemas()

  /// Opens an existing file, and keeps its journal mode.
  package init(
    _ location: DatabaseLocation,
    busyTimeout: Duration = Connection.defaultBusyTimeout
  ) throws(DatabaseError) {
    writer = try WriterConnection.open(location, mode: .existing, busyTimeout: busyTimeout)
    writer.changeLog.keepsRowIDs = true
  }

  /// Begins a transaction that excludes all other writers.
  package func begin() throws(DatabaseError) {
    try writer.beginWrite()
    do throws(DatabaseError) {
      try schemas.beginInMemory(on: writer)
    } catch {
      rollBack()
      throw error
    }
  }

  /// Returns the net changes of the open transaction, with those of cascades and triggers.
  package func changes() throws(DatabaseError) -> ChangeSet {
    try writer.changeLog.takeChangeSet(reading: writer)
  }

  /// Returns the changes of the open transaction as a batch, or nil if it is not known which rows
  /// have changed, because there are too many of them.
  package func batch(of changes: ChangeSet) -> ChangeBatch? {
    guard let undo = try? UndoChanges(changes, in: schemas) else { return nil }
    var rowIDs: [ByteText: [RowKey: Int64]] = [:]
    for name in undo.tables.map(\.name) {
      let kept = writer.changeLog.rowIDs(of: name)
      if !kept.isEmpty { rowIDs[name] = kept }
    }
    return ChangeBatch(changes: undo, rowIDs: rowIDs)
  }

  /// Brings the rows of a batch back to the values before it, in the open transaction.
  ///
  /// - Throws: `.undoConflict` if another write has changed a row since, and the other errors of an
  ///   undo log. The caller must then roll back.
  package func undo(_ batch: ChangeBatch) throws(DatabaseError) {
    let run = UndoRun(writer: writer, schemas: schemas, log: "", direction: .undo)
    try run.apply(batch.changes, rowIDs: batch.rowIDs)
  }

  package func commit() throws(DatabaseError) { try writer.commitWrite() }

  package func rollBack() { try? writer.rollBackWrite() }

  /// The number of rows that the connection has changed since it was opened, with those of
  /// cascades and triggers.
  package var changedRowCount: Int { Int(writer.totalChangedRowCount) }
}
