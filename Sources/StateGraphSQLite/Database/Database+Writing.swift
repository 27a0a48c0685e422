extension Database {
  /// Runs `body` as one transaction: afterwards the file has all of its changes, and everything
  /// live is updated once, or nothing has changed.
  ///
  /// Inside another `write` of the same thread it is a savepoint: if the inner `body` throws, its
  /// changes are undone and the outer transaction goes on. Other threads wait until this thread has
  /// finished writing. Reads on other threads see the file as it was before, until this method
  /// returns; then every live node equals a fresh query.
  ///
  /// - Parameter body: Writes and reads on this thread that belong to the transaction.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; the first failure of a write in it that cannot throw;
  ///   ``DatabaseError`` where SQLite refuses. After an error, the file and memory are as before.
  @discardableResult
  public func write<Result>(_ body: () throws -> Result) throws -> Result {
    try transactions.write(in: self, body)
  }

  /// Runs `body` as one transaction, and suspends the task while other threads write.
  ///
  /// `body` runs on a thread of the database: not on the task's actor, and without its task-local
  /// values. Reads and writes in it belong to the transaction. Asynchronous writes begin in the
  /// order in which they were requested. A task that is cancelled before its write begins throws
  /// `CancellationError` at once, and nothing is written; a write that has begun is finished.
  ///
  /// - Parameter body: Writes and reads that belong to the transaction.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError`; ``DatabaseError`` where SQLite refuses.
  @discardableResult
  public func write<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await PendingWrite<Result>().run(body, in: self)
  }

  /// Runs a write that cannot throw, inside this thread's open transaction or as its own.
  ///
  /// A failure inside a transaction undoes it and is thrown at its end. A failure outside goes to
  /// ``Configuration/onWriteFailure``.
  ///
  /// - Returns: Whether the write succeeded.
  @discardableResult
  package func writeWithoutThrowing(_ body: () throws -> Void) -> Bool {
    transactions.writeWithoutThrowing(in: self, body)
  }

  /// Makes the open write fail: its end undoes it and throws the first failure.
  package func failTransaction(_ error: any Error) {
    if isWriting { transactions.fail(with: error) }
  }

  /// Whether this thread is inside `write`.
  package var isWriting: Bool { writerLock.isHeldByCurrentThread && transactions.isOpen }

  /// The connection of this thread's open write. Writes that entities have deferred may not have
  /// run on it yet. Do not keep it.
  ///
  /// - Throws: `.misuse` outside of a write.
  package func writerOfTransaction() throws(DatabaseError) -> Connection {
    guard isWriting else {
      throw DatabaseError(.misuse, "The writer connection is only available inside a write.")
    }
    return try writers.requireOpenTransaction(in: self)
  }

  /// Lends the connection of ``writerOfTransaction()`` to `body`.
  package func withWriter<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try body(writerOfTransaction())
  }
}
