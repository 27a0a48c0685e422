import StateGraphFormats
import StateGraphSQLite

/// One import from BEGIN to COMMIT, or, where it commits in batches, to the last COMMIT.
struct ImportSession {
  let database: String
  let connection: Connection
  let plan: ImportPlan
  let request: ImportRequest
  let targets: [ImportTarget]
  let mappings: [ResolvedMapping?]
  let notice: (ImportNotice) -> Void
  let progress: (ImportProgress) -> ImportDecision

  func run() throws(ImportError) -> ImportReport {
    let transaction = ImportTransaction(request, on: connection)
    do {
      return try importAll(in: transaction)
    } catch {
      transaction.abandon()
      guard transaction.keptRecordCount > 0, error.code != .interrupted else { throw error }
      var ending = error
      if ending.message.hasSuffix(".") { ending.message.removeLast() }
      ending.message += "; \(transaction.keptRecordCount) records read before are kept"
      throw ending
    }
  }

  private func importAll(in transaction: ImportTransaction) throws(ImportError) -> ImportReport {
    var left = try begin(transaction)
    let identities = targets.map { InputIdentity(path: $0.input.path) }
    let (resumed, changed) = Self.resumable(left.checkpoints, targets, identities)
    if let changed {
      let path = targets[changed].input.path
      notice(ImportNotice(path: path, message: "has changed; read from its start"))
      if changed == 0 { left.summary = CheckpointSummary() }
      try database { () throws(DatabaseError) in
        try transaction.rejected.removeAll(inputsFrom: changed)
        try HeldTables.remove(run: request.fingerprint, inputsFrom: changed, on: connection)
      }
    }
    transaction.goOn(behind: resumed)
    let rejects = try rejectLog(left.summary)
    let held = try heldRecords()
    let run = ImportRun(
      plan,
      request,
      in: transaction,
      on: connection,
      totalBytes: ImportTarget.totalBytes(of: targets),
      rejects: rejects,
      held: held,
      resumed: resumed,
      earlierTables: left.summary.tables,
      report: progress
    )
    run.mappings = mappings
    for (number, target) in targets.enumerated() {
      try importInput(number, target, identities[number], resumed, in: run)
    }
    try run.didReadAllInputs()
    try run.settleHeldRecords()
    var report = ImportReport()
    report.dangling = try run.settleReferences()
    try rejects?.flush()
    try run.database { () throws(DatabaseError) in
      if !request.isDryRun { try DeferredReferences.removePersistent(request, on: connection) }
      try transaction.finish()
    }
    report.tables = run.tableCounts()
    report.inputs = run.inputs
    report.records = run.records
    report.resumedRecords = resumed.reduce(0) { $0 + $1.recordCount }
    report.rejects = rejects?.report ?? RejectReport()
    report.bytes = run.bytesOfFinishedInputs
    // Inputs that an interrupted run has read to their ends are not read again.
    let isWhole = !resumed.contains { $0.isFinished }
    report.unusedMappings = mappings.flatMap { $0?.use?.report(isWhole: isWhole) ?? [] }
    return report
  }

  private func importInput(
    _ number: Int,
    _ target: ImportTarget,
    _ identity: InputIdentity,
    _ resumed: [Checkpoint],
    in run: ImportRun
  ) throws(ImportError) {
    let checkpoint = resumed.first { $0.input == number }
    if let checkpoint {
      let next = "resuming at record \(checkpoint.recordCount + 1)"
      let message = checkpoint.isFinished ? "was imported before the interruption" : next
      notice(ImportNotice(path: target.input.path, message: message))
      if checkpoint.isFinished { return run.didSkipInput(checkpoint) }
    }
    run.beginInput(
      CurrentInput(number: number, path: target.input.path, identity: identity, resumed: checkpoint)
    )
    try target.importRecords(in: run)
  }

  private func begin(
    _ transaction: ImportTransaction
  ) throws(ImportError) -> (checkpoints: [Checkpoint], summary: CheckpointSummary) {
    try database { () throws(DatabaseError) in
      let left = try transaction.begin(restarting: request.restarts)
      if request.restarts {
        try HeldTables.remove(run: request.fingerprint, on: connection)
        try DeferredReferences.removePersistent(request, on: connection)
      }
      return left
    }
  }

  /// The checkpoints from which the import can go on. Where an input is another one than it was, it
  /// and those behind it are read again, so that the last word about a row stays the last.
  private static func resumable(
    _ checkpoints: [Checkpoint],
    _ targets: [ImportTarget],
    _ identities: [InputIdentity]
  ) -> (resumed: [Checkpoint], changed: Int?) {
    for (index, checkpoint) in checkpoints.enumerated() {
      let number = checkpoint.input
      guard number == index, targets.indices.contains(number),
        checkpoint.path == targets[number].input.path, checkpoint.identity == identities[number]
      else {
        return (Array(checkpoints[..<index]), min(index, targets.count - 1))
      }
    }
    return (checkpoints, nil)
  }

  private func rejectLog(_ summary: CheckpointSummary) throws(ImportError) -> RejectLog? {
    guard request.onError != .abort else { return nil }
    var file: QuarantineFile?
    if request.onError == .quarantine, !request.isDryRun {
      if let path = summary.quarantinePath {
        file = QuarantineFile.reopen(path, length: summary.quarantineBytes)
      }
      if file == nil, let named = request.quarantinePath {
        file = try QuarantineFile.create(at: named)
      } else if file == nil {
        file = try QuarantineFile.create(besideDatabase: database)
      }
    }
    return RejectLog(
      plan,
      maximumErrors: request.maximumErrors,
      quarantine: file,
      earlierCount: summary.rejectCount
    )
  }

  private func heldRecords() throws(ImportError) -> HeldRecords? {
    let commitsInBatches = request.onError != .abort || request.batchSize != nil
    guard commitsInBatches, request.dangling != .keep else { return nil }
    return try database { () throws(DatabaseError) in
      try HeldRecords(plan, run: request.fingerprint, on: connection)
    }
  }

  private func database<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(ImportError) -> Result {
    do { return try body() } catch { throw ImportError(error) }
  }
}
