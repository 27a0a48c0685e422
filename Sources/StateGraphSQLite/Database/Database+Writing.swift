extension Database {
  /// Runs `body` as one transaction.
  ///
  /// If `body` succeeds, all its changes are committed, and entities and live queries have the same
  /// values as the file when this method returns. If `body` throws, its changes are undone.
  ///
  /// A `write` inside another `write` of the same thread is a savepoint. If the inner `body`
  /// throws, only its changes are undone, and the outer transaction can continue. Other threads
  /// wait with their writes until the outermost write has ended, and read the file as before it.
  ///
  /// With ``Durability/full``, a write that has changed a row survives a power failure when this
  /// method returns, and so do all commits that it may have read.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for traces in Studio.
  ///   - line: The line of the call.
  ///   - body: The writes and reads of the transaction. Runs on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. Also the first error of an assignment in `body`, because an
  ///   assignment itself cannot throw. ``DatabaseError`` if SQLite reports an error. It is
  ///   `.fileMoved` if a file of the database was deleted, moved or replaced. After an error, the
  ///   file and the objects in memory are as they were before, except after `.notDurable`, which
  ///   leaves the write in both.
  @discardableResult
  public func write<Result>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: () throws -> Result
  ) throws -> Result {
    try WriteSession(of: self, from: WritePlace(fileID, line: line)).run(body)
  }

  /// Runs `body` as one transaction, and suspends the task while other threads write.
  ///
  /// `body` runs on a thread of the database. It is therefore not on the task's actor and has no
  /// task-local values. All reads and writes in `body` are part of the transaction. Asynchronous
  /// writes begin in the order in which they were requested. If the task is cancelled before its
  /// write begins, the method immediately throws `CancellationError` and writes nothing. A write
  /// that has begun always runs to its end. With ``Durability/full``, a write can begin before an
  /// earlier one has returned. They return in the order in which they were requested. `body` may
  /// wait for an earlier write to return, unless the observers of that write wait for `body` by
  /// writing to the database.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for traces in Studio.
  ///   - line: The line of the call.
  ///   - body: The writes and reads of the transaction.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`, `CancellationError`, or ``DatabaseError`` if SQLite reports an
  ///   error.
  @discardableResult
  public func write<Result: Sendable>(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await PendingWrite<Result>().run(body, from: WritePlace(fileID, line: line), in: self)
  }

  /// Runs a write that cannot throw, such as an assignment to a property, in this thread's open
  /// transaction or in one of its own. If it fails inside an open transaction, that transaction is
  /// undone, and its `write` throws the error. Otherwise ``Configuration/onWriteFailure`` gets it.
  ///
  /// - Returns: Whether the write succeeded.
  @discardableResult
  package func writeWithoutThrowing(_ body: () throws -> Void) -> Bool {
    WriteSession(of: self, from: .library).runWithoutThrowing(body)
  }

  /// Makes this thread's open write, if there is one, undo its transaction and throw `error`.
  package func failTransaction(_ error: any Error) {
    if isWriting { transactions.fail(with: error) }
  }

  /// Whether this thread has an open `write`, to which its reads and writes then belong.
  package var isWriting: Bool { writerLock.isHeldByCurrentThread && transactions.isOpen }

  /// Returns the writer connection of this thread's open write, for the time of this write only.
  /// Throws `.misuse` outside of a write.
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
