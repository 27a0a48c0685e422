import StateGraphSQLite

/// Begins and ends the transactions of an import, and stores checkpoints with each commit.
///
/// If the import commits in batches, each batch is one transaction. Otherwise the whole import is
/// one transaction. Only the thread that runs the import uses this object.
final class ImportTransaction {
  /// The number of records in a batch if the request does not specify one.
  ///
  /// With batches of this size, an import takes less than 5 % longer than in a single transaction.
  static let defaultBatchSize = 5_000

  /// The number of records in a batch. Nil if the import is a single transaction.
  let batchSize: Int?
  /// The number of committed records. Includes the records of an interrupted run.
  private(set) var keptRecordCount = 0
  private let connection: WriterConnection
  private let table: CheckpointTable
  let rejected: RejectedNumbers
  private let isDryRun: Bool
  /// The value of SQLite's `PRAGMA data_version` when the current transaction began.
  ///
  /// The number changes when another connection commits
  /// (https://sqlite.org/pragma.html#pragma_data_version).
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
  /// - Parameter restarting: Whether the import starts again from the beginning. If true, this
  ///   method removes the checkpoints first.
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

  /// Counts the records of `checkpoints` as committed, because an interrupted run has committed
  /// them.
  func resume(after checkpoints: [Checkpoint]) {
    keptRecordCount = checkpoints.reduce(0) { $0 + $1.recordCount }
  }

  /// Commits the rows together with their checkpoints, and begins no further transaction.
  ///
  /// A later run can resume the import at these checkpoints.
  func suspend(
    _ checkpoints: [Checkpoint],
    summary: CheckpointSummary,
    recordCount: Int
  ) throws(DatabaseError) {
    for checkpoint in checkpoints { try table.save(checkpoint, summary: summary) }
    try connection.requireFileInPlace()
    try connection.commitWrite()
    keptRecordCount = recordCount
  }

  /// Begins the next transaction of an import that commits in batches.
  ///
  /// Returns true if another connection has committed between the two transactions. The import must
  /// then discard its knowledge of existing rows.
  func beginNext() throws(DatabaseError) -> Bool {
    try connection.beginWrite()
    let version = try connection.firstValue("PRAGMA data_version") ?? .null
    defer { dataVersion = version }
    return version != dataVersion
  }

  /// Commits a finished import, and removes its checkpoints from the file.
  ///
  /// A dry run is rolled back instead.
  func finish() throws(DatabaseError) {
    guard !isDryRun else { return try connection.rollBackWrite() }
    try table.removeAll()
    try rejected.removeAll()
    try connection.requireFileInPlace()
    try connection.commitWrite()
  }

  /// Rolls back everything that has not been committed.
  ///
  /// Ignores errors, because closing the connection also rolls back.
  func abandon() {
    try? connection.rollBackWrite()
  }
}
