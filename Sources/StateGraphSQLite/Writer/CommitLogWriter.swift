/// Writes the commits of one writer connection to the commit log, while other processes follow the
/// file.
///
/// Only the thread that holds the connection may use it.
final class CommitLogWriter {
  /// Whether the open transaction will be written to the commit log.
  private(set) var isLogging = false
  /// The version of the schema for which the change log watches all tables; nil if it does not
  /// watch all tables.
  private var watchedSchema: SQLiteValue?
  private var hasTable = false
  private var unprunedCount = 0

  /// The number of logged commits after which rows of the log that every follower has read are
  /// deleted.
  private static let pruningInterval = 64

  /// Decides whether to log the open transaction. Call at its beginning, when it holds the write
  /// lock and has changed nothing.
  func begin(on writer: WriterConnection) throws(DatabaseError) {
    let isFollowed = writer.sharingFile?.hasOtherFollowers == true
    writer.beginRecording(isFollowed: isFollowed)
    isLogging = writer.isRecordingChanges && isFollowed
    guard isLogging else { return }
    // Another process may have created a table since the last transaction.
    let schema = try writer.firstValue("PRAGMA schema_version")
    guard schema != watchedSchema else { return }
    for table in try SchemaReader(writer).tables() { try writer.changeLog.watch(table, on: writer) }
    hasTable = try CommitLog.exists(on: writer)
    watchedSchema = schema
  }

  /// Writes the open transaction to the commit log. Call immediately before COMMIT.
  ///
  /// - Parameters:
  ///   - changeSet: Everything that the transaction has changed.
  ///   - writer: The connection of the transaction.
  /// - Returns: The number of the row in the log. Nil if no process follows the file, or if the
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

  /// Forgets the known schema version after a rollback, because the rollback may have removed a
  /// table.
  func didRollBack() {
    (hasTable, watchedSchema) = (false, nil)
  }
}
