/// Closes the connections of a database and deletes its temporary folder. Used by
/// ``Database/close()`` and by tests.
package struct DatabaseClosing {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Closes the database. If another thread has an open write, waits until that write ends. A
  /// second call does nothing.
  ///
  /// - Throws: `.misuse` inside a write of this thread.
  func close() throws(DatabaseError) {
    guard !database.writerLock.isHeldByCurrentThread else {
      throw DatabaseError(
        .misuse,
        "A database cannot be closed inside its own write.",
        remedy: "Close it after the write."
      )
    }
    database.readers?.close()
    database.writerLock.acquire()
    closeHoldingWriterLock()
  }

  /// Closes the database, unless a write is open on any thread. Tests use this method, because a
  /// test must not wait forever for a write that it has forgotten to end.
  ///
  /// - Returns: False if a write is open. The database is then still open.
  package func closeIfIdle() -> Bool {
    guard database.writerLock.tryAcquire() else { return false }
    database.readers?.close()
    closeHoldingWriterLock()
    return true
  }

  private func closeHoldingWriterLock() {
    // The writes that wait for a flush get it now, because the connection for flushes closes. The
    // connection that closes last moves the log into the file.
    database.transactions.groupCommit.end(beforeClosing: database.writers.writer)
    let isFirst = database.writers.close()
    let tracker = database.foreignCommits.stop()
    database.writerLock.release()
    tracker?.end()
    guard isFirst else { return }
    database.temporaryFolder?.remove()
    database.observer?.databaseDidClose()
  }
}
