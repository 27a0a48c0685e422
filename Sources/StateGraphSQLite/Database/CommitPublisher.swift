import Logging
import StateGraphThreads
import Synchronization

/// Updates the entities and queries in memory after each commit, which is called *publishing* the
/// commit.
///
/// After COMMIT has returned and before the commit is published, a SELECT on another thread already
/// sees the new rows, while entities and queries still have the old values. That thread waits here,
/// so that it never combines the two.
final class CommitPublisher: Sendable {
  /// Held from COMMIT until the commit is published, and while a snapshot begins.
  private let gate = Lock()
  /// Whether a commit that other threads may already read is not published yet. Written only while
  /// `gate` is held.
  private let publishing = Atomic<Bool>(false)
  /// The number of commits so far. Written only while `gate` is held.
  private let commitCount = Atomic<UInt64>(0)

  /// The number of commits so far, including the commit that is being published now.
  var count: UInt64 { commitCount.load(ordering: .relaxed) }

  /// Whether a commit that other threads may already read is not published yet.
  var isPublishing: Bool { publishing.load(ordering: .sequentiallyConsistent) }

  /// Waits until the commit that is being published now, if any, is published.
  func waitUntilPublished() {
    guard isPublishing else { return }
    gate.lock()
    gate.unlock()
  }

  /// Runs `body` while this database can neither commit nor publish a commit.
  func withoutPublication<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try gate.withLock(body)
  }

  /// Runs COMMIT and publishes the commit. Call it with the writer lock held.
  ///
  /// - Parameters:
  ///   - changeSet: What the commit has changed.
  ///   - writer: The connection that commits, or that reads the commit of another process.
  ///   - database: The database of the writer.
  ///   - commit: Runs COMMIT. Does nothing if another process has made the commit. If it throws,
  ///     nothing is published.
  ///   - didPublish: Called when the commit is published, before a snapshot can begin.
  func publish(
    _ changeSet: ChangeSet,
    on writer: WriterConnection,
    in database: Database,
    committingBy commit: () throws(DatabaseError) -> Void = {},
    didPublish: () -> Void = {}
  ) throws(DatabaseError) {
    // With the gate held, a snapshot begins either before the commit or after it was published.
    let failure = try gate.withLock { () throws(DatabaseError) -> DatabaseError? in
      publishing.store(true, ordering: .sequentiallyConsistent)
      defer { publishing.store(false, ordering: .sequentiallyConsistent) }
      try commit()
      commitCount.add(1, ordering: .relaxed)
      defer { didPublish() }
      return update(with: changeSet, writer, database)
    }
    if let failure {
      database.configuration.logger.error("The changed schema could not be read: \(failure)")
    }
  }

  /// Updates the known tables, and tells the observer to update its objects in memory.
  ///
  /// - Returns: An error that the caller logs after it has released the gate.
  private func update(
    with changeSet: ChangeSet,
    _ writer: WriterConnection,
    _ database: Database
  ) -> DatabaseError? {
    var failure: DatabaseError?
    if changeSet.schemaChanged {
      database.writers.forgetTables()
      database.foreignCommits.lockedTracker?.schemaDidChange()
      do throws(DatabaseError) {
        try writer.changeLog.watchAgain(on: writer)
      } catch {
        failure = error
      }
    }
    database.observers.locked?.didCommit(changeSet, in: database)
    return failure
  }
}
