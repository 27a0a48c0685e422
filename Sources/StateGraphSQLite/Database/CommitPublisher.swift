import Logging
import StateGraphThreads
import Synchronization

/// Updates the entities and queries in memory after each commit. This update is called *publishing*
/// the commit.
///
/// After COMMIT, a SELECT on another thread already returns the new rows. Entities and queries have
/// the old values until the commit is published. A thread that has read new rows waits until then,
/// so it never combines new rows with old values.
final class CommitPublisher: Sendable {
  /// The lock that a thread holds from COMMIT until entities and queries are updated to the commit.
  ///
  /// A snapshot, which reads one commit, also holds this lock while it begins.
  private let gate = Lock()
  /// Whether a commit is being published. If true, other threads may already read the rows of the
  /// commit, but entities and queries are not updated yet.
  ///
  /// Written only while `gate` is held.
  private let publishing = Atomic<Bool>(false)
  /// The number of commits that this object has published or is publishing. Written only while
  /// `gate` is held.
  private let commitCount = Atomic<UInt64>(0)

  /// The number of published commits, including the commit that is being published now.
  ///
  /// Commits of other processes that are published together count as one.
  var count: UInt64 { commitCount.load(ordering: .relaxed) }

  /// Whether entities and queries are being updated to a commit that other threads can already
  /// read.
  var isPublishing: Bool { publishing.load(ordering: .sequentiallyConsistent) }

  /// Waits until entities and queries are updated to the commit that is being published now.
  ///
  /// Returns immediately if no commit is being published.
  func waitUntilPublished() {
    guard isPublishing else { return }
    gate.lock()
    gate.unlock()
  }

  /// Runs `body` while this database object neither commits nor publishes a commit.
  ///
  /// Other processes may still commit.
  func withoutPublication<Result>(
    _ body: () throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    try gate.withLock(body)
  }

  /// Runs COMMIT, and then updates the entities and queries in memory to the commit.
  ///
  /// The caller must hold the writer lock.
  ///
  /// - Parameters:
  ///   - changeSet: The changes of the commit.
  ///   - writer: The connection that commits. For a commit of another process, the connection that
  ///     has read its changes.
  ///   - database: The database of the writer.
  ///   - commit: Runs COMMIT. Does nothing if another process has made the commit.
  ///   - didPublish: Called after the update of entities and queries, before a snapshot can begin.
  /// - Throws: The error of `commit`. Nothing is published in that case.
  func publish(
    _ changeSet: ChangeSet,
    on writer: WriterConnection,
    in database: Database,
    committingBy commit: () throws(DatabaseError) -> Void = {},
    didPublish: () -> Void = {}
  ) throws(DatabaseError) {
    // `gate` is held until entities and queries are updated. A snapshot can therefore begin only
    // before the commit or after the update.
    let failure = try gate.withLock { () throws(DatabaseError) -> DatabaseError? in
      publishing.store(true, ordering: .sequentiallyConsistent)
      defer { publishing.store(false, ordering: .sequentiallyConsistent) }
      try commit()
      commitCount.add(1, ordering: .relaxed)
      defer { didPublish() }
      return update(with: changeSet, writer, in: database)
    }
    if let failure {
      database.configuration.logger.error("The changed schema could not be read: \(failure)")
    }
  }

  /// Updates the objects in memory to a commit. If the schema has changed, the known tables are
  /// read again before the observer updates entities and queries.
  ///
  /// - Returns: An error of reading the changed schema, or nil. The caller logs it after it has
  ///   released `gate`.
  private func update(
    with changeSet: ChangeSet,
    _ writer: WriterConnection,
    in database: Database
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
