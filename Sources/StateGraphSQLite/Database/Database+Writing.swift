import Logging

extension Database {
  /// Runs `body` as one transaction.
  ///
  /// If `body` succeeds, all its changes are committed, and entities and live queries are updated
  /// once. If `body` throws, its changes are undone.
  ///
  /// A `write` inside another `write` of the same thread is a savepoint. If the inner `body`
  /// throws, only its changes are undone, and the outer transaction can continue. Other threads
  /// that want to write wait until the outermost write has ended. Reads on other threads see the
  /// file as it was before the write.
  ///
  /// When this method returns, entities and live queries have the same values as the file. With
  /// ``Durability/full``, the write and all commits that it may have read survive a power failure.
  ///
  /// - Parameter body: The writes and reads of the transaction. Runs on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. Also the first error of an assignment in `body`, because an
  ///   assignment itself cannot throw. ``DatabaseError`` if SQLite reports an error. It is
  ///   `.fileMoved` if a file of the database was deleted, moved or replaced. After an error, the
  ///   file and the objects in memory are as they were before, except after `.notDurable`, which
  ///   leaves the write in both.
  @discardableResult
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try transactions.write(in: self, body)
  }

  /// Runs `body` as one transaction, and suspends the task while other threads write.
  ///
  /// `body` runs on a thread of the database. It is therefore not on the task's actor and has no
  /// task-local values. All reads and writes in `body` are part of the transaction. Asynchronous
  /// writes begin in the order in which they were requested. With ``Durability/full``, a write can
  /// begin before an earlier one returns, because both share a flush of the disk. `body` must
  /// therefore not wait for another write to return.
  ///
  /// If the task is cancelled before its write begins, the method immediately throws
  /// `CancellationError` and writes nothing. A write that has begun always runs to its end.
  ///
  /// - Parameter body: The writes and reads of the transaction.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, `CancellationError`, or ``DatabaseError`` if SQLite reports an
  ///   error.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await PendingWrite<Result>().run(body, in: self)
  }

  /// Runs a write that cannot throw, such as an assignment to a property.
  ///
  /// The write is part of this thread's open transaction, or else a separate transaction. If it
  /// fails inside an open transaction, that transaction is undone, and its `write` throws the
  /// error. Otherwise the error is passed to ``Configuration/onWriteFailure``.
  ///
  /// - Returns: Whether the write succeeded.
  @discardableResult
  package func writeWithoutThrowing(_ body: () throws -> Void) -> Bool {
    transactions.writeWithoutThrowing(in: self, body)
  }

  /// Reports the error `.notDurable` of a write whose caller can only tell success from an undone
  /// write. The write is committed, so that it counts as a success.
  package func reportCommitted(_ error: any Error) {
    if let handler = configuration.onWriteFailure { return handler(error) }
    configuration.logger.error("A write is not durable: \(error)")
  }

  /// Makes this thread's open write throw `error` at its end, after its transaction was undone.
  /// Does nothing outside of a write.
  package func failTransaction(_ error: any Error) {
    if isWriting { transactions.fail(with: error) }
  }

  /// Whether this thread has an open `write` transaction on this database. If true, reads and
  /// writes of this thread are part of that transaction.
  package var isWriting: Bool { writerLock.isHeldByCurrentThread && transactions.isOpen }

  /// The number of writes of other threads that wait for the open write. The value may be outdated.
  package var waitingWriteCount: Int { writerLock.waitingCount }

  /// Returns the writer connection of this thread's open write. Do not keep it after the write.
  ///
  /// - Throws: `.misuse` outside of a write.
  package func writerOfTransaction() throws(DatabaseError) -> Connection {
    guard isWriting else {
      throw DatabaseError(.misuse, "The writer connection is only available inside a write.")
    }
    return try writers.requireOpenTransaction(in: self)
  }

  /// Calls `body` with the connection of ``writerOfTransaction()``.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try body(writerOfTransaction())
  }
}
