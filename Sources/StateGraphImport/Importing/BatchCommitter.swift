import StateGraphFormats
import StateGraphSQLite

/// Commits the rows of an import, together with checkpoints. A checkpoint stores how far an input
/// has been read, so that the import can continue from there after an interruption.
///
/// Confined to the thread that runs the import.
final class BatchCommitter {
  private let transaction: ImportTransaction
  private let rows: RecordWriter
  private let rejects: RejectLog?
  /// The names of the tables that an earlier, interrupted run of this import has written to.
  private let earlierTables: [String]
  /// The final checkpoints of the inputs that were read completely since the last commit. The next
  /// commit stores them.
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

  /// Keeps the final checkpoint of an input that was read completely, until the next commit stores
  /// it.
  func didFinishInput(_ checkpoint: Checkpoint) {
    var finished = checkpoint
    finished.isFinished = true
    finishedInputs.append(finished)
  }

  /// Commits a batch and begins the next one. Does nothing if the import is a single transaction.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
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

  /// Commits everything that has been read, and begins no further transaction. Called if the
  /// program stops the import, which can be resumed later.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
  ///   - recordCount: The number of records of this import that are committed after this call,
  ///     including those of an interrupted run.
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

  /// Returns the state of the import for the next checkpoint.
  ///
  /// First writes the rejected records to their file. Otherwise a crash could lose a rejected
  /// record that the checkpoint counts as read.
  private func summarize() throws(ImportError) -> CheckpointSummary {
    var summary = CheckpointSummary()
    try rejects?.flush()
    rejects?.summarize(&summary)
    let written = rows.writtenTables
    summary.tables = earlierTables.filter { !written.containsExactly($0) } + written
    return summary
  }
}
