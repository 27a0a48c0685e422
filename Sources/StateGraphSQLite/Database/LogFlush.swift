/// Flushes the log of a file to the disk, so that all returned writes survive a power loss.
///
/// Other programs may write the file with less durability than this one. A checkpoint flushes the
/// commits that it moves from the log into the file
/// (<https://sqlite.org/pragma.html#pragma_synchronous>).
package struct LogFlush {
  private let database: Database

  package init(of database: Database) { self.database = database }

  /// Flushes the log. After a failed flush, a later call first writes the log again, because a
  /// second flush would succeed without the lost data.
  ///
  /// Call this outside of a write. It holds the writer lock only to write the log again, not while
  /// it waits for the flush.
  ///
  /// - Throws: `.notDurable` if the disk could not be flushed. The errors of
  ///   ``WriterLog/storeIfInDoubt()``. `.busy` if the lock of another process is held for
  ///   longer than the busy timeout.
  package func run() throws(DatabaseError) {
    guard database.location != .memory else { return }
    if let number = try request() {
      try database.transactions.groupCommit.wait(through: number)
    }
  }

  private func request() throws(DatabaseError) -> UInt64? {
    try database.writerLock.acquire(orFailAfter: database.configuration.busyTimeout)
    defer { database.writerLock.release() }
    return try database.transactions.groupCommit.requestFlush(in: database)
  }
}
