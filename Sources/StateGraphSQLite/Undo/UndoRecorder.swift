/// Records the changes of one write as a step of an undo log, in the transaction of the write.
///
/// The thread that holds the writer lock calls the methods.
package final class UndoRecorder: Sendable {
  /// The name of the log.
  package let log: String
  private let stepName: String
  private let grouping: UndoGrouping?
  private let limit: UndoLimit
  /// Returns the time of the write, in milliseconds since 2001. Called only for a grouped write.
  private let now: @Sendable () -> Int64

  package init(
    log: String,
    stepName: String,
    grouping: UndoGrouping?,
    limit: UndoLimit,
    now: @escaping @Sendable () -> Int64
  ) {
    (self.log, self.stepName, self.grouping) = (log, stepName, grouping)
    (self.limit, self.now) = (limit, now)
  }

  /// Writes the step. Call this directly before COMMIT.
  ///
  /// If the transaction has changed no row, the log stays as it is.
  ///
  /// - Parameters:
  ///   - changeSet: The changes of the transaction. The method adds the change of the table of
  ///     steps.
  ///   - schemas: The tables of the file, whose changed rows the transaction has recorded.
  ///   - writer: The connection of the transaction.
  /// - Throws: `.misuse` if the schema has changed. `.tooBig` if the step is larger than the limits
  ///   allow. Also the errors of SQLite.
  func record(
    _ changeSet: inout ChangeSet,
    in schemas: UndoSchemas,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    let changes = try UndoChanges(changeSet, in: schemas)
    guard !changes.isEmpty else { return }
    var newest = try UndoStepTable.newest(of: log, on: writer)
    let hasUndone = newest?.isUndone == true
    if hasUndone {
      try UndoStepTable.deleteUndone(of: log, on: writer)
      newest = try UndoStepTable.newest(of: log, on: writer)
    }
    let time = grouping == nil ? nil : now()
    var isJoined = false
    if let grouping, let newest, let time,
      grouping.joins(newest, hasDeletedSteps: hasUndone, now: time)
    {
      isJoined = try join(newest, changes, at: time, in: schemas, on: writer)
    }
    if !isJoined { try append(changes, after: newest, at: time, on: writer) }
    // Every transaction of the log changes the steps, so their rows need not be compared again.
    changeSet.tables[ByteText(UndoStepTable.name)] = .reset
  }

  private func append(
    _ changes: UndoChanges,
    after newest: UndoStepHead?,
    at time: Int64?,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    let bytes = UndoStepEncoder.encode(changes)
    guard bytes.count <= limit.byteCount else { throw .tooLargeUndoStep }
    let step = UndoStepHead(
      number: (newest?.number ?? 0) &+ 1,
      group: grouping?.key,
      writtenAt: time,
      bytesBefore: newest?.bytesThrough ?? 0,
      byteCount: Int64(bytes.count)
    )
    try UndoStepTable.insert(step, named: stepName, changes: bytes, in: log, on: writer)
    try deleteOldSteps(before: step, on: writer)
  }

  /// Adds the changes to the newest step.
  ///
  /// Returns false if they do not continue the step, or if the step would become too large.
  private func join(
    _ newest: UndoStepHead,
    _ changes: UndoChanges,
    at time: Int64,
    in schemas: UndoSchemas,
    on writer: WriterConnection
  ) throws(DatabaseError) -> Bool {
    let earlier = try UndoStepTable.changes(of: newest.id, on: writer)
    guard let joined = earlier?.joined(by: changes, in: schemas) else { return false }
    if joined.isEmpty {
      // The writes of the step together have changed nothing.
      try UndoStepTable.delete(newest.id, on: writer)
      return true
    }
    let bytes = UndoStepEncoder.encode(joined)
    guard bytes.count <= limit.byteCount else { return false }
    var step = newest
    (step.writtenAt, step.byteCount) = (time, Int64(bytes.count))
    try UndoStepTable.replace(step, named: stepName, changes: bytes, on: writer)
    try deleteOldSteps(before: step, on: writer)
    return true
  }

  private func deleteOldSteps(
    before step: UndoStepHead,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    if let number = limit.lastDeletedNumber(afterWriting: step) {
      try UndoStepTable.delete(through: number, of: log, on: writer)
    }
    guard limit.mayExceedBytes(afterWriting: step),
      let oldest = try UndoStepTable.oldestByte(of: log, on: writer),
      let byte = limit.firstKeptByte(afterWriting: step, oldest: oldest)
    else { return }
    try UndoStepTable.delete(beforeByte: byte, of: log, on: writer)
  }
}
