import StateGraphFormats
import StateGraphSQLite

/// Commits the rows of an import, together with checkpoints.
///
/// A checkpoint stores how far an input has been read. After an interruption, the import can
/// continue from there. Confined to the thread that runs the import.
final class BatchCommitter {
  private let transaction: ImportTransaction
  private let rows: RecordWriter
  private let rejects: RejectLog?
  /// The names of the tables that an earlier, interrupted run of this import has written to.
  private let earlierTables: [String]
  /// The final checkpoints of the inputs that were read completely since the last commit.
  ///
  /// The next commit stores them.
  private var finishedInputs: [Checkpoint] = []

  init(
    _ transaction: ImportTransaction,
    _ rows: RecordWriter,
    _ rejects: RejectLog?,
    earlierTables: [String]
  ) {
    self.transaction = transaction
    self.rows = rows
    self.rejects = rejects
    self.earlierTables = earlierTables
  }

  /// Remembers that an input was read completely. The next commit stores this in the database.
  func didFinishInput(_ checkpoint: Checkpoint) {
    var finished = checkpoint
    finished.isFinished = true
    finishedInputs.append(finished)
  }

  /// Remembers that an input was left out. The next commit stores this in the database.
  ///
  /// A resumed run reads this input again, and none of the inputs before it.
  func didLeaveInput(_ checkpoint: Checkpoint) { finishedInputs.append(checkpoint) }

  /// Commits a batch and begins the next one. Does nothing if the import is a single transaction.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
  ///   - recordCount: The number of records of this import that are committed after this call.
  ///     Includes records of an interrupted run.
  func commitBatch(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    guard transaction.batchSize != nil else { return }
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    let anotherHasWritten = try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.commitBatch(checkpoints, summary, recordCount: recordCount)
    }
    if anotherHasWritten { rows.forgetFileState() }
  }

  /// Commits everything that has been read, and begins no further transaction.
  ///
  /// The import calls this if the program stops it. The import can be resumed later.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
  ///   - recordCount: The number of records of this import that are committed after this call.
  ///     Includes records of an interrupted run.
  func suspend(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    if !rows.references.isPersistent { try rows.writeVersions() }
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try rows.references.persistBackfills()
      try transaction.suspend(checkpoints, summary, recordCount: recordCount)
    }
  }

  private func takeCheckpoints(_ last: Checkpoint?) -> [Checkpoint] {
    defer { finishedInputs.removeAll() }
    return finishedInputs + [last].compactMap { $0 }
  }

  /// Returns the state of the import for the next checkpoint.
  ///
  /// First writes the rejected records to their file. Otherwise a crash could lose a rejected
  /// record.
  private func summarize() throws(ImportError) -> CheckpointSummary {
    var summary = CheckpointSummary()
    try rejects?.flush()
    rejects?.summarize(&summary)
    let written = rows.writtenTables
    summary.tables = earlierTables.filter { !written.containsExactly($0) } + written
    return summary
  }
}
