import StateGraphFormats
import StateGraphSQLite

/// One import in progress, as the readers of its inputs see it: they write rows through `rows`, and
/// tell the run about every record that was read.
///
/// Confined, like its connection, to the thread that runs the import.
final class ImportRun {
  /// How many records are read between two progress reports: about one millisecond's work.
  static let recordsPerReport = 1_024

  let plan: ImportPlan
  let request: ImportRequest
  /// By table; nil where nothing is mapped.
  let mappings: [ResolvedMapping?]
  let rows: RecordWriter
  /// Nil where a bad record ends the import.
  private let rejects: RejectLog?
  /// Nil where a missing row is no reason to defer a record.
  private let deferred: DeferredRecords?
  private let connection: Connection
  private let transaction: ImportTransaction
  private let committer: BatchCommitter
  /// How far an interrupted run has read each input.
  private let resumed: [Checkpoint]
  /// The tables that it has written to.
  private let earlierTables: [String]
  private var progress: ProgressReporter
  private var count: RecordCounter
  /// The input that is being read; nil before the first and after the last.
  private(set) var input: CurrentInput?
  /// The records of the current input that were skipped, since an interrupted run has read them.
  private var skippedCount = 0
  /// The inputs that have been opened.
  private(set) var inputs: [InputSummary] = []

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
      request,
      isPersistent: transaction.batchSize != nil || !resumed.isEmpty,
      on: connection
    )
    rows = RecordWriter(plan, request, references, deferred: deferred, on: connection)
    committer = BatchCommitter(transaction, rows, rejects, earlierTables: earlierTables)
    progress = ProgressReporter(
      totalBytes: ImportTarget.totalBytes(of: session.targets),
      resumedRecords: resumed.reduce(0) { $0 + $1.recordCount },
      report: session.progress
    )
    count = RecordCounter(batchSize: transaction.batchSize)
  }

  /// Top-level records that this run has read, rejected ones included.
  var records: Int { count.records }

  /// The size of the inputs that have been read to their end.
  var bytesOfFinishedInputs: Int64 { progress.bytesOfFinishedInputs }

  /// Whether the import goes on after a bad record.
  var rejectsBadRecords: Bool { rejects != nil }

  /// Whether the import may go on without a record that it has read. Then a record of several rows
  /// is written in a savepoint, and the text of a record may be needed after it was read.
  var mayLeaveOutRecords: Bool { rejects != nil || deferred != nil }

  /// Tells the program which input is read now, and what it turned out to be.
  func willRead(_ input: InputSummary) {
    inputs.append(input)
    request.willRead?(input)
  }

  /// How many records are committed once everything that has been read is.
  private var recordCount: Int { resumed.reduce(0) { $0 + $1.recordCount } + count.records }
}

// MARK: - Inputs and records

extension ImportRun {
  /// The records that come next are those of another input.
  func beginInput(_ input: CurrentInput) {
    self.input = input
    count.ofInput = 0
    skippedCount = 0
    // While a pipe has no bytes yet, this is what is reported.
    progress.update(input.path, bytesRead: 0, records: records)
    deferred?.beginInput(input.number)
    rows.beginInput()
  }

  /// A record of the current input was written, rejected or deferred.
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

  /// The current input was read to its end.
  func didFinish(_ reader: some RecordReader) throws(ImportError) {
    if let checkpoint = checkpoint(reader) { committer.didFinishInput(checkpoint) }
    if report(reader) == .stop { throw try stopped(at: nil) }
    progress.didFinishInput(byteCount: reader.bytesRead)
  }

  /// All inputs were read. Commits the deferred records, so that they need not be read again
  /// whatever happens while they are written.
  func didReadAllInputs() throws(ImportError) {
    input = nil
    guard let deferred, !deferred.isEmpty else { return }
    try committer.commitBatch(nil, recordCount: recordCount)
    count.scheduleNextCommit()
  }

  /// Writes the records that waited for the last input.
  func importDeferredRecords() throws(ImportError) {
    guard let deferred else { return }
    try DeferredRecordImport(deferred, in: self).importRecords()
  }

  /// Fills in the references whose rows came later, and counts those that dangle. Call once, after
  /// the last record and before COMMIT.
  func resolveReferences() throws(ImportError) -> [DanglingCount] {
    if !resumed.isEmpty {
      for table in earlierTables.compactMap({ plan.tableIndex($0) }) {
        for reference in try rows.references.references(of: table)
        where deferred == nil || reference.backfill != nil {
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

  /// Commits what has been read, so that the import can be resumed there. Returns the error with
  /// which the import ends.
  private func stopped(at checkpoint: Checkpoint?) throws(ImportError) -> ImportError {
    guard !request.isDryRun else {
      return ImportError(.interrupted, "the dry run was stopped; nothing was kept")
    }
    try committer.suspend(checkpoint, recordCount: recordCount)
    return ImportError(
      .interrupted,
      "the import was stopped; \(recordCount) records read so far are kept",
      remedy: "Run the same import again to resume it"
    )
  }

  /// Asks whether the import is to go on at a moment when nothing more can be committed.
  ///
  /// - Throws: `.interrupted` if not.
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
  /// Whether the import can go on after this error, without the record that caused it.
  func canReject(_ error: ImportError) -> Bool {
    rejects != nil && error.concernsOneRecord && !connection.isAutocommit
  }

  /// Rejects a bad record.
  ///
  /// - Parameters:
  ///   - error: What is wrong with the record.
  ///   - record: The text of the record; called only where the import goes on.
  /// - Throws: `error` where it ends the import.
  func reject(_ error: ImportError, _ record: () -> RecordText) throws(ImportError) {
    guard let rejects, error.concernsOneRecord else { throw error }
    guard !connection.isAutocommit else {
      var ending = error
      ending.message += "; the constraint has rolled back the whole transaction"
      throw ending
    }
    try rejects.add(error, record())
    guard transaction.batchSize != nil, let input else { return }
    let number = (input.resumed?.recordCount ?? 0) + count.ofInput
    try convertingDatabaseErrors { () throws(DatabaseError) in
      try transaction.rejected.insert(number, ofInput: input.number)
    }
  }

  /// Keeps a record until all inputs have been read. Rejects it where the input has its key
  /// already.
  ///
  /// - Parameters:
  ///   - record: The text of the record.
  ///   - key: The cells of its key and no others; nil where they are not known.
  func deferRecord(_ record: RecordText, key: [Cell]?) throws(ImportError) {
    guard let deferred else { return }
    let isRepeated = try key.map { (key) throws(ImportError) in
      try rows.hasRecord(withKey: key, in: record.table, at: record.start)
    }
    if isRepeated != true, try deferred.insert(record, key: key) { return }
    try reject(.repeatedKey(of: plan.tables[record.table], at: record.start)) { record }
  }
}

// MARK: - Resuming an interrupted run

extension ImportRun {
  /// An interrupted run has imported a whole input.
  func didSkipInput(_ checkpoint: Checkpoint) {
    progress.didSkipInput(byteCount: checkpoint.identity.byteCount)
  }

  /// A record was read that an interrupted run has imported. Its key counts as used by this input.
  ///
  /// - Parameters:
  ///   - key: The cells of its key and no others; nil where it has none.
  ///   - table: The table of the record.
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

  /// All records were read that an interrupted run has imported.
  ///
  /// - Throws: Where they end at another place than in that run, so that it has read another text.
  ///   A changed file is noticed before; a pipe with another text is noticed only here.
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
    // The interrupted run has imported up to its checkpoint, however little was read again so far.
    if let resumed = input?.resumed, reader.readsTextAsItLies {
      bytesRead = max(bytesRead, resumed.position.byteOffset)
    }
    progress.updateSkipping(reader.file, bytesRead: bytesRead, records: records)
  }
}

/// The input that is being read.
struct CurrentInput {
  /// The number of the input in its import.
  let number: Int
  let path: String
  let identity: InputIdentity
  /// How far an interrupted run has read it.
  let resumed: Checkpoint?
}

/// Counts the records of a run, and schedules progress reports and commits.
struct RecordCounter {
  /// The records of this run, rejected ones included.
  var records = 0
  /// The records of the current input.
  var ofInput = 0
  /// The number of records at which the next batch is committed.
  private(set) var nextCommit: Int
  /// The number of records at which the next report or commit is due.
  private(set) var nextPause: Int
  private let batchSize: Int?

  init(batchSize: Int?) {
    self.batchSize = batchSize
    nextCommit = batchSize ?? .max
    nextPause = min(nextCommit, ImportRun.recordsPerReport)
  }

  mutating func scheduleNextCommit() {
    if let batchSize { nextCommit = records + batchSize }
  }

  mutating func scheduleNextPause() {
    let reports = records / ImportRun.recordsPerReport
    nextPause = min(nextCommit, (reports + 1) * ImportRun.recordsPerReport)
  }
}
