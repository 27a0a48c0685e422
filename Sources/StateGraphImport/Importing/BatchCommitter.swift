import StateGraphFormats
import StateGraphSQLite

/// Commits the rows of an import. Each commit also contains the checkpoints from which the import
/// can be resumed.
///
/// Confined to the thread that runs the import.
final class BatchCommitter {
  private let transaction: ImportTransaction
  private let rows: RecordWriter
  private let rejects: RejectLog?
  /// The tables that an earlier, interrupted run of this import has written to.
  private let earlierTables: [String]
  /// The final checkpoints of the inputs that were read completely since the last commit.
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

  /// Notes that an input was read completely, so that the next commit contains its final
  /// checkpoint.
  func didFinishInput(_ checkpoint: Checkpoint) {
    var finished = checkpoint
    finished.isFinished = true
    finishedInputs.append(finished)
  }

  /// Commits a batch and begins the next one. Does nothing if the whole import is one transaction.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read; nil between two inputs.
  ///   - recordCount: The number of records of this import that are committed after this call,
  ///     including those of an interrupted run.
  func commitBatch(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    guard transaction.batchSize != nil else { return }
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    let anotherHasWritten = try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.commitBatch(checkpoints, summary, recordCount: recordCount)
    }
    if anotherHasWritten { rows.forgetFileState() }
  }

  /// Commits everything that has been read, because the import ends here and may be resumed later.
  /// The parameters are those of `commitBatch`.
  func suspend(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try rows.references.persistBackfills()
      try transaction.suspend(checkpoints, summary, recordCount: recordCount)
    }
  }

  private func takeCheckpoints(_ last: Checkpoint?) -> [Checkpoint] {
    defer { finishedInputs.removeAll() }
    return finishedInputs + [last].compactMap { $0 }
  }

  /// Returns the state of the whole import for a checkpoint. Writes the rejected records to their
  /// file first. Otherwise a crash could lose a rejected record that the checkpoint counts as read.
  private func summarize() throws(ImportError) -> CheckpointSummary {
    var summary = CheckpointSummary()
    try rejects?.flush()
    rejects?.summarize(&summary)
    let written = rows.writtenTables
    summary.tables = earlierTables.filter { !written.containsExactly($0) } + written
    return summary
  }
}
