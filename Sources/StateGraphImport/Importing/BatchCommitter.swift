import StateGraphFormats
import StateGraphSQLite

/// Commits the rows of an import, together with checkpoints.
///
/// A `Checkpoint` stores how far an input has been read. An interrupted import can continue at its
/// last checkpoint. Only the thread that runs the import uses a committer.
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
    rows: RecordWriter,
    rejects: RejectLog?,
    earlierTables: [String]
  ) {
    self.transaction = transaction
    self.rows = rows
    self.rejects = rejects
    self.earlierTables = earlierTables
  }

  /// Adds the checkpoint of an input that was read completely to the next commit.
  func didFinishInput(_ checkpoint: Checkpoint) {
    var finished = checkpoint
    finished.isFinished = true
    finishedInputs.append(finished)
  }

  /// Adds a checkpoint for an input that was not imported to the next commit. The checkpoint is at
  /// the start of the input.
  ///
  /// A resumed run therefore reads this input again, but not the inputs before it.
  func didLeaveInput(_ checkpoint: Checkpoint) { finishedInputs.append(checkpoint) }

  /// Commits a batch and begins the next one. Does nothing if the import is a single transaction.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
  ///   - recordCount: The number of records that this commit makes permanent, including those of
  ///     earlier commits and of an interrupted run.
  func commitBatch(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    guard transaction.batchSize != nil else { return }
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.suspend(checkpoints, summary: summary, recordCount: recordCount)
    }
    try rejects?.didCommit()
    let anotherHasWritten = try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.beginNext()
    }
    if anotherHasWritten { rows.forgetFileState() }
  }

  /// Commits all records that have been read, and begins no further transaction.
  ///
  /// The import calls this if the program stops it. A later run can resume the import.
  ///
  /// - Parameters:
  ///   - checkpoint: How far the current input has been read. Nil between two inputs.
  ///   - recordCount: The number of records that are permanent after this commit, including those
  ///     of earlier commits and of an interrupted run.
  func suspend(_ checkpoint: Checkpoint?, recordCount: Int) throws(ImportError) {
    let checkpoints = takeCheckpoints(checkpoint)
    let summary = try summarize()
    if !rows.references.isPersistent { try rows.writeVersions() }
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try rows.references.persistBackfills()
      try transaction.suspend(checkpoints, summary: summary, recordCount: recordCount)
    }
    try rejects?.didCommit()
  }

  private func takeCheckpoints(_ last: Checkpoint?) -> [Checkpoint] {
    defer { finishedInputs.removeAll() }
    return finishedInputs + [last].compactMap { $0 }
  }

  /// Returns the state of the import for the next checkpoint.
  ///
  /// First writes the buffered rejected records to their file. After the checkpoint, no run reads
  /// these records again, so a crash would otherwise lose them.
  private func summarize() throws(ImportError) -> CheckpointSummary {
    var summary = CheckpointSummary()
    try rejects?.flush()
    rejects?.summarize(&summary)
    let written = rows.writtenTables
    summary.tables = earlierTables.filter { !written.containsExactly($0) } + written
    return summary
  }
}
