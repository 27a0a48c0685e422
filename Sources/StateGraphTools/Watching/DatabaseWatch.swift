import Glibc
package import StateGraphSQLite

/// Looks at a database again whenever somebody, of whatever process, has committed to it.
///
/// A commit moves `PRAGMA data_version` for every other connection
/// (<https://sqlite.org/pragma.html#pragma_data_version>). A file that nobody has open is read
/// without locks, and there its size and time tell. Confined to one thread.
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

  /// - Parameters:
  ///   - interval: How often to look where the kernel tells nothing, and the shortest time between
  ///     two looks that read everything, while nobody logs commits.
  ///   - shouldStop: Asked several times a second.
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

  /// What comes after a look.
  package enum Next {
    /// Nothing: it was the last one.
    case end
    /// A look when there is something new, and not sooner than the interval allows.
    case lookAgain
    /// The same without regard to the interval: this look cost little.
    case lookAtOnce
  }

  /// Calls `look` now and after every change, each time in a transaction of its own, until it
  /// returns false or it is time to stop. Several commits between two looks are one change.
  ///
  /// - Throws: What `look` throws; `.interrupted` where it is time to stop.
  package func run(_ look: (Connection) throws -> Bool) throws {
    try repeatLooking {
      try session.read { connection in
        version = try Self.version(on: connection)
        return try look(connection) ? .lookAgain : .end
      }
    }
  }

  /// The same with a reader of single commits. Meanwhile those who write the file see a follower,
  /// and log for it what they commit.
  package func follow(_ look: (CommitReader) throws -> Next) throws {
    defer { reader = nil }
    try repeatLooking {
      let reader = self.reader ?? CommitReader(session.connection, location)
      self.reader = reader
      return try session.read(beginning: { try reader.begin() }) { connection in
        version = try Self.version(on: connection)
        return try look(reader)
      }
    }
  }

  private func repeatLooking(_ look: () throws -> Next) throws {
    while true {
      let start = ContinuousClock.now
      let next = try lookOnce(look)
      if case .end = next { return }
      if case .lookAgain = next { try pause(behindLookOf: start.duration(to: .now)) }
      try waitForChange()
    }
  }

  private func pause(behindLookOf took: Duration) throws {
    // The next one will cost little where commits are logged; where not, reading the tables takes
    // half of the time at most.
    let period = reader?.isFollowing == true ? min(interval, took * 2) : interval
    try pause(for: took < period ? period - took : .zero)
  }

  private static let longestWait = Duration.milliseconds(250)

  private func waitForChange() throws {
    let longest = min(interval, Self.longestWait)
    var wait = longest
    while try !hasChanged() {
      let isHeard = changes.wait(atMost: wait)
      try requireToGoOn()
      // The log is written before its commit is there for others, by as long as a disk takes.
      wait = isHeard ? min(.milliseconds(1), longest) : min(wait * 2, longest)
    }
  }

  private func lookOnce(_ look: () throws -> Next) throws -> Next {
    while true {
      try reopenIfNeeded()
      do {
        return try look()
      } catch let error as LookingError where error.code == .fileChanged {
        // What was read is of no one state; the next look is.
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
    // Where the log is there and its index is not yet, somebody is just opening the file.
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

  private func requireToGoOn() throws(LookingError) {
    if shouldStop() { throw LookingError(.interrupted, "stopped") }
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
