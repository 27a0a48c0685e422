import CSQLite

/// Runs ``Database/vacuum()``.
///
/// VACUUM is a commit that no log contains, because it is no part of a transaction. This database
/// counts it as its own commit without changes. Other processes read their live values again, as
/// after each commit that is not logged.
struct DatabaseVacuum {
  private let database: Database

  init(of database: Database) { self.database = database }

  func run() throws {
    let lock = database.writerLock
    guard !lock.isHeldByCurrentThread, database.snapshot == nil else {
      throw DatabaseError(
        .misuse,
        "A file cannot be rebuilt inside a write or a read of its database.",
        remedy: "Call vacuum() after it."
      )
    }
    guard database.configuration.access == .readWrite else {
      throw DatabaseError.databaseIsReadOnly
    }
    try lock.acquire(orFailAfter: database.configuration.busyTimeout)
    var end = database.foreignCommits.excludeOthers(in: database)
    // A failed flush concerns the commits of other processes only.
    defer { try? end.finish(in: database) }
    defer { lock.release() }
    let writer = try database.writers.require(in: database)
    let tracker = database.foreignCommits.lockedTracker
    defer { if writer.endWrite(movesLog: true) { tracker?.logWasEmptied() } }
    try writer.vacuum()
    tracker?.didCommit(loggedAs: nil)
    publishRowIDs(of: writer, ending: &end)
  }

  /// Makes live SQL read the tables again whose rows may have got other rowids.
  private func publishRowIDs(of writer: WriterConnection, ending end: inout WriteEnd) {
    let changes = writer.changeLog.changedRowIDs
    guard !changes.isEmpty, let observer = database.observers.locked else { return }
    observer.writeWillBegin()
    (end.observer, end.endCount) = (observer, end.endCount + 1)
    observer.willCommit(changes, in: database)
    // `publish` throws only errors of COMMIT, and this call runs no COMMIT.
    try? database.publisher.publish(changes, on: writer, in: database)
  }

  /// Runs `VACUUM` or `VACUUM INTO`, which must not be part of a transaction.
  static func run(_ statement: SQL, on connection: Connection) throws(DatabaseError) {
    // VACUUM attaches a database itself, which no other statement may do.
    let limit = sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { sqlite3_limit(connection.handle, SQLITE_LIMIT_ATTACHED, limit) }
    // SQLite runs the statements of the schema again.
    try connection.copyingSchema { () throws(DatabaseError) in try connection.run(statement) }
  }
}

extension WriterConnection {
  /// Rebuilds the file of the connection. The caller then calls ``endWrite(movesLog:)``.
  ///
  /// - Throws: `.busy` if another process writes for longer than the busy timeout. `.fileMoved` if
  ///   the files of the database are not at their paths any more. Also the errors of VACUUM.
  fileprivate func vacuum() throws(DatabaseError) {
    _ = try writeLock?.acquire(orFailAfter: busyTimeout)
    try placement?.require()
    defer { changeLog.clear() }
    do throws(DatabaseError) {
      try DatabaseVacuum.run("VACUUM", on: self)
    } catch {
      if FlushFailure(ofCommit: error) != nil { logCondition = .failed }
      throw error
    }
  }
}
