extension Database {
  /// Runs `body`, in which all reads see the same commit: SQL queries, properties of entities, and
  /// their relationships. Other threads may commit meanwhile, but `body` does not see their
  /// commits.
  ///
  /// Outside of `read`, two successive reads may see two different commits. Inside `write`, this
  /// method only calls `body`, because reads in a transaction already see one state. In `body`, a
  /// `Computed` is evaluated again and its result is not stored.
  ///
  /// A database in memory has only one connection, so its writers wait until `body` returns.
  ///
  /// - Parameter body: Reads on this thread.
  /// - Returns: The result of `body`.
  /// - Throws: The errors of `body`. ``DatabaseError`` if SQLite reports an error, and `.misuse` if
  ///   `body` writes.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    try snapshots.read(in: self, body)
  }

  /// Updates entities and live queries to the newest commit of other processes, and returns when
  /// this is done.
  ///
  /// A program rarely needs this, because the library already watches the file for commits of other
  /// processes, and each write begins by reading them. Call this method after another process has
  /// told you that it has finished writing. Inside `write` and ``read(_:)`` it does nothing. It
  /// calls observers on this thread, as a write does.
  ///
  /// - Throws: `.busy` if another thread writes for longer than ``Configuration/busyTimeout``. Also
  ///   the errors of SQLite.
  public func catchUp() throws {
    try foreignCommits.catchUp(in: self)
  }

  /// Lends `body` the connection from which this thread reads. Inside a write it is the writer, and
  /// deferred writes have run. Inside a snapshot it is the snapshot's connection. Elsewhere it is a
  /// connection that sees the last commit.
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

  /// Reads the newest commit, with the writer lock held so that no other thread can commit. If the
  /// database is read-only, reads on a reader without the lock.
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

  /// Reads the last commit, even inside a write. Returns nil for a database in memory, because it
  /// has no second connection for reading.
  package func readLastCommit<Result>(_ body: (Connection) throws -> Result?) throws -> Result? {
    guard let readers else { return nil }
    return try readers.withConnection(body)
  }

  /// Waits until entities and queries in memory include the commits that this thread has just read
  /// through ``withReader(_:)``. A SELECT can see a commit before memory is updated to it. Without
  /// waiting, the caller would combine values of two commits.
  package func waitForPublication() {
    guard !writerLock.isHeldByCurrentThread else { return }
    publisher.waitUntilPublished()
    foreignCommits.waitUntilPublished(in: self)
  }

  /// Runs `body` as if this thread had no open snapshot.
  package func outsideSnapshot<Result>(_ body: () throws -> Result) rethrows -> Result {
    try snapshots.outside(body)
  }

  /// The open snapshot of this thread, or nil.
  package var snapshot: Snapshot? { snapshots.current }

  /// The number of commits so far, including a commit to which memory is being updated now.
  package var commitNumber: UInt64 { publisher.count }

  /// Whether another process has made a commit that entities and queries in memory do not include
  /// yet. Cheap: it reads shared memory twice and runs no SQL.
  package var isBehind: Bool { foreignCommits.isBehind(in: self) }
}
