/// Writes the commits of one writer connection to the commit log, while other processes follow the
/// file.
///
/// Confined to the holder of the connection.
final class CommitLogWriter {
  /// Whether the open transaction is logged.
  private(set) var isLogging = false
  /// The version of the schema whose tables the change log watches, all of them; nil if it does
  /// not watch all tables.
  private var watchedSchema: SQLiteValue?
  private var hasTable = false
  private var unprunedCount = 0

  /// How many commits are logged before rows that every follower has read are deleted.
  private static let pruningInterval = 64

  /// Decides whether to log the transaction. Call at the beginning of a transaction that holds the
  /// write lock and has changed nothing.
  func begin(on writer: WriterConnection) throws(DatabaseError) {
    let isFollowed = writer.sharingFile?.hasOtherFollowers == true
    writer.beginRecording(isFollowed: isFollowed)
    isLogging = writer.isRecordingChanges && isFollowed
    guard isLogging else { return }
    // Another process may have created a table since.
    let schema = try writer.firstValue("PRAGMA schema_version")
    guard schema != watchedSchema else { return }
    for table in try SchemaReader(writer).tables() { try writer.changeLog.watch(table, on: writer) }
    hasTable = try CommitLog.exists(on: writer)
    watchedSchema = schema
  }

  /// Logs the open transaction. Call immediately before COMMIT.
  ///
  /// - Parameters:
  ///   - changeSet: Everything that the transaction has changed.
  ///   - writer: The connection of the transaction.
  /// - Returns: The number of the row in the log; nil if no process follows the file, or the
  ///   transaction has changed nothing.
  func log(_ changeSet: ChangeSet, on writer: WriterConnection) throws(DatabaseError) -> Int64? {
    guard isLogging, let mark = writer.walIndex?.newest,
      !changeSet.isEmpty || writer.changeLog.mayHaveWritten
    else { return nil }
    if !hasTable {
      try CommitLog.create(on: writer)
      hasTable = true
    }
    let id = try CommitLog.append(changeSet, counter: mark.successor.counter, on: writer)
    unprunedCount += 1
    if unprunedCount >= CommitLogWriter.pruningInterval {
      unprunedCount = 0
      let position = writer.sharingFile?.positionOfSlowestFollower
      try CommitLog.forget(through: position ?? id, on: writer)
    }
    return id
  }

  /// Forgets the known schema, because the rollback may have removed a table.
  func didRollBack() {
    (hasTable, watchedSchema) = (false, nil)
  }
}
