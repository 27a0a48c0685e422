import Logging
import StateGraphThreads
import Synchronization

/// Makes a commit visible to everything live before another thread can read it beside older state.
///
/// Between the return of COMMIT and the end of its publication, a SELECT of another thread sees
/// more than what is live. Such a thread waits here.
final class CommitPublisher: Sendable {
  /// Held from COMMIT until everything live is up to date, and while a snapshot begins.
  private let gate = Lock()
  /// Whether a commit may be readable that is not published yet. Written under the gate.
  private let publishing = Atomic<Bool>(false)
  /// The number of commits so far. Written under the gate.
  private let commitCount = Atomic<UInt64>(0)

  /// The number of commits so far, including the one that is being published.
  var count: UInt64 { commitCount.load(ordering: .relaxed) }

  /// Whether a commit may be readable that is not published yet.
  var isPublishing: Bool { publishing.load(ordering: .sequentiallyConsistent) }

  /// Returns once the commit that is being published now is published.
  func waitUntilPublished() {
    guard isPublishing else { return }
    gate.lock()
    gate.unlock()
  }

  /// Runs `body` while no commit of this database can be published.
  func withoutPublication<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try gate.withLock(body)
  }

  /// Commits and publishes. Call with the writer lock held.
  ///
  /// - Parameters:
  ///   - changeSet: What the commit has changed.
  ///   - writer: The connection that has committed, or that reads the commit of another process.
  ///   - database: The database of the writer.
  ///   - commit: Runs COMMIT, where the commit is this database's own. If it throws, nothing is
  ///     published.
  ///   - didPublish: Called at the end, before a snapshot can begin.
  func publish(
    _ changeSet: ChangeSet,
    on writer: WriterConnection,
    in database: Database,
    committingBy commit: () throws(DatabaseError) -> Void = {},
    didPublish: () -> Void = {}
  ) throws(DatabaseError) {
    // A snapshot either begins before the commit, or finds everything live up to date with it.
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

  /// Brings the known tables and the observer up to date.
  ///
  /// - Returns: The error to log once the gate is open.
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
