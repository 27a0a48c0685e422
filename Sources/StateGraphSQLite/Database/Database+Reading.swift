extension Database {
  /// Runs `body` so that everything that it reads belongs to one commit: SQL, the properties of
  /// entities, and their relationships. Other threads may commit meanwhile; `body` does not see it.
  ///
  /// Without it, two successive reads may belong to two commits. Inside `write` it
  /// changes nothing, because the transaction is a snapshot. The graph remembers nothing of the
  /// read: a `Computed` is evaluated for this read alone.
  ///
  /// A database in memory has one connection, so there a snapshot holds up writers.
  ///
  /// - Parameter body: Reads on this thread.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``DatabaseError`` where SQLite refuses, and `.misuse` for a
  ///   write in `body`.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    try snapshots.read(in: self, body)
  }

  /// Brings everything live up to date with the commits of other processes, and returns when it is.
  ///
  /// A program rarely needs this. The kernel reports writes to the file, each write begins with the
  /// newest commit, and a query that sees more than what is live waits. Call it after another
  /// process has told you that it has finished. Inside `write` and ``read(_:)`` it does nothing.
  /// Observers are called on this thread, as by a write.
  ///
  /// - Throws: `.busy` where another thread writes for longer than ``Configuration/busyTimeout``;
  ///   what SQLite returns.
  public func catchUp() throws {
    try foreignCommits.catchUp(in: self)
  }

  /// Lends the connection that this thread reads from: inside a write the writer, after deferred
  /// writes have run; inside a snapshot its connection; elsewhere one that sees the last commit.
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

  /// Reads the newest commit while no other commit can come: on the writer, or on a reader where
  /// the database is read-only.
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

  /// Reads the last commit, even inside a write. Returns nil in memory, where there is no second
  /// connection.
  package func readLastCommit<Result>(_ body: (Connection) throws -> Result?) throws -> Result? {
    guard let readers else { return nil }
    return try readers.withConnection(body)
  }

  /// Returns once everything live includes what this thread has just read through
  /// ``withReader(_:)``. Between COMMIT and its publication, a SELECT sees more than what is live,
  /// and the caller would otherwise use values of two commits together.
  package func waitForPublication() {
    guard !writerLock.isHeldByCurrentThread else { return }
    publisher.waitUntilPublished()
    foreignCommits.waitUntilPublished(in: self)
  }

  /// Runs `body` as if this thread were in no snapshot.
  package func outsideSnapshot<Result>(_ body: () throws -> Result) rethrows -> Result {
    try snapshots.outside(body)
  }

  /// The snapshot of this thread, or nil.
  package var snapshot: Snapshot? { snapshots.current }

  /// The number of commits so far, including the one that is being published.
  package var commitNumber: UInt64 { publisher.count }

  /// Whether another process has committed what is not live yet. Reads shared memory twice and runs
  /// no SQL.
  package var isBehind: Bool { foreignCommits.isBehind(in: self) }
}
