import TestSupport
import Testing

@testable import StateGraphSQLite

/// The commits that the log keeps for slow followers.
@Suite struct SlowFollowerTests {
  private func ids(_ database: Database) throws -> [SQLiteValue] {
    try database.rows("SELECT min(id) FROM stategraph_commits").map { $0[0] }
  }

  @Test func `a commit is kept until the slowest follower has read it`() throws {
    let file = try FollowedFile()
    let other = try file.other()
    // The slot of a follower that never reads.
    let sharing = try SharingFile.open(beside: DatabaseLocation(path: file.watched.path))
    var slow = FollowerSlot(sharing)
    #expect(slow != nil)
    for id in 1...300 {
      try other.execute("INSERT INTO t VALUES (\(id), 'a')")
      try file.database.catchUp()
    }
    #expect(try ids(other) == [.integer(1)])
    #expect(try file.logCount() == .integer(300))
    slow?.didRead(through: 100)
    for id in 301...400 { try other.execute("INSERT INTO t VALUES (\(id), 'a')") }
    try file.database.catchUp()
    #expect(try ids(other) == [.integer(101)])
    // The follower is gone, and no commit is kept for it.
    slow = nil
    for id in 401...600 {
      try other.execute("INSERT INTO t VALUES (\(id), 'a')")
      try file.database.catchUp()
    }
    guard case .integer(let first)? = try ids(other).first else { throw TestFailure("no log") }
    #expect(first > 400)
    #expect(file.commits.changeSets.elements.reduce(0) { $0 + $1.rowCount } == 600)
  }
}
