/// Writes the commits of one writer connection to the commit log, a table in the database file.
///
/// Commits are logged only while other processes read the log. Only the thread that holds the
/// connection may use this object.
final class CommitLogWriter {
  /// Whether the changes of the open transaction will be written to the commit log.
  private(set) var isLogging = false
  /// The schema version at which this object began to record the changes of all tables.
  ///
  /// Nil if the changes of some tables may not be recorded.
  private var watchedSchema: SQLiteValue?
  private var hasTable = false
  private var unprunedCount = 0

  /// The number of logged commits after which old rows of the commit log are deleted.
  ///
  /// A row is old if every process that reads the log has read the row.
  private static let pruningInterval = 64

  /// Decides whether the changes of the transaction will be written to the commit log.
  ///
  /// Call this at the beginning of a transaction that holds SQLite's write lock and has changed
  /// nothing.
  func begin(on writer: WriterConnection) throws(DatabaseError) {
    let isFollowed = writer.writeLock?.isFollowed == true
    writer.beginRecording(isFollowed: isFollowed)
    isLogging = writer.isRecordingChanges && isFollowed
    guard isLogging else { return }
    // Another process may have created a table since the last logged transaction.
    let schema = try writer.firstValue("PRAGMA schema_version")
    guard schema != watchedSchema else { return }
    for table in try SchemaReader(writer).tables() { try writer.changeLog.watch(table, on: writer) }
    // The nodes of undo logs in other processes follow the steps.
    if let steps = try SchemaReader(writer).table(LibraryTable.undo), !steps.isVirtual {
      try writer.changeLog.watch(steps, on: writer)
    }
    hasTable = try CommitLog.exists(on: writer)
    watchedSchema = schema
  }

  /// Writes the changes of the open transaction to the commit log.
  ///
  /// Call this immediately before COMMIT.
  ///
  /// - Parameters:
  ///   - changeSet: Everything that the transaction has changed.
  ///   - writer: The connection of the transaction.
  /// - Returns: The `id` of the new row in the commit log. Nil if no other process reads the log,
  ///   or if the transaction has changed nothing.
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

  /// Forgets what is known about the schema, because the rollback may have removed a table.
  func didRollBack() {
    (hasTable, watchedSchema) = (false, nil)
  }
}
