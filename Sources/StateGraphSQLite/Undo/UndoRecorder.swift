/// What the steps of an undo log contain.
package struct UndoScope: Sendable {
  /// The name of the log. Names are compared byte by byte.
  let log: String
  /// The tables whose changes are no part of the steps, and which an undo does not put back.
  let leftOut: Set<ByteText>
}

/// Records the changes of one write as a step of an undo log, in the transaction of the write.
///
/// The thread that holds the writer lock calls the methods.
package final class UndoRecorder: Sendable {
  private let scope: UndoScope
  var log: String { scope.log }
  private let stepName: String
  private let grouping: UndoGrouping?
  private let limit: UndoLimit
  /// Returns the time of the write, in milliseconds since 2001. Called only for a grouped write.
  private let now: @Sendable () -> Int64

  package init(
    scope: UndoScope,
    stepName: String,
    grouping: UndoGrouping?,
    limit: UndoLimit,
    now: @escaping @Sendable () -> Int64
  ) {
    (self.scope, self.stepName, self.grouping) = (scope, stepName, grouping)
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
  ///   - cache: The steps that are known since an earlier write.
  ///   - writer: The connection of the transaction.
  /// - Throws: `.misuse` if the schema has changed. `.tooBig` if the step is larger than the limits
  ///   allow. Also the errors of SQLite.
  func record(
    _ changeSet: inout ChangeSet,
    in schemas: UndoSchemas,
    knowing cache: UndoStepCache,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    // The transaction may have changed the steps itself.
    if changeSet.hasChanges(of: UndoStepTable.key) { cache.forget() }
    let changes = try UndoChanges(changeSet, in: schemas, leavingOut: scope.leftOut)
    guard !changes.isEmpty else { return }
    // Every transaction of the log changes the steps. Their rows are neither copied nor compared.
    writer.changeLog.reset(UndoStepTable.name)
    changeSet.tables[UndoStepTable.key] = .reset
    let steps = try cache.steps(of: scope.log, atMost: limit.stepCount, on: writer)
    let hasUndone = steps.hasUndone
    if hasUndone { try steps.deleteUndone(on: writer) }
    let time = grouping == nil ? nil : now()
    if let grouping, let time, let newest = steps.newest,
      grouping.joins(newest, hasDeletedSteps: hasUndone, now: time),
      try join(newest, of: steps, with: changes, at: time, in: schemas, on: writer)
    {
      return
    }
    try append(changes, to: steps, at: time, on: writer)
  }

  private func append(
    _ changes: UndoChanges,
    to steps: UndoStepList,
    at time: Int64?,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    let bytes = UndoStepEncoder.encode(changes)
    guard bytes.count <= limit.byteCount else { throw .tooLargeUndoStep }
    // Only another program can have written this number.
    if steps.newest?.number == .max { try steps.deleteAll(on: writer) }
    let step = UndoStepHead(
      number: (steps.newest?.number ?? 0) + 1,
      group: grouping?.key,
      writtenAt: time,
      bytesBefore: steps.newest?.bytesThrough ?? 0,
      byteCount: Int64(bytes.count)
    )
    let excess = limit.excessCount(of: steps.count + 1)
    if excess > 0 {
      try steps.deleteOldest(excess - 1, on: writer)
      try steps.replaceOldest(by: step, named: stepName, changes: bytes, on: writer)
    } else {
      try steps.append(step, named: stepName, changes: bytes, on: writer)
    }
    try deleteBytes(of: steps, on: writer)
  }

  /// Adds the changes to the newest step.
  ///
  /// Returns false if they do not continue the step, or if the step would become too large.
  private func join(
    _ newest: UndoStepHead,
    of steps: UndoStepList,
    with changes: UndoChanges,
    at time: Int64,
    in schemas: UndoSchemas,
    on writer: WriterConnection
  ) throws(DatabaseError) -> Bool {
    let earlier = try UndoStepTable.changes(of: newest.id, on: writer)
    guard let joined = earlier?.joined(by: changes, in: schemas) else { return false }
    if joined.isEmpty {
      // The writes of the step together have changed nothing.
      try steps.deleteNewest(on: writer)
      return true
    }
    let bytes = UndoStepEncoder.encode(joined)
    guard bytes.count <= limit.byteCount else { return false }
    var step = newest
    (step.writtenAt, step.byteCount) = (time, Int64(bytes.count))
    try steps.replaceNewest(by: step, named: stepName, changes: bytes, on: writer)
    try steps.deleteOldest(limit.excessCount(of: steps.count), on: writer)
    try deleteBytes(of: steps, on: writer)
    return true
  }

  /// Deletes the oldest steps beyond the bound of bytes.
  private func deleteBytes(
    of steps: UndoStepList,
    on writer: WriterConnection
  ) throws(DatabaseError) {
    guard let newest = steps.newest, let oldest = steps.oldest,
      let byte = limit.firstKeptByte(afterWriting: newest, oldest: oldest.bytesBefore)
    else { return }
    try steps.delete(beforeByte: byte, on: writer)
  }
}
