import SQLiteTestSupport
import StateGraphSQLite
import StateGraphThreads
import TestSupport
import Testing

/// Observers that read when they are called for a commit of another database, while that database
/// continues to commit.
@Suite struct FollowingReaderTests {
  @Test func `an observer of another database's commit can read the next commit`() throws {
    let directory = try TemporaryDirectory()
    let database = try Database(path: directory.file("a.sqlite"))
    try database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    guard let table = try database.table("t") else { throw TestFailure("no table t") }
    try database.watch(table)
    let observer = ReadingObserver()
    _ = database.attach { observer }
    let other = try Database(path: directory.file("a.sqlite"))
    let counts = Recorder<SQLiteValue>()
    let hasRead = Gate()
    observer.isNext {
      try other.execute("INSERT INTO t VALUES (2)")
      for row in try database.rows("SELECT count(*) FROM t") { counts.record(row[0]) }
      hasRead.open()
    }
    try other.execute("INSERT INTO t VALUES (1)")
    try #require(hasRead.wait())
    #expect(counts.elements == [.integer(2)])
    #expect(try database.rows("SELECT count(*) FROM t").first?[0] == .integer(2))
  }
}

/// Runs a closure once, at the point where the graph would call its observers.
private final class ReadingObserver: CommitListener {
  private let next = Guarded<(@Sendable () throws -> Void)?>(nil)

  func isNext(_ body: @escaping @Sendable () throws -> Void) { next.withLock { $0 = body } }

  func writeDidEnd() {
    let body = next.withLock { next in
      defer { next = nil }
      return next
    }
    do { try body?() } catch { Issue.record(error) }
  }
}
