import Logging
import StateGraphThreads
import Synchronization

extension Database {
  /// Runs `body` with everything that it reads of one commit: SQL, the properties of entities,
  /// their relationships. Commits of other threads go on meanwhile, and are not seen.
  ///
  /// Without it, two reads one after the other may be of two commits. Inside ``write(_:)`` it adds
  /// nothing: the transaction is a snapshot. Nothing in it is remembered by the graph: a `Computed`
  /// is computed for this read alone.
  ///
  /// A database in memory has one connection: there, a snapshot holds up the writers.
  ///
  /// - Throws: What `body` throws; ``DatabaseError`` where SQLite refuses. Writing inside it is
  ///   `.misuse`.
  public func read<Result>(_ body: () throws -> Result) throws -> Result {
    if isWriting || snapshot != nil { return try body() }
    guard let readers else { return try holdingTurn { _ in try body() } }
    return try readers.withConnection { connection in
      try beginSnapshot(on: connection)
      if let observer { snapshot?.begin(for: observer) }
      defer {
        snapshot?.end()
        snapshots.end()
        endSnapshot(on: connection)
      }
      return try body()
    }
  }

  /// The snapshot that this thread is in, or nil.
  package var snapshot: Snapshot? { snapshots.current }

  /// The number of commits so far, the one that is being published included.
  package var commitNumber: UInt64 { commitCount.load(ordering: .relaxed) }

  /// Returns when what this thread has just read through ``withReader(_:)`` is no newer than what
  /// is live. Between COMMIT and the publication of what it changed, a SELECT is ahead of it;
  /// whoever went on with that would see two commits at once.
  package func waitForPublication() {
    guard !turn.isHeldByCurrentThread else { return }
    if isCommitting.load(ordering: .sequentiallyConsistent) {
      commitGate.lock()
      commitGate.unlock()
    }
    waitForFollowing()
  }

  /// Runs `body` as if this thread were in no snapshot.
  package func outsideSnapshot<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let snapshot else { return try body() }
    snapshots.end()
    defer { snapshots.begin(snapshot) }
    return try body()
  }

  private func beginSnapshot(on connection: Connection) throws {
    do throws {
      for _ in 0..<Database.snapshotLimit {
        if let count = try begin(connection) {
          return snapshots.begin(Snapshot(connection, commitCount: count))
        }
        // It has seen what others have committed, and what is live has not.
        endSnapshot(on: connection)
        waitForFollowing()
      }
      // They keep committing: while this database has the write lock they cannot.
      let count: UInt64? = try holdingWriteLock { () throws(DatabaseError) in
        try begin(connection)
      }
      snapshots.begin(Snapshot(connection, commitCount: count ?? commitNumber))
    } catch {
      endSnapshot(on: connection)
      throw error
    }
  }

  /// How often others may commit between two looks at what is live.
  private static var snapshotLimit: Int { 20 }

  /// Begins a transaction that reads what is live. Nil where it reads more.
  private func begin(_ connection: Connection) throws(DatabaseError) -> UInt64? {
    try connection.run("BEGIN")
    return try commitGate.withLock { () throws(DatabaseError) in
      // BEGIN alone fixes nothing; the first read does.
      _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
      // Where what is live is the newest commit after that, it was so when it was read.
      if let following = currentFollowing, following.newest != following.published { return nil }
      return commitCount.load(ordering: .relaxed)
    }
  }

  private func endSnapshot(on connection: Connection) {
    do {
      if !connection.isAutocommit { try connection.run("COMMIT") }
    } catch {
      configuration.logger.error("a snapshot could not be ended: \(error)")
    }
  }
}
