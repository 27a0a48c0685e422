import StateGraphSQLite

/// The transaction of an import, or its transactions one after another where it commits in batches.
///
/// Confined to the thread that runs the import.
final class ImportTransaction {
  /// The records of a batch where the request does not say otherwise. With batches of this size an
  /// import takes less than 5 % longer than in one transaction.
  static let defaultBatchSize = 5_000

  /// The records of a batch; nil where the whole import is one transaction.
  let batchSize: Int?
  /// The records that are committed, those of the resumed run included.
  private(set) var keptRecordCount = 0
  private let connection: WriterConnection
  private let table: CheckpointTable
  let rejected: RejectedNumbers
  private let isDryRun: Bool
  /// SQLite's `data_version` at BEGIN, which other connections' commits change.
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

  /// Begins the first transaction. Returns the checkpoints of an interrupted run of this import.
  ///
  /// - Parameter restarting: Whether these checkpoints are to be removed first.
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

  /// Counts the records of these checkpoints as committed.
  func resume(after checkpoints: [Checkpoint]) {
    keptRecordCount = checkpoints.reduce(0) { $0 + $1.recordCount }
  }

  /// Commits the rows together with their checkpoints, and begins the next transaction. Returns
  /// whether another connection has committed in between.
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

  /// Commits the rows together with their checkpoints.
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

  /// Commits a finished import, and removes its checkpoints from the file.
  func finish() throws(DatabaseError) {
    guard !isDryRun else { return try connection.rollBackWrite() }
    try table.removeAll()
    try rejected.removeAll()
    try connection.requireFileInPlace()
    try connection.commitWrite()
  }

  /// Rolls back what has not been committed. Where this fails, closing the connection does it.
  func abandon() {
    try? connection.rollBackWrite()
  }
}
