/// Logs what one writer connection commits, for other processes that follow the file: nothing where
/// nobody does.
///
/// Confined to the holder of the connection.
final class CommitLogger {
  /// Whether the open transaction is logged.
  private(set) var isLogging = false
  /// The schema all of whose tables the connection's change log watches; nil where it does not.
  private var watchedSchema: SQLiteValue?
  private var hasTable = false
  private var unprunedCount = 0

  /// How many commits are logged between two looks at what can be forgotten.
  private static let pruningInterval = 64

  /// Asks who follows the file: call at the beginning of a transaction that has the write lock and
  /// has changed nothing.
  func begin(on writer: Connection) throws(DatabaseError) {
    let isFollowed = writer.sharingFile?.hasOtherFollowers == true
    writer.beginRecording(isFollowed: isFollowed)
    isLogging = writer.isRecordingChanges && isFollowed
    guard isLogging, let changeLog = writer.changeLog else { return }
    // Of a table that another process has made nobody tells.
    let schema = try writer.firstValue("PRAGMA schema_version")
    guard schema != watchedSchema else { return }
    for table in try SchemaReader(writer).tables() { try changeLog.watch(table, on: writer) }
    hasTable = try CommitLog.exists(on: writer)
    watchedSchema = schema
  }

  /// Logs the open transaction as its last act.
  ///
  /// - Parameter changeSet: All that it has changed.
  /// - Returns: The number of its row; nil where nobody follows, or it has changed nothing.
  func log(_ changeSet: ChangeSet, on writer: Connection) throws(DatabaseError) -> Int64? {
    guard isLogging, let mark = writer.walIndex?.newest,
      !changeSet.isEmpty || writer.changeLog?.mayHaveWritten == true
    else { return nil }
    if !hasTable {
      try CommitLog.create(on: writer)
      hasTable = true
    }
    let id = try CommitLog.append(changeSet, counter: mark.successor.counter, on: writer)
    unprunedCount += 1
    if unprunedCount >= CommitLogger.pruningInterval {
      unprunedCount = 0
      let position = writer.sharingFile?.positionOfSlowestFollower
      try CommitLog.forget(through: position ?? id, on: writer)
    }
    return id
  }

  /// What the transaction has made may be gone, or what others have made be there.
  func didRollBack() {
    (hasTable, watchedSchema) = (false, nil)
  }
}
