/// The next write of a database, reserved for one thread: no other thread of this process can write
/// until that write has ended, or until ``end(_:)``.
package struct WriteReservation {
  private let writerLock: WriterLock
  private let thread: UInt

  /// Reserves the next write for this thread.
  ///
  /// Returns nil inside a write, inside a snapshot and in a read-only database, and if this thread
  /// is inside a long write of another database.
  package init?(in database: Database) {
    guard database.snapshot == nil, database.configuration.access == .readWrite else { return nil }
    writerLock = database.writerLock
    let timeout = database.configuration.busyTimeout
    guard let thread = try? writerLock.reserve(orFailAfter: timeout) else { return nil }
    self.thread = thread
  }

  /// Calls `body`, which may make the reserved write, and then lets other threads write.
  ///
  /// The thread may be another one than that of the reservation.
  package func end(_ body: () -> Void) {
    writerLock.claim(from: thread)
    body()
    writerLock.endReservation()
  }
}
