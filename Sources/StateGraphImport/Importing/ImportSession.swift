import StateGraphFormats
import StateGraphSQLite

/// Runs one import from its first BEGIN to its last COMMIT.
///
/// `Importer` creates a session after it has opened the database and read the schema.
struct ImportSession {
  let database: String
  let connection: WriterConnection
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
      let count = transaction.keptRecordCount
      ending.message +=
        "; \(Quantity(count, of: "record")) read before "
        + (count == 1 ? "is kept" : "are kept")
      throw ending
    }
  }

  private func importAll(in transaction: ImportTransaction) throws(ImportError) -> ImportReport {
    let identities = targets.map { InputIdentity(path: $0.input.path) }
    let (resumed, summary) = try begin(transaction, identities: identities)
    let rejects = try rejectLog(summary)
    let run = ImportRun(
      self,
      in: transaction,
      resumed: resumed,
      earlierTables: summary.tables,
      rejects: rejects,
      deferred: try deferredRecords()
    )
    noteResumption(resumed)
    for (number, target) in targets.enumerated() {
      try importInput(
        number,
        target: target,
        identity: identities[number],
        resumed: resumed,
        in: run
      )
    }
    try run.didReadAllInputs()
    try run.importDeferredRecords()
    noteLeftOutElements(of: run.rows)
    var report = ImportReport()
    report.dangling = try run.resolveReferences()
    try rejects?.finish()
    try convertingDatabaseErrors { () throws(DatabaseError) in
      if !request.isDryRun { try removePersistentTables() }
      try transaction.finish()
    }
    try rejects?.didCommit()
    report.tables = run.rows.tableCounts
    report.conflicts = run.rows.versionConflicts
    report.negativeZeros = run.rows.negativeZeros
    report.inputs = run.inputs
    report.refusedInputs = run.refusedInputs
    report.records = run.records
    report.resumedRecords = resumed.reduce(0) { $0 + $1.recordCount }
    report.rejects = rejects?.report ?? RejectReport()
    report.bytes = run.bytesOfFinishedInputs
    // This run does not read the inputs that an interrupted run has finished. It therefore cannot
    // know whether their records used a rule of the column mapping.
    let isWhole = !resumed.contains { $0.isFinished }
    report.unusedMappings = mappings.flatMap { $0?.use?.report(isWhole: isWhole) ?? [] }
    return report
  }

  private func removePersistentTables() throws(DatabaseError) {
    try ReferenceBackfill.removePersistent(request, on: connection)
    try RowVersions.removePersistent(request, on: connection)
  }

  /// Whether the import reads all inputs from the beginning, even if it was interrupted.
  ///
  /// With a policy for duplicates other than `last`, the import must compare all versions of a row.
  /// A resumed run does not know the versions that the interrupted run has read. Neither does it
  /// know the number of equal records, from which the import makes keys.
  private var restarts: Bool {
    let countsEqualRecords = targets.contains { target in
      let table = plan.tables[target.table]
      return table.contentKeyIndex != nil || table.keyIndexes.isEmpty
    }
    return request.restarts || request.onDuplicate != .last
      || countsEqualRecords && request.missingKeys == .content
  }

  /// Reports to the user in one message what an interrupted run has imported.
  private func noteResumption(_ resumed: [Checkpoint]) {
    let finished = resumed.filter(\.isFinished)
    let others = finished.count - 1
    if let current = resumed.first(where: { !$0.isFinished }) {
      let start = "resuming at record \(current.recordCount + 1)"
      let verb = finished.count == 1 ? "was" : "were"
      let after =
        finished.isEmpty
        ? ""
        : "; \(Quantity(finished.count, of: "other input")) \(verb) imported before the "
          + "interruption"
      note(start + after, of: current)
    } else if let last = finished.last {
      let also = others == 0 ? "" : ", as \(others == 1 ? "was" : "were") "
      let count = others == 0 ? "" : "\(Quantity(others, of: "other input"))"
      note("was imported before the interruption" + also + count, of: last)
    }
  }

  private func noteLeftOutElements(of rows: RecordWriter) {
    for (table, found) in rows.leftOutElements.sorted(by: { $0.key < $1.key }) {
      let name = printable(plan.tables[table].name)
      let message =
        "\(Quantity(found.count, of: "element")) that an array repeats had no row of its own in "
        + "\(name), first in line \(found.first.line): make a position part of its primary key to "
        + "keep it"
      notice(ImportNotice(path: found.first.file, message: message))
    }
  }

  private func note(_ message: String, of checkpoint: Checkpoint) {
    guard targets.indices.contains(checkpoint.input) else { return }
    notice(ImportNotice(path: targets[checkpoint.input].input.path, message: message))
  }

  private func importInput(
    _ number: Int,
    target: ImportTarget,
    identity: InputIdentity,
    resumed: [Checkpoint],
    in run: ImportRun
  ) throws(ImportError) {
    let checkpoint = resumed.first { $0.input == number }
    if let checkpoint, checkpoint.isFinished { return run.didSkipInput(checkpoint) }
    run.beginInput(
      CurrentInput(number: number, path: target.input.path, identity: identity, resumed: checkpoint)
    )
    try target.importRecords(in: run)
  }

  /// Begins the first transaction. Returns the checkpoints from which the import continues, and the
  /// state of the interrupted run.
  ///
  /// The result omits the checkpoints from the first changed input on. The deferred records of
  /// these inputs are removed.
  private func begin(
    _ transaction: ImportTransaction,
    identities: [InputIdentity]
  ) throws(ImportError) -> (resumed: [Checkpoint], summary: CheckpointSummary) {
    let saved = try convertingDatabaseErrors { () throws(DatabaseError) in
      let saved = try transaction.begin(restarting: restarts)
      if restarts {
        try DeferredRecordTables.remove(run: request.fingerprint, on: connection)
        try removePersistentTables()
      }
      return saved
    }
    let (resumed, changed) = Self.resumable(
      saved.checkpoints,
      targets: targets,
      identities: identities
    )
    var summary = saved.summary
    if let changed {
      let path = targets[changed].input.path
      notice(ImportNotice(path: path, message: "has changed; read from its start"))
      // If the first input has changed, all inputs are read again, so nothing of the interrupted
      // run is valid.
      if changed == 0 { summary = CheckpointSummary() }
      try convertingDatabaseErrors { () throws(DatabaseError) in
        try transaction.rejected.removeAll(inputsFrom: changed)
        try DeferredRecordTables.remove(
          run: request.fingerprint,
          inputsFrom: changed,
          on: connection
        )
      }
    }
    transaction.resume(after: resumed)
    return (resumed, summary)
  }

  /// Returns the checkpoints from which the import can continue, and the index of the first changed
  /// input.
  ///
  /// Records of a later input override records of an earlier input. The import therefore reads the
  /// changed input and all later inputs again.
  private static func resumable(
    _ checkpoints: [Checkpoint],
    targets: [ImportTarget],
    identities: [InputIdentity]
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
    var file: RejectFile?
    if request.onError == .reject, !request.isDryRun {
      if let path = summary.rejectFilePath {
        file = RejectFile.reopen(path, length: summary.rejectFileBytes, run: request.fingerprint)
      }
      if file == nil, let named = request.rejectFilePath {
        file = try RejectFile.create(at: named, run: request.fingerprint)
      } else if file == nil {
        file = try RejectFile.create(besideDatabase: database, run: request.fingerprint)
      }
    }
    return RejectLog(
      plan,
      maximumErrors: request.maximumErrors,
      file: file,
      earlierCount: summary.rejectCount
    )
  }

  private func deferredRecords() throws(ImportError) -> DeferredRecords? {
    let commitsInBatches = request.onError != .abort || request.batchSize != nil
    guard commitsInBatches, request.dangling != .keep || request.onError != .abort else {
      return nil
    }
    return try convertingDatabaseErrors { () throws(DatabaseError) in
      try DeferredRecords(plan, run: request.fingerprint, on: connection)
    }
  }
}
