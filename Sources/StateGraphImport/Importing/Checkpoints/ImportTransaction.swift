import StateGraphSQLite

/// The transaction that an import writes in, or one after another of them where it commits in
/// batches.
final class ImportTransaction {
  /// So many records are committed together where nothing else is said: a batch then costs less
  /// than a twentieth more than one transaction for all.
  static let defaultBatchSize = 5_000

  /// Nil where all is one transaction.
  let batchSize: Int?
  /// The records that are committed, those of an earlier run that this one resumes included.
  private(set) var keptRecordCount = 0
  private let connection: WriterConnection
  private let table: CheckpointTable
  let rejected: RejectedNumbers
  private let isDryRun: Bool
  private var dataVersion = SQLiteValue.null

  init(_ request: ImportRequest, on connection: WriterConnection) {
    self.connection = connection
    isDryRun = request.isDryRun
    table = CheckpointTable(run: request.fingerprint, on: connection)
    rejected = RejectedNumbers(run: request.fingerprint, on: connection)
    batchSize =
      request.isDryRun
      ? nil
      : request.batchSize ?? (request.onError == .abort ? nil : Self.defaultBatchSize)
  }

  /// Begins, and returns what an interrupted run of the same import has left behind.
  func begin(
    restarting: Bool
  ) throws(DatabaseError) -> (checkpoints: [Checkpoint], summary: CheckpointSummary) {
    try connection.beginWrite()
    dataVersion = try connection.firstValue("PRAGMA data_version") ?? .null
    if restarting {
      try table.removeAll()
      try rejected.removeAll()
    }
    return try table.load()
  }

  /// What these checkpoints speak of is in the file and is not going to be read again.
  func goOn(behind checkpoints: [Checkpoint]) {
    keptRecordCount = checkpoints.reduce(0) { $0 + $1.recordCount }
  }

  /// Commits what has been written with the checkpoints that say so, and begins anew. Returns
  /// whether somebody else has written in between.
  func commitBatch(
    _ checkpoints: [Checkpoint],
    _ summary: CheckpointSummary,
    recordCount: Int
  ) throws(DatabaseError) -> Bool {
    try suspend(checkpoints, summary, recordCount: recordCount)
    try connection.beginWrite()
    let version = try connection.firstValue("PRAGMA data_version") ?? .null
    defer { dataVersion = version }
    return version != dataVersion
  }

  /// Commits what has been written with the checkpoints that say so.
  func suspend(
    _ checkpoints: [Checkpoint],
    _ summary: CheckpointSummary,
    recordCount: Int
  ) throws(DatabaseError) {
    for checkpoint in checkpoints { try table.save(checkpoint, summary) }
    try connection.requireFileInPlace()
    try connection.commitWrite()
    keptRecordCount = recordCount
  }

  /// Ends an import that has come to its end: nothing but its rows is left in the file.
  func finish() throws(DatabaseError) {
    guard !isDryRun else { return try connection.rollBackWrite() }
    try table.removeAll()
    try rejected.removeAll()
    try connection.requireFileInPlace()
    try connection.commitWrite()
  }

  /// Undoes what has not been committed. Where this fails too, closing the connection does it.
  func abandon() {
    try? connection.rollBackWrite()
  }
}
