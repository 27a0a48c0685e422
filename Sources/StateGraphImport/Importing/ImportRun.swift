import StateGraphFormats
import StateGraphSQLite

/// One import in progress, to which the readers of the inputs report each record.
///
/// Only the thread that runs the import uses this object and its connection.
final class ImportRun {
  /// The number of records between two progress reports.
  ///
  /// Reading that many records takes about one millisecond.
  static let recordsPerReport = 1_024

  let plan: ImportPlan
  let request: ImportRequest
  /// The column mapping of each table, in the order of the tables in `ImportPlan`.
  ///
  /// An element is nil if its table has no mapping.
  let mappings: [ResolvedMapping?]
  let rows: RecordWriter
  /// The log of rejected records. Nil if the first bad record ends the import.
  private let rejects: RejectLog?
  /// The records that wait until all inputs are read, because they refer to a missing row.
  ///
  /// Nil if this import does not defer records.
  private let deferred: DeferredRecords?
  private let connection: Connection
  private let transaction: ImportTransaction
  private let committer: BatchCommitter
  /// The checkpoints of an interrupted run, one for each input that the run has read.
  ///
  /// Empty if there was no interrupted run.
  private let resumed: [Checkpoint]
  /// The names of the tables that the interrupted run has written to.
  private let earlierTables: [String]
  private var progress: ProgressReporter
  private(set) var count: RecordCounter
  /// The input that is being read. Nil before the first input and after the last one.
  private(set) var input: CurrentInput?
  /// The number of records of the current input that this run has read again without writing them.
  ///
  /// An interrupted run has already imported these records.
  private var skippedCount = 0
  /// One element for each input that the import has opened: a summary, for example of its format.
  private(set) var inputs: [InputSummary] = []
  /// Finds the records of the inputs again, for an error message.
  private var earlier: [EarlierRecords] = []
  /// The inputs that were not imported because their headers do not match their tables.
  private(set) var refusedInputs: [RefusedInput] = []

  init(
    _ session: ImportSession,
    in transaction: ImportTransaction,
    resumed: [Checkpoint],
    earlierTables: [String],
    rejects: RejectLog?,
    deferred: DeferredRecords?
  ) {
    plan = session.plan
    request = session.request
    mappings = session.mappings
    connection = session.connection
    self.transaction = transaction
    self.resumed = resumed
    self.earlierTables = earlierTables
    self.rejects = rejects
    self.deferred = deferred
    let references = TableReferences(
      plan,
      request: request,
      isPersistent: transaction.batchSize != nil || !resumed.isEmpty,
      on: connection
    )
    rows = RecordWriter(
      plan,
      request: request,
      references: references,
      deferred: deferred,
      mayRepeatRows: ImportTarget.mayRepeatRows(session.targets, mappings: session.mappings),
      on: connection
    )
    committer = BatchCommitter(
      transaction,
      rows: rows,
      rejects: rejects,
      earlierTables: earlierTables
    )
    progress = ProgressReporter(
      totalBytes: ImportTarget.totalBytes(of: session.targets),
      resumedRecords: resumed.reduce(0) { $0 + $1.recordCount },
      report: session.progress
    )
    count = RecordCounter(batchSize: transaction.batchSize)
  }

  /// The number of top-level records that this run has read, including rejected ones.
  var records: Int { count.records }

  /// The size in bytes of the inputs that have been read completely.
  var bytesOfFinishedInputs: Int64 { progress.bytesOfFinishedInputs }

  /// Whether the import continues after a bad record.
  ///
  /// True if the error policy is `reject` or `skip`.
  var rejectsBadRecords: Bool { rejects != nil }

  /// Whether the import may reject or defer a record.
  ///
  /// If true, a record with several rows is written in a savepoint, and the import keeps the text
  /// of the record until the record is written.
  var mayLeaveOutRecords: Bool { rejects != nil || deferred != nil }

  /// Adds the summary of the next input to the report, and passes it to the request's callback.
  func willRead(_ input: InputSummary) {
    inputs.append(input)
    request.willRead?(input)
  }

  /// Lets an error message name the records of an input, which are found by their keys.
  func noteRecords(_ records: EarlierRecords) { earlier.append(records) }

  /// Adds the number of unquoted fields with a quote to the summary of the current input.
  func noteStrayQuotes(_ quotes: StrayQuotes) {
    guard !inputs.isEmpty else { return }
    inputs[inputs.count - 1].strayQuotes = quotes.count
    inputs[inputs.count - 1].firstStrayQuote = quotes.first
    inputs[inputs.count - 1].hasBlanksBeforeQuotes = quotes.followBlanks
    inputs[inputs.count - 1].strayQuoteRemedy = quotes.remedy
  }

  /// The number of top-level records that a commit at this moment would make permanent, including
  /// those of an interrupted run.
  private var recordCount: Int { resumed.reduce(0) { $0 + $1.recordCount } + count.records }
}

// MARK: - Inputs and records

extension ImportRun {
  /// Makes `input` the current input, to which all records belong that are read from now on.
  func beginInput(_ input: CurrentInput) {
    self.input = input
    count.ofInput = 0
    skippedCount = 0
    // The progress shows the new input at once, because a pipe may deliver no bytes for a long
    // time.
    progress.update(input.path, bytesRead: 0, records: records)
    deferred?.beginInput(input.number)
    rows.beginInput()
  }

  /// Counts a record of the current input that was written, rejected or deferred.
  ///
  /// At intervals, this method also reports the progress or commits a batch.
  ///
  /// - Throws: An error with the code `.interrupted` if the program stops the import.
  func didReadRecord(from reader: some RecordReader) throws(ImportError) {
    count.records += 1
    count.ofInput += 1
    if count.records >= count.nextPause { try pause(reader) }
  }

  private func pause(_ reader: some RecordReader) throws(ImportError) {
    if report(reader) == .stop { throw try stopped(at: checkpoint(reader)) }
    if count.records >= count.nextCommit {
      try committer.commitBatch(checkpoint(reader), recordCount: recordCount)
      count.scheduleNextCommit()
    }
    count.scheduleNextPause()
  }

  /// Stores the final checkpoint of the current input, and reports the progress.
  ///
  /// Call this when the input has been read completely.
  func didFinish(_ reader: some RecordReader) throws(ImportError) {
    if let checkpoint = checkpoint(reader) { committer.didFinishInput(checkpoint) }
    if report(reader) == .stop { throw try stopped(at: nil) }
    progress.didFinishInput(byteCount: reader.bytesRead)
  }

  /// Commits the stored deferred records, before the import tries to write them to their tables.
  ///
  /// If the import cannot write them, a resumed run need not read the inputs again.
  ///
  /// This method also commits if the reject file belongs to no checkpoint yet. A run after a crash
  /// then finds the file by the checkpoint, and does not take it for the file of another import.
  func didReadAllInputs() throws(ImportError) {
    input = nil
    guard deferred?.isEmpty == false || rejects?.hasOnlyUncommitted == true else { return }
    try committer.commitBatch(nil, recordCount: recordCount)
    count.scheduleNextCommit()
  }

  /// Writes the deferred records, which had to wait until the last input was read.
  func importDeferredRecords() throws(ImportError) {
    guard let deferred else { return }
    rows.madeKeys.takeBackDeferred()
    try DeferredRecordImport(deferred, in: self).importRecords()
  }

  /// Writes the final values of rows with several versions, and the references whose target rows
  /// were imported later. Returns the counts of references to missing rows.
  ///
  /// Call this once, after the last record and before COMMIT.
  func resolveReferences() throws(ImportError) -> [DanglingCount] {
    try rows.writeVersions(
      alsoOf: resumed.isEmpty ? [] : earlierTables.compactMap { plan.tableIndex($0) }
    ) { key, table in
      for earlier in self.earlier {
        if let place = earlier.place(of: key, in: table, self) { return place }
      }
      return nil
    }
    if !resumed.isEmpty {
      for table in earlierTables.compactMap({ plan.tableIndex($0) }) {
        for reference in try rows.references.references(of: table)
        where deferred == nil || request.dangling == .keep || reference.backfill != nil {
          reference.tracker.countInFile()
        }
      }
    }
    return try DanglingReferences(self, on: connection).resolve()
  }

  private func report(_ reader: some RecordReader) -> ImportDecision {
    progress.update(reader.file, bytesRead: reader.bytesRead, records: records)
    return progress.reportLast()
  }

  private func checkpoint(_ reader: some RecordReader) -> Checkpoint? {
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

  /// Commits all records that have been read, so that a later run can resume the import. A dry run
  /// commits nothing.
  ///
  /// Returns the error that the caller must throw to end the import.
  private func stopped(at checkpoint: Checkpoint?) throws(ImportError) -> ImportError {
    guard !request.isDryRun else {
      return ImportError(.interrupted, "the dry run was stopped; nothing was kept")
    }
    try committer.suspend(checkpoint, recordCount: recordCount)
    return ImportError(
      .interrupted,
      "the import was stopped; \(Quantity(recordCount, of: "record")) read so far "
        + (recordCount == 1 ? "is kept" : "are kept"),
      remedy: "Run the same import again to resume it"
    )
  }

  /// Calls the progress callback, and throws if the callback stops the import.
  ///
  /// Unlike `didReadRecord`, this method commits nothing.
  ///
  /// - Throws: An error with the code `.interrupted` if the callback returns `stop`.
  func stopIfRequested() throws(ImportError) {
    guard progress.reportLast() == .stop else { return }
    let kept = transaction.keptRecordCount
    guard kept > 0 else {
      throw ImportError(.interrupted, "the import was stopped; nothing was kept")
    }
    throw ImportError(
      .interrupted,
      "the import was stopped; \(kept) records read before are kept",
      remedy: "Run the same import again to resume it"
    )
  }
}

// MARK: - Bad and deferred records

extension ImportRun {
  /// Adds the current input to `refusedInputs`, because its header is wrong. The caller continues
  /// with the next input.
  ///
  /// - Throws: `error`, if the error policy does not let the import continue.
  func refuseInput(_ error: ImportError) throws(ImportError) {
    guard rejects != nil, error.concernsOneRecord, let input else { throw error }
    refusedInputs.append(
      RefusedInput(
        path: input.path,
        reason: error.message,
        remedy: error.remedy,
        place: error.place
      )
    )
    let checkpoint = Checkpoint(
      input: input.number,
      path: input.path,
      identity: input.identity,
      recordCount: 0,
      position: RecordPosition(byteOffset: 0, line: 1),
      isFinished: false
    )
    // The checkpoint is at the start of the input. A resumed run therefore reads the header again,
    // because the user may have corrected the schema.
    committer.didLeaveInput(checkpoint)
  }

  /// Adds the line of the earlier record to an error about a repeated key.
  ///
  /// Returns the error unchanged if the import rejects bad records and continues. The import would
  /// otherwise read the input again for each such record.
  ///
  /// - Parameters:
  ///   - key: The values of the later record, of which this method uses only the primary key.
  ///   - table: The index of the record's table.
  ///   - place: The position of the later record.
  func addingEarlierLine(
    to error: ImportError,
    _ key: [Cell]?,
    in table: Int,
    place: InputPlace,
    earlier: EarlierRecords?
  ) -> ImportError {
    guard error.code == .duplicateIdentifier, rejects == nil, let earlier, let key,
      (try? rows.hasRecord(withKey: key, in: table, at: place)) == true
    else { return error }
    guard let line = earlier.line(of: key, before: place.byteOffset, in: self) else { return error }
    var described = error
    described.message += "; that record begins on line \(line)"
    return described
  }

  /// Returns whether a record that is left out if it is bad may wait for its unique values, which
  /// another row still has.
  func mayWait(after error: ImportError) -> Bool {
    guard let deferred, rejects != nil, !deferred.isWriting, !connection.isAutocommit else {
      return false
    }
    return (error.cause as? DatabaseError)?.constraint?.kind == .unique
  }

  /// Returns whether the import can reject the record that caused `error`, and continue.
  func canReject(_ error: ImportError) -> Bool {
    rejects != nil && error.concernsOneRecord && !connection.isAutocommit
  }

  /// Rejects a bad record, so that the import can continue with the next record.
  ///
  /// - Parameters:
  ///   - error: The error that the record caused.
  ///   - record: A function that returns the text of the record. It is called only if the import
  ///     continues.
  /// - Throws: `error`, if the import cannot continue.
  func reject(_ error: ImportError, record: () -> RecordText) throws(ImportError) {
    guard let rejects, error.concernsOneRecord else { throw error }
    rows.madeKeys.takeBack()
    guard !connection.isAutocommit else {
      var ending = error
      ending.message += "; the constraint has rolled back the whole transaction"
      throw ending
    }
    request.didReject?(error)
    try rejects.add(error, record: record())
    guard transaction.batchSize != nil, let input else { return }
    let number = (input.resumed?.recordCount ?? 0) + count.ofInput
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.rejected.insert(number, ofInput: input.number)
    }
  }

  /// Stores a record until all inputs have been read.
  ///
  /// Rejects the record instead if an earlier record of the same input had the same key.
  ///
  /// - Parameters:
  ///   - record: The text of the record.
  ///   - key: The values of the record, of which this method uses only the primary key. Nil if the
  ///     key is not known.
  func deferRecord(_ record: RecordText, key: [Cell]?) throws(ImportError) {
    guard let deferred else { return }
    rows.madeKeys.deferRecord()
    let isRepeated = try key.map { (key) throws(ImportError) in
      try rows.hasRecord(withKey: key, in: record.table, at: record.start)
    }
    if isRepeated != true, try deferred.insert(record, key: key) { return }
    try reject(.repeatedKey(of: plan.tables[record.table], at: record.start)) { record }
  }
}

// MARK: - Resuming an interrupted run

extension ImportRun {
  /// Counts the bytes of an input that an interrupted run has imported completely, and that this
  /// run does not read again.
  func didSkipInput(_ checkpoint: Checkpoint) {
    progress.didSkipInput(byteCount: checkpoint.identity.byteCount)
  }

  /// Counts a record that was read again but not written, because an interrupted run has imported
  /// it.
  ///
  /// Stores the key of the record, so that a later record with the same key is detected.
  ///
  /// - Parameters:
  ///   - key: The values of the record, of which this method uses only the primary key. Nil if the
  ///     record has no key.
  ///   - table: The index of the record's table.
  ///   - reader: The reader of the current input.
  func didSkipRecord(
    _ key: [Cell]?,
    in table: Int,
    from reader: some RecordReader
  ) throws(ImportError) {
    if let key, let input {
      let wasRejected = try convertingDatabaseErrors { () throws(DatabaseError) in
        try transaction.rejected.contains(skippedCount, ofInput: input.number)
      }
      if !wasRejected { try rows.noteEarlierRecord(withKey: key, in: table) }
    }
    skippedCount += 1
    guard skippedCount % Self.recordsPerReport == 0 else { return }
    noteSkipped(reader)
    try stopIfRequested()
  }

  /// Checks that the current input is the same input that the interrupted run has read.
  ///
  /// Call this after the records of the interrupted run were read again. A pipe has no
  /// `InputIdentity`, so only this check detects another input.
  ///
  /// - Throws: An error if these records end at a different position than in the interrupted run.
  func didSkipAll(_ reader: some RecordReader) throws(ImportError) {
    guard let resumed = input?.resumed else { return }
    noteSkipped(reader)
    guard resumed.position != reader.position else { return }
    throw ImportError(
      .inputChanged,
      "the input is not the one that was interrupted: record \(resumed.recordCount) ends elsewhere",
      remedy: "Start over with --restart",
      place: InputPlace(
        file: reader.file,
        line: reader.position.line,
        column: 1,
        byteOffset: reader.position.byteOffset
      )
    )
  }

  private func noteSkipped(_ reader: some RecordReader) {
    var bytesRead = reader.bytesRead
    // The interrupted run has imported all bytes before its checkpoint, so the progress starts at
    // the checkpoint instead of zero.
    if let resumed = input?.resumed, reader.readsTextAsItLies {
      bytesRead = max(bytesRead, resumed.position.byteOffset)
    }
    progress.updateSkipping(reader.file, bytesRead: bytesRead, records: records)
  }
}

/// The input that is being read, with the properties that its checkpoints store.
struct CurrentInput {
  /// The index of the input in the order in which the import reads its inputs.
  let number: Int
  let path: String
  let identity: InputIdentity
  /// How far an interrupted run has read this input. Nil if no interrupted run has read the input.
  let resumed: Checkpoint?
}
