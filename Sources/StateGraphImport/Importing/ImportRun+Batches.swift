import StateGraphFormats
import StateGraphSQLite

extension ImportRun {
  /// How often the progress is told: about every millisecond.
  static let recordsPerReport = 1_024

  func didReadRecord(from reader: some RecordReading) throws(ImportError) {
    count.records += 1
    count.ofInput += 1
    if count.records >= count.nextPause { try pause(reader) }
  }

  private func pause(_ reader: some RecordReading) throws(ImportError) {
    if showProgress(reader) == .stop { throw try stopped(at: checkpoint(reader)) }
    if count.records >= count.nextCommit { try commitBatch(checkpoint(reader)) }
    count.scheduleNextPause()
  }

  private func commitBatch(_ checkpoint: Checkpoint?) throws(ImportError) {
    guard let batchSize = transaction.batchSize else { return }
    let checkpoints = finishedInputs + [checkpoint].compactMap { $0 }
    finishedInputs.removeAll()
    let summary = try summarize()
    let total = keptBefore + count.records
    let othersWrote = try database { () throws(DatabaseError) in
      try transaction.commitBatch(checkpoints, summary, recordCount: total)
    }
    if othersWrote { forgetRows() }
    count.nextCommit = count.records + batchSize
  }

  /// The input has been read to its end.
  func didFinish(_ reader: some RecordReading) throws(ImportError) {
    if var finished = checkpoint(reader) {
      finished.isFinished = true
      finishedInputs.append(finished)
    }
    if showProgress(reader) == .stop { throw try stopped(at: nil) }
    bytesOfFinishedInputs += reader.bytesRead
  }

  /// Commits what has been read, so that the import can go on there. Returns the error to end with.
  private func stopped(at checkpoint: Checkpoint?) throws(ImportError) -> ImportError {
    guard !request.isDryRun else {
      return ImportError(.interrupted, "the rehearsal was stopped; nothing was kept")
    }
    let checkpoints = finishedInputs + [checkpoint].compactMap { $0 }
    let total = keptBefore + count.records
    let summary = try summarize()
    try database { () throws(DatabaseError) in
      for reference in references.flatMap({ $0 ?? [] }) { try reference.deferred?.persist() }
      try transaction.suspend(checkpoints, summary, recordCount: total)
    }
    return ImportError(
      .interrupted,
      "the import was stopped; \(total) records read so far are kept",
      remedy: "Run the same import again to go on"
    )
  }

  /// Everything that a checkpoint says of the whole import. The rejects are handed to the system
  /// before the rows behind them are committed.
  private func summarize() throws(ImportError) -> CheckpointSummary {
    var summary = CheckpointSummary()
    try rejects?.flush()
    rejects?.summarize(&summary)
    let written = plan.tables.indices.filter { writers[$0] != nil }.map { plan.tables[$0].name }
    summary.tables = earlierTables.filter { !written.containsExactly($0) } + written
    return summary
  }

  private func checkpoint(_ reader: some RecordReading) -> Checkpoint? {
    guard let input else { return nil }
    return Checkpoint(
      input: input.number,
      path: input.path,
      identity: input.identity,
      recordCount: (input.resumed?.recordCount ?? 0) + count.ofInput,
      position: reader.position,
      isFinished: false
    )
  }

  private func showProgress(_ reader: some RecordReading) -> ImportDecision {
    noteProgress(reader)
    return lastProgress.map(report) ?? .proceed
  }

  /// - Parameter skipped: How far the interrupted run had come, as long as its records are read
  ///   over: that much is done, however little of it has been read again.
  private func noteProgress(_ reader: some RecordReading, skippingTo skipped: Checkpoint? = nil) {
    var bytesRead = reader.bytesRead
    if let skipped {
      if reader.readsTextAsItLies { bytesRead = max(bytesRead, skipped.position.byteOffset) }
      resumedBytes = bytesOfFinishedInputs + bytesRead
    }
    noteProgress(reader.file, bytesRead: bytesOfFinishedInputs + bytesRead)
  }

  private func noteProgress(_ path: String, bytesRead: Int64) {
    lastProgress = ImportProgress(
      path: path,
      bytesRead: bytesRead,
      totalBytes: totalBytes,
      records: keptBefore + count.records,
      resumedBytes: resumedBytes,
      resumedRecords: keptBefore
    )
  }
}

// MARK: - Going on after an interruption

extension ImportRun {
  /// Records of another input follow.
  func beginInput(_ input: CurrentInput) {
    self.input = input
    count.ofInput = 0
    skippedCount = 0
    // So that there is something to report while a pipe is waited for.
    noteProgress(input.path, bytesRead: bytesOfFinishedInputs)
    held?.beginInput(input.number)
    beginRecords()
  }

  /// No more inputs follow. What waits is committed, so that it need not be read again whatever
  /// happens while it is settled.
  func didReadAllInputs() throws(ImportError) {
    input = nil
    if let held, !held.isEmpty { try commitBatch(nil) }
  }

  /// Where nothing can be kept besides what is committed.
  ///
  /// - Throws: `.interrupted` where the import is to stop.
  func stopIfAsked() throws(ImportError) {
    guard let lastProgress, report(lastProgress) == .stop else { return }
    let kept = transaction.keptRecordCount
    guard kept > 0 else {
      throw ImportError(.interrupted, "the import was stopped; nothing was kept")
    }
    throw ImportError(
      .interrupted,
      "the import was stopped; \(kept) records read before are kept",
      remedy: "Run the same import again to go on"
    )
  }

  /// An interrupted run has imported a whole input.
  func didSkipInput(_ checkpoint: Checkpoint) {
    bytesOfFinishedInputs += checkpoint.identity.byteCount
    resumedBytes = bytesOfFinishedInputs
  }

  /// A record has been read that an interrupted run has imported. Its key counts as named.
  ///
  /// - Parameter key: The cells of its key and no others; nil where there are none.
  func didSkipRecord(
    _ key: [Cell]?,
    in table: Int,
    from reader: some RecordReading
  ) throws(ImportError) {
    if let key, let input {
      let wasRejected = try database { () throws(DatabaseError) in
        try transaction.rejected.contains(skippedCount, ofInput: input.number)
      }
      if !wasRejected { try writer(table).nameExisting(key) }
    }
    skippedCount += 1
    guard skippedCount % Self.recordsPerReport == 0 else { return }
    noteProgress(reader, skippingTo: input?.resumed)
    try stopIfAsked()
  }

  /// All records that an interrupted run has imported have been read again.
  ///
  /// - Throws: Where that was other text. For a file this has been looked at before; a pipe can
  ///   only be told by this.
  func didSkipAll(_ reader: some RecordReading) throws(ImportError) {
    guard let resumed = input?.resumed else { return }
    noteProgress(reader, skippingTo: resumed)
    guard resumed.position != reader.position else { return }
    throw ImportError(
      .inputChanged,
      "the input is not the one that was interrupted: record \(resumed.recordCount) ends elsewhere",
      remedy: "Start anew with --restart",
      place: InputPlace(
        file: reader.file,
        line: reader.position.line,
        column: 1,
        byteOffset: reader.position.byteOffset
      )
    )
  }

  /// Sees to the references that an interrupted run has left open. Call before they are settled.
  func restoreReferences() throws(ImportError) {
    guard !resumed.isEmpty else { return }
    for name in earlierTables {
      guard let table = plan.tableIndex(name) else { continue }
      for reference in try references(of: table) where held == nil || reference.deferred != nil {
        reference.tracker.countInFile()
      }
    }
  }
}

/// The input that is being read.
struct CurrentInput {
  let number: Int
  let path: String
  let identity: InputIdentity
  /// How far an interrupted run has read it.
  let resumed: Checkpoint?
}

/// Counts records, and says when to look up from them.
struct RecordCounter {
  /// Of this run, rejected ones included.
  var records = 0
  var ofInput = 0
  var nextCommit: Int
  var nextPause: Int

  init(batchSize: Int?) {
    nextCommit = batchSize ?? .max
    nextPause = min(nextCommit, ImportRun.recordsPerReport)
  }

  mutating func scheduleNextPause() {
    let reports = records / ImportRun.recordsPerReport
    nextPause = min(nextCommit, (reports + 1) * ImportRun.recordsPerReport)
  }
}
