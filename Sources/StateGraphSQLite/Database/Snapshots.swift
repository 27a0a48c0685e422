import Glibc
import Logging
import StateGraphThreads
import Synchronization

/// The open snapshots of a database, one for each thread that is inside a read.
final class Snapshots: Sendable {
  private struct Entry: @unchecked Sendable {
    // SAFETY: only the thread of its key uses the snapshot.
    let snapshot: Snapshot
  }

  private let entries = Guarded<[UInt: Entry]>([:])
  /// The number of entries. Nearly all reads are outside of a snapshot and need not take the lock.
  private let count = Atomic<Int>(0)

  /// The snapshot of this thread, or nil.
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
    _ = ended
  }

  // MARK: Reading

  /// Runs `body` with everything that it reads belonging to one commit.
  func read<Result>(in database: Database, _ body: () throws -> Result) throws -> Result {
    if database.isWriting || current != nil { return try body() }
    guard let readers = database.readers else {
      return try database.readHoldingWriterLock { _ in try body() }
    }
    return try readers.withConnection { connection in
      try begin(on: connection, in: database)
      if let observer = database.observer { current?.begin(for: observer) }
      defer {
        current?.end()
        end()
        endTransaction(on: connection, in: database)
      }
      return try body()
    }
  }

  /// Runs `body` as if this thread were in no snapshot.
  func outside<Result>(_ body: () throws -> Result) rethrows -> Result {
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
        // The transaction reads a commit of another process that is not live yet.
        endTransaction(on: connection, in: database)
        database.foreignCommits.waitUntilPublished(in: database)
      }
      // Other processes keep committing. They cannot while this database has the write lock.
      let count = try database.write { () throws(DatabaseError) -> UInt64? in
        try beginTransaction(on: connection, in: database)
      }
      begin(Snapshot(connection, commitCount: count ?? database.commitNumber))
    } catch {
      endTransaction(on: connection, in: database)
      throw error
    }
  }

  /// How many times a snapshot begins again because another process has committed.
  private static var beginLimit: Int { 20 }

  /// Begins a transaction that reads what is live.
  ///
  /// - Returns: The number of commits that it includes; nil where it reads more than what is live.
  private func beginTransaction(
    on connection: Connection,
    in database: Database
  ) throws(DatabaseError) -> UInt64? {
    try connection.run("BEGIN")
    return try database.publisher.withoutPublication { () throws(DatabaseError) in
      // BEGIN does not fix the commit; the first read does.
      _ = try connection.firstValue("SELECT 1 FROM sqlite_schema LIMIT 1")
      // If what is live is the newest commit now, it also was when the SELECT read it.
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
