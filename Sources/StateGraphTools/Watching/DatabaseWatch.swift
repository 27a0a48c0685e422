import Glibc
package import StateGraphSQLite

/// Calls a function after each commit of any process to a database file.
///
/// A commit changes `PRAGMA data_version` on every other connection
/// (<https://sqlite.org/pragma.html#pragma_data_version>). If no program has the file open, the
/// watch reads it without locks, and detects a change by the size and the modification time of the
/// file.
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
  ///   - interval: The maximum time between two checks for a change. If commits are not logged, it
  ///     is also the minimum time between two polls, because each of them reads complete tables.
  ///   - shouldStop: Is called several times a second on the thread of the watch. If it returns
  ///     true, the watch ends with an error.
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

  /// What the watch does after a call of its poll function.
  package enum Next {
    /// The watch ends, and the method that runs it returns.
    case end
    /// The watch polls again after the next change, but not before the interval has passed.
    case pollAfterInterval
    /// The watch polls again as soon as the next change is found, because the last poll was fast.
    case pollOnChange
    /// The watch polls again after the next change, but not before this time has passed.
    case pollAfter(Duration)
  }

  /// Calls `poll` immediately and after every change, until `poll` returns false.
  ///
  /// Each call has a read transaction of its own. Several commits between two calls count as one
  /// change.
  ///
  /// - Throws: The error of `poll`. ``InspectionError`` with the code `.interrupted` if
  ///   `shouldStop` returns true.
  package func run(_ poll: (Connection) throws -> Bool) throws {
    try repeatPolling {
      try session.read { connection in
        version = try Self.version(on: connection)
        return try poll(connection) ? .pollAfterInterval : .end
      }
    }
  }

  /// Calls `poll` like ``run(_:)``, but with a reader that returns the commits one by one.
  ///
  /// While this method runs, the watch is registered in the database file. Programs that use this
  /// library see this and write their commits to the commit log, from which the reader gets them.
  package func follow(_ poll: (CommitReader) throws -> Next) throws {
    defer { reader = nil }
    try repeatPolling {
      let reader = self.reader ?? CommitReader(session.connection, location: location)
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
      if case .pollAfter(let duration) = next { try pause(for: duration) }
      try waitForChange()
    }
  }

  private func pause(afterPollOf took: Duration) throws {
    // While commits are logged, polls are usually fast. A pause that is as long as the last poll
    // limits the reading to half of the time.
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
        // The poll has read a mixture of two states of the file, so the watch repeats it.
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
    // A program that opens the database creates the write-ahead log before the log's index file.
    // The pause gives the program time to create the index file.
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

  /// Returns the system's number of a file, which differs from that of a file that replaces it. 0
  /// if there is no file.
  package static func inode(of path: String) -> UInt64 {
    var information = stat()
    return stat(path, &information) == 0 ? UInt64(information.st_ino) : 0
  }
}
