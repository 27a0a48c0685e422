/// The rest of an outermost write, after its transaction has ended and the writer lock was
/// released: waiting for the flush of the disk, and calling observers.
///
/// Use it on the thread that has run the write.
struct WriteEnd {
  /// The number of the commit for which the write must wait, see ``GroupCommit``. Nil if the write
  /// need not wait.
  var number: UInt64?
  /// The observer at the release of the writer lock, because the body of the write may have
  /// attached it.
  var observer: (any CommitObserver)?
  /// How often ``CommitObserver/writeWillBegin()`` was called.
  var endCount = 0

  /// Waits until the write is durable, and then calls observers. A second call does nothing.
  ///
  /// - Throws: `.notDurable` if the disk could not be flushed. Observers were called, because the
  ///   file and all live objects have the values of the commit.
  mutating func finish(in database: Database) throws(DatabaseError) {
    defer {
      callObservers()
      endCount = 0
    }
    try waitForFlush(in: database)
  }

  /// Waits until the write is durable. A second call does nothing.
  ///
  /// - Throws: `.notDurable` if the disk could not be flushed.
  mutating func waitForFlush(in database: Database) throws(DatabaseError) {
    guard let number else { return }
    self.number = nil
    try database.transactions.groupCommit.wait(through: number)
  }

  /// Calls observers. The write must be durable, or its flush must have failed.
  func callObservers() {
    for _ in 0..<endCount { observer?.writeDidEnd() }
  }
}
