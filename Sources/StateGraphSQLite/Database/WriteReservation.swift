/// The next write of a database, reserved for one thread: no other thread of this process and no
/// other process can write until that write has ended, or until ``end(_:)``.
package struct WriteReservation {
  private let database: Database
  private let thread: UInt
  /// The rest of publishing the commits of other processes.
  private let publication: WriteEnd

  /// Reserves the next write for this thread, and publishes the commits of other processes.
  ///
  /// Returns nil inside a write, inside a snapshot and in a read-only database, and if this thread
  /// is inside a long write of another database.
  package init?(in database: Database) {
    guard database.snapshot == nil, database.configuration.access == .readWrite else { return nil }
    var publication = WriteEnd()
    let thread = try? database.writerLock.reserve(orFailAfter: database.configuration.busyTimeout) {
      publication = database.foreignCommits.excludeOthers(in: database)
    }
    guard let thread else { return nil }
    (self.database, self.thread, self.publication) = (database, thread, publication)
  }

  /// Calls `body`, which may make the reserved write, and then lets others write.
  ///
  /// The thread may be another one than that of the reservation.
  package func end(_ body: () -> Void) {
    let lock = database.writerLock
    lock.claim(from: thread)
    body()
    // A write has released this lock itself.
    if lock.isReservedByCurrentThread { database.writers.writer?.writeLock?.release() }
    lock.endReservation()
    var publication = publication
    // A failed flush concerns the commits of other processes only.
    try? publication.finish(in: database)
  }
}
