import Glibc
import StateGraphSQLite

/// A part of the library that must work unchanged while the wall clock jumps.
enum ClockScene: String, CaseIterable {
  /// SQLite reads its time from the jumping clock. The other scenes depend on this.
  case isSeen
  case migrations
  case followers
  /// A writer waits for the write lock for its whole timeout, and no longer.
  case writeLockDeadline
  /// A writer waits in the same way for SQLite's own lock, which a program without the write lock
  /// holds.
  case lockDeadline
  /// Several processes, each with a clock of its own.
  case processes

  private static let deadline = Duration.milliseconds(400)
  private static let commitCount = 300

  /// Returns the number of jumps of the clock.
  func run(in directory: String, seed: UInt64) throws -> Int {
    let path = directory + "/clock.sqlite"
    let clock = try JumpingClock(seed: seed)
    switch self {
    case .isSeen: return try look(path, clock)
    case .migrations: return try migrate(directory, seed, clock)
    case .followers: return try follow(path, clock)
    case .writeLockDeadline, .lockDeadline: return try wait(path, clock)
    case .processes:
      var crowd = ContendCrowd(writerCount: 3, seconds: 1, followerCount: 2)
      crowd.clockSeed = seed
      return try crowd.run(in: directory).commitCount
    }
  }

  private func look(_ path: String, _ clock: JumpingClock) throws -> Int {
    let database = try Database.shared(path)
    var seen: Set<SQLiteValue> = []
    for _ in 0..<9 {
      clock.jump()
      seen.insert(try database.rows("SELECT strftime('%Y', 'now')")[0][0])
    }
    guard seen.count >= 3 else { throw Violation("SQLite read only the years \(seen)") }
    try database.close()
    return 9
  }

  /// Opens the file five times with the first migrations and ten times with all of them. The clock
  /// jumps before each opening.
  private func migrate(_ directory: String, _ seed: UInt64, _ clock: JumpingClock) throws -> Int {
    let place = Place(directory: directory, seed: seed)
    for source in [BankMigrations.first, BankMigrations.all, BankMigrations.all] {
      for _ in 0..<5 {
        clock.jump()
        try place.open(source).close()
      }
    }
    guard try BankMigrations.check(place.open(nil)) == 3 else {
      throw Violation("not all migrations are applied")
    }
    return 15
  }

  private func follow(_ path: String, _ clock: JumpingClock) throws -> Int {
    let (writer, reader) = (try Database.shared(path), try Database.shared(path))
    try writer.execute("CREATE TABLE events (id INTEGER PRIMARY KEY, at TEXT NOT NULL)")
    let replica = try Replica(reader)
    for number in 1...Self.commitCount {
      clock.jump()
      let database = number % 3 == 0 ? reader : writer
      try database.execute("INSERT INTO events (at) VALUES (strftime('%Y-%m-%d %H:%M:%f', 'now'))")
      if number % 20 == 0 { try replica.check(reader) }
    }
    try replica.check(reader)
    guard replica.toldCount > 0 else {
      throw Violation("the follower received no change set with rows")
    }
    let rows = try reader.rows("SELECT id FROM events ORDER BY id").map { Int($0[0]) }
    guard rows == (1...Self.commitCount).map(Optional.some) else {
      throw Violation("the commits are not in order")
    }
    return Self.commitCount
  }

  private func wait(_ path: String, _ clock: JumpingClock) throws -> Int {
    let holder = try WriterConnection.open(DatabaseLocation(path: path))
    try holder.run("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    let impatient = try Database.shared(path, busyTimeout: Self.deadline)
    if self == .writeLockDeadline {
      try holder.beginWrite()
    } else {
      try holder.run("BEGIN IMMEDIATE")
    }
    let jumping = try JumpingThread(clock)
    let start = ContinuousClock.now
    var code: DatabaseError.Code?
    do {
      try impatient.execute("INSERT INTO t DEFAULT VALUES")
    } catch let error as DatabaseError {
      code = error.code
    }
    let waited = (ContinuousClock.now - start).milliseconds
    let count = jumping.stop()
    guard code == .busy else {
      throw Violation("a write that waited for a lock threw \(code as Any) instead of busy")
    }
    // The upper limit allows for a busy machine.
    guard 400..<5_000 ~= waited else { throw Violation("busy was thrown after \(waited) ms") }
    if self == .writeLockDeadline { try holder.rollBackWrite() } else { try holder.run("ROLLBACK") }
    clock.jump()
    try impatient.execute("INSERT INTO t DEFAULT VALUES")
    return count
  }
}
