/// Writes the commits of one writer connection to the commit log, a table in the database file.
///
/// Commits are logged while other processes read the log, and always in a replicated file. Only the
/// thread that holds the connection may use this object.
final class CommitLogWriter {
  /// Writes the log of a replicated file, which contains each commit.
  let outbox = OutboxWriter()
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
    try outbox.begin(on: writer)
    let isFollowed = writer.writeLock?.isFollowed == true || outbox.isReplicated
    if writer.recording == .whereFollowed { writer.setRecording(isFollowed) }
    isLogging = writer.isRecordingChanges && isFollowed
    guard isLogging else { return }
    try watchTables(on: writer)
  }

  /// Makes the log contain the open transaction, which has changed nothing yet and will make the
  /// file a replica or end this.
  func replicationWillChange(on writer: WriterConnection) throws(DatabaseError) {
    isLogging = writer.isRecordingChanges
    try watchTables(on: writer)
  }

  /// Reads the changed tables of the replica and the log, which has been replaced.
  func replicationDidChange(on writer: WriterConnection) throws(DatabaseError) {
    outbox.didRollBack()
    try outbox.load(nil, on: writer)
    // The new row of a replica was inserted before, so that it counts as changed.
    try watchLibraryTables(on: writer)
    hasTable = true
  }

  /// Records the changes of all tables, and finds the table of the log.
  private func watchTables(on writer: WriterConnection) throws(DatabaseError) {
    // Another process may have created a table since the last logged transaction.
    let schema = try writer.firstValue("PRAGMA schema_version")
    guard schema != watchedSchema else { return }
    for table in try SchemaReader(writer).tables() { try writer.changeLog.watch(table, on: writer) }
    try watchLibraryTables(on: writer)
    hasTable = try CommitLog.exists(on: writer)
    watchedSchema = schema
  }

  /// Records that rows of undo logs and of a replica change, which their nodes follow.
  private func watchLibraryTables(on writer: WriterConnection) throws(DatabaseError) {
    for name in [LibraryTable.undo, LibraryTable.replica, LibraryTable.refused] {
      guard let table = try SchemaReader(writer).table(name), !table.isVirtual else { continue }
      try writer.changeLog.watch(table, on: writer)
    }
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
      !changeSet.isEmpty || writer.changeLog.mayHaveWritten || outbox.isEntryRequired
    else { return nil }
    let counter = mark.successor.counter
    if outbox.isReplicated {
      let id = try outbox.log(changeSet, counter: counter, on: writer)
      try prune(through: id, on: writer)
      return id
    }
    if !hasTable {
      try CommitLog.create(on: writer)
      hasTable = true
    }
    let id = try CommitLog.append(changeSet, counter: counter, on: writer)
    try prune(through: id, on: writer)
    return id
  }

  /// Deletes old rows of the log after every ``pruningInterval`` commits.
  private func prune(through id: Int64, on writer: WriterConnection) throws(DatabaseError) {
    unprunedCount += 1
    guard unprunedCount >= CommitLogWriter.pruningInterval else { return }
    unprunedCount = 0
    let position = writer.sharingFile?.positionOfSlowestFollower
    if outbox.isReplicated {
      try outbox.forget(through: position ?? id, on: writer)
    } else {
      try CommitLog.forget(through: position ?? id, on: writer)
    }
  }

  /// Forgets what is known about the schema, because the rollback may have removed a table.
  func didRollBack() {
    (hasTable, watchedSchema) = (false, nil)
    outbox.didRollBack()
  }
}
