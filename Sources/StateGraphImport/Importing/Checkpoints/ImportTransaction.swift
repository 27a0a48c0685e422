import StateGraphSQLite

/// The transaction of an import. An import in batches runs several transactions one after another.
///
/// Confined to the thread that runs the import.
final class ImportTransaction {
  /// The number of records in a batch if the request does not give one. With batches of this size,
  /// an import takes less than 5 % longer than in a single transaction.
  static let defaultBatchSize = 5_000

  /// The number of records in a batch; nil if the whole import is one transaction.
  let batchSize: Int?
  /// The number of committed records, including those of the resumed run.
  private(set) var keptRecordCount = 0
  private let connection: WriterConnection
  private let table: CheckpointTable
  let rejected: RejectedNumbers
  private let isDryRun: Bool
  /// SQLite's `data_version` at BEGIN. The number changes when another connection commits.
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

  /// Begins the first transaction. Returns the checkpoints that an interrupted run of this import
  /// left.
  ///
  /// - Parameter restarting: Whether to remove these checkpoints first, so that the import starts
  ///   over.
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

  /// Counts the records of the given checkpoints as committed.
  func resume(after checkpoints: [Checkpoint]) {
    keptRecordCount = checkpoints.reduce(0) { $0 + $1.recordCount }
  }

  /// Commits the rows together with their checkpoints, and begins the next transaction. Returns
  /// whether another connection has committed between this transaction and the previous one.
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

  /// Commits the rows together with their checkpoints, and begins no further transaction.
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

  /// Rolls back everything that has not been committed. An error is ignored, because closing the
  /// connection rolls back too.
  func abandon() {
    try? connection.rollBackWrite()
  }
}
