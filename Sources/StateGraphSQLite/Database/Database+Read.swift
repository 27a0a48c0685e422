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
    guard isCommitting.load(ordering: .sequentiallyConsistent), !turn.isHeldByCurrentThread else {
      return
    }
    commitGate.lock()
    commitGate.unlock()
  }

  /// Runs `body` as if this thread were in no snapshot.
  package func outsideSnapshot<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let snapshot else { return try body() }
    snapshots.end()
    defer { snapshots.begin(snapshot) }
    return try body()
  }

  private func beginSnapshot(on connection: Connection) throws(DatabaseError) {
    try connection.run("BEGIN")
    do {
      // BEGIN alone fixes nothing; the first read does.
      let count = try commitGate.withLock { () throws(DatabaseError) in
        _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
        return commitCount.load(ordering: .relaxed)
      }
      snapshots.begin(Snapshot(connection, commitCount: count))
    } catch {
      endSnapshot(on: connection)
      throw error
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
