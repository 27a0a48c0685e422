/// Closes the connections of a database.
package struct DatabaseClosing {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// Waits for an open write of another thread, and closes the database.
  ///
  /// The calling thread must not hold the writer lock. A second call does nothing.
  func close() {
    database.readers?.close()
    database.writerLock.acquire()
    closeHoldingWriterLock()
  }

  /// Closes the database, unless a write is open on any thread.
  ///
  /// A test must not wait for ever for a write that it has forgotten.
  ///
  /// - Returns: False if a write is open. The database is then still open.
  package func closeIfIdle() -> Bool {
    guard database.writerLock.tryAcquire() else { return false }
    database.readers?.close()
    closeHoldingWriterLock()
    return true
  }

  private func closeHoldingWriterLock() {
    let isFirst = database.writers.close()
    let tracker = database.foreignCommits.stop()
    database.writerLock.release()
    tracker?.end()
    guard isFirst else { return }
    database.temporaryFolder?.remove()
    database.observer?.databaseDidClose()
  }
}
