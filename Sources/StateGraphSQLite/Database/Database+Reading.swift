extension Database {
  /// Runs `body`, and makes all reads of this thread in `body` see the same commit.
  ///
  /// This includes SQL queries, properties of entities, and their relationships. Other threads may
  /// commit meanwhile, but `body` does not see their commits. Outside of this method, two
  /// successive reads may see two different commits.
  ///
  /// Inside `write`, this method only calls `body`, because reads in a transaction already see one
  /// state. Elsewhere, each `Computed` that `body` reads is evaluated anew and its result is not
  /// stored.
  ///
  /// - Parameter body: The reads. They run on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. ``DatabaseError`` if SQLite reports an error, and `.misuse` if
  ///   `body` writes.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    try snapshots.read(in: self, body)
  }

  /// Updates entities and live queries to the newest commit of other processes.
  ///
  /// A program rarely needs this method, because the library watches the file, and each write
  /// begins with the same update. The method calls observers on this thread. If the thread that
  /// watches the file has already read the commits, that thread calls them, perhaps after the
  /// method returns. Inside `write` and ``read(_:)``, the method does nothing.
  ///
  /// - Throws: `.busy` if another thread writes for longer than ``Configuration/busyTimeout``. Also
  ///   the errors of SQLite.
  public func catchUp() throws { try foreignCommits.catchUp(in: self) }

  /// Calls `body` with the connection from which this thread reads. Inside a write, this is the
  /// writer connection, and all delayed statements of the write run before `body`.
  package func withReader<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    if writerLock.isHeldByCurrentThread {
      if transactions.isOpen { observers.locked?.willUseTransaction() }
      return try body(writers.require(in: self))
    }
    if let snapshot { return try body(snapshot.connection) }
    guard let readers else { return try readHoldingWriterLock(body) }
    let result = try readers.withConnection(body)
    waitForPublication()
    return result
  }

  /// Calls `body` with the writer connection, while no other thread of this process can commit. In
  /// a read-only database, which has no writer connection, `body` gets a reader connection.
  package func readHoldingWriterLock<Result>(
    _ body: (Connection) throws -> Result
  ) throws -> Result {
    if configuration.access == .readOnly, let readers {
      return try readers.withConnection(body)
    }
    return try writerLock.hold(orFailAfter: configuration.busyTimeout) {
      try body(writers.require(in: self))
    }
  }

  /// Calls `body` with a connection that sees the last commit, without the changes of an open
  /// write. Returns nil, without calling `body`, for a database in memory, because it has no second
  /// connection.
  package func readLastCommit<Result>(_ body: (Connection) throws -> Result?) throws -> Result? {
    guard let readers else { return nil }
    return try readers.withConnection(body)
  }

  /// Waits until entities and queries in memory show the commits that this thread has just read.
  /// Without the wait, the caller could combine rows of a commit with older values in memory.
  package func waitForPublication() {
    guard !writerLock.isHeldByCurrentThread else { return }
    publisher.waitUntilPublished()
    foreignCommits.waitUntilPublished(in: self)
  }

  /// The view of one commit that ``read(_:)`` has opened on this thread. Nil outside of `read`.
  package var snapshot: Snapshot? { snapshots.current }

  /// The number of commits that entities and queries show, including a commit to which they are
  /// being updated now.
  package var commitNumber: UInt64 { publisher.count }
}
