import Glibc
import Logging
import StateGraphThreads
import Synchronization

/// The open snapshots of a database, and the method that opens them.
///
/// A snapshot is one thread's view of one commit, during a call of ``Database/read(_:)``.
package final class Snapshots: Sendable {
  private struct Entry: @unchecked Sendable {
    // SAFETY: only the thread whose id is the dictionary key of this entry uses the snapshot.
    let snapshot: Snapshot
  }

  private let entries = Guarded<[UInt: Entry]>([:])
  /// The number of open snapshots.
  ///
  /// While the number is 0, as it usually is, a read need not take the lock of `entries`.
  private let count = Atomic<Int>(0)

  /// The open snapshot of this thread, or nil if this thread is not inside `read`.
  var current: Snapshot? {
    guard count.load(ordering: .relaxed) > 0 else { return nil }
    let thread = UInt(pthread_self())
    return entries.withLock { $0[thread] }?.snapshot
  }

  private func begin(_ snapshot: Snapshot) {
    let thread = UInt(pthread_self())
    let entry = Entry(snapshot: snapshot)
    entries.withLock { $0[thread] = entry }
    count.add(1, ordering: .relaxed)
  }

  private func end() {
    let thread = UInt(pthread_self())
    count.subtract(1, ordering: .relaxed)
    let ended = entries.withLock { $0.removeValue(forKey: thread) }
    withExtendedLifetime(ended) {}
  }

  // MARK: Reading

  /// Runs `body`, and makes all reads of this thread in `body` see the same commit.
  ///
  /// Inside a write or another `read`, the method only calls `body`.
  func read<Result>(in database: Database, _ body: () throws -> Result) throws -> Result {
    if database.isWriting || current != nil { return try body() }
    guard let readers = database.readers else {
      return try database.readHoldingWriterLock { _ in try body() }
    }
    var ended: (any CommitObserver)?
    defer { ended?.snapshotDidEnd() }
    return try readers.withConnection { connection in
      try begin(on: connection, in: database)
      if let observer = database.observer { current?.begin(for: observer) }
      defer {
        ended = current?.end()
        end()
        endTransaction(on: connection, in: database)
      }
      return try body()
    }
  }

  /// Runs `body` as if this thread were not inside `read`, so that reads in `body` see the last
  /// commit.
  package func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let snapshot = current else { return try body() }
    end()
    defer { begin(snapshot) }
    return try body()
  }

  private func begin(on connection: Connection, in database: Database) throws {
    do throws {
      for _ in 0..<Snapshots.beginLimit {
        if let count = try beginTransaction(on: connection, in: database) {
          return begin(Snapshot(connection, commitCount: count))
        }
        // The transaction sees a commit of another process that entities and queries do not show
        // yet.
        endTransaction(on: connection, in: database)
        database.foreignCommits.waitUntilPublished(in: database)
      }
      // Other processes commit too often. A write of this database keeps them from committing, so
      // the snapshot can begin inside this write.
      // A failed flush concerns the commits of others, and not this read.
      let count = try CommittedWrite(to: database).run {
        try beginTransaction(on: connection, in: database)
      }
      begin(Snapshot(connection, commitCount: count ?? database.commitNumber))
    } catch {
      endTransaction(on: connection, in: database)
      throw error
    }
  }

  /// The maximum number of attempts to begin a snapshot while other processes commit.
  ///
  /// After these attempts, the snapshot begins inside a write, during which other processes cannot
  /// commit.
  private static var beginLimit: Int { 20 }

  /// Begins a transaction that sees the same commit as the entities and queries in memory.
  ///
  /// - Returns: The number of commits that the transaction sees. Nil if the transaction sees a
  ///   newer commit than the objects in memory. In this case, the caller must end the transaction.
  private func beginTransaction(
    on connection: Connection,
    in database: Database
  ) throws(DatabaseError) -> UInt64? {
    try connection.run("BEGIN")
    return try database.publisher.withoutPublication { () throws(DatabaseError) in
      // The first SELECT decides which commit the transaction sees. BEGIN alone does not.
      _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
      // No commit is published during this closure. If entities and queries show the newest commit
      // now, they also show the commit that the SELECT has read.
      if let tracker = database.foreignCommits.tracker, tracker.newest != tracker.published {
        return nil
      }
      return database.publisher.count
    }
  }

  private func endTransaction(on connection: Connection, in database: Database) {
    do {
      if !connection.isAutocommit { try connection.run("COMMIT") }
    } catch {
      database.configuration.logger.error("A snapshot could not be ended: \(error)")
    }
  }
}
