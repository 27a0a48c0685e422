import Glibc
package import StateGraphSQLite

/// Polls a database after each commit of any process.
///
/// A commit changes `PRAGMA data_version` on every other connection
/// (<https://sqlite.org/pragma.html#pragma_data_version>). If no program has the file open, the
/// watch reads it without locks, and detects a change by the size and modification time.
///
/// Only one thread may use a watch.
package final class DatabaseWatch {
  private let path: String
  private let location: DatabaseLocation
  private let interval: Duration
  private let changes: FileChanges
  private let shouldStop: () -> Bool
  private var session: ReadSession
  private var reader: CommitReader?
  private var inode: UInt64
  private var version: Int64 = -1

  /// Opens the database file at `path` for watching.
  ///
  /// - Parameters:
  ///   - path: The path of the database file.
  ///   - interval: The longest time between two checks for a change. Unless commits are logged, it
  ///     is also the shortest time between two polls that read complete tables.
  ///   - shouldStop: A function that is called several times a second on the thread of the watch.
  ///     If it returns true, the watch ends.
  package init(
    path: String,
    interval: Duration,
    shouldStop: @escaping () -> Bool
  ) throws {
    self.path = path
    self.interval = interval
    self.shouldStop = shouldStop
    location = try DatabaseLocation(path: path)
    changes = FileChanges(path: path)
    session = try ReadSession(path: path, isLasting: true)
    inode = Self.inode(of: path)
  }

  /// What a watch does after a poll.
  package enum Next {
    /// The watch ends, and its method returns.
    case end
    /// The watch polls again after the next change. At least the interval passes between two polls.
    case pollAfterInterval
    /// The watch polls again immediately after the next change, because the last poll was fast.
    case pollOnChange
  }

  /// Calls `poll` immediately, and then after every change until `poll` returns false.
  ///
  /// Each call has its own read transaction. Several commits between two polls count as one change.
  ///
  /// - Throws: The error of `poll`. `.interrupted` after `shouldStop` has returned true.
  package func run(_ poll: (Connection) throws -> Bool) throws {
    try repeatPolling {
      try session.read { connection in
        version = try Self.version(on: connection)
        return try poll(connection) ? .pollAfterInterval : .end
      }
    }
  }

  /// Calls `poll` like ``run(_:)``, but with a reader that returns single commits.
  ///
  /// While this method runs, the watch is registered in the database file. Programs that use this
  /// library then write their commits to the commit log, from which the watch reads them.
  package func follow(_ poll: (CommitReader) throws -> Next) throws {
    defer { reader = nil }
    try repeatPolling {
      let reader = self.reader ?? CommitReader(session.connection, location)
      self.reader = reader
      return try session.read(beginning: { try reader.begin() }) { connection in
        version = try Self.version(on: connection)
        return try poll(reader)
      }
    }
  }

  private func repeatPolling(_ poll: () throws -> Next) throws {
    while true {
      let start = ContinuousClock.now
      let next = try pollOnce(poll)
      if case .end = next { return }
      if case .pollAfterInterval = next { try pause(afterPollOf: start.duration(to: .now)) }
      try waitForChange()
    }
  }

  private func pause(afterPollOf took: Duration) throws {
    // While commits are logged, the next poll is probably fast. A pause as long as the last poll
    // limits the time for reading to half of the total time.
    let period = reader?.isFollowing == true ? min(interval, took * 2) : interval
    try pause(for: took < period ? period - took : .zero)
  }

  private static let longestWait = Duration.milliseconds(250)

  private func waitForChange() throws {
    let longest = min(interval, Self.longestWait)
    var wait = longest
    while try !hasChanged() {
      let isNotified = changes.wait(atMost: wait)
      try requireToGoOn()
      // The kernel reports the write to the write-ahead log before the commit is visible. The next
      // check therefore follows after one millisecond.
      wait = isNotified ? min(.milliseconds(1), longest) : min(wait * 2, longest)
    }
  }

  private func pollOnce(_ poll: () throws -> Next) throws -> Next {
    while true {
      try reopenIfNeeded()
      do {
        return try poll()
      } catch let error as InspectionError where error.code == .fileChanged {
        // The poll read a mixture of two states of the file. The watch must repeat it.
        try pause(for: .milliseconds(20))
      }
    }
  }

  private func hasChanged() throws -> Bool {
    guard session.isCurrent, inode == Self.inode(of: path) else { return true }
    if session.connection.isWithoutLocks { return false }
    do throws(DatabaseError) {
      return try Self.version(on: session.connection) != version
    } catch {
      guard error.code == .busy else { throw error }
      return false
    }
  }

  private func reopenIfNeeded() throws {
    guard !session.isCurrent || inode != Self.inode(of: path) else { return }
    // A program that opens the database creates the write-ahead log before its index file. The
    // pause gives the program time to create the index file.
    try pause(for: .milliseconds(20))
    session = try ReadSession(path: path, isLasting: true)
    reader = nil
    inode = Self.inode(of: path)
  }

  private func pause(for duration: Duration) throws {
    let deadline = ContinuousClock.now.advanced(by: duration)
    while ContinuousClock.now < deadline {
      try requireToGoOn()
      let rest = min(ContinuousClock.now.duration(to: deadline), Self.longestWait)
      usleep(UInt32(clamping: max(0, rest.components.attoseconds / 1_000_000_000_000)))
    }
  }

  private func requireToGoOn() throws(InspectionError) {
    if shouldStop() { throw InspectionError(.interrupted, "stopped") }
  }

  private static func version(on connection: Connection) throws(DatabaseError) -> Int64 {
    guard case .integer(let version) = try connection.firstValue("PRAGMA data_version") else {
      return -1
    }
    return version
  }

  private static func inode(of path: String) -> UInt64 {
    var information = stat()
    return stat(path, &information) == 0 ? UInt64(information.st_ino) : 0
  }
}
