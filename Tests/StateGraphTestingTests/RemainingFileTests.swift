import Glibc
import StateGraphSQLite
import Synchronization
import TestSupport
import Testing

@testable import StateGraphTesting

/// Which files a process of tests leaves, by child processes of this test program.
///
/// With `STATEGRAPH_CASES=10000`, the children run as many cases.
@Suite struct RemainingFileTests {
  private func run(_ filter: String) throws -> ForcedFailures.Run {
    try ForcedFailures.run(["--testing-library", "swift-testing", "--filter", filter])
  }

  /// The folders and locks that a process has left in each place of test databases.
  private func remains(_ process: Int32) -> [String] {
    ["/dev/shm", FileSystem.temporaryFolder].flatMap { place in
      FileSystem.names(in: place)
        .filter { $0.hasPrefix("stategraph-tests-") && $0.contains("-\(process)-") }
        .map { place + "/" + $0 }
    }
  }

  @Test func `no file remains of cases that run at the same time`() throws {
    let run = try run("DatabaseTraitTests")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.count("each case has a database of its own") > 0)
    #expect(remains(run.process) == [])
  }

  @Test func `nothing remains of a process that was killed in many cases after the next run`()
    throws
  {
    let killed = try run("ForcedKill")
    #expect(killed.status == SIGKILL)
    let folders = remains(killed.process).filter { !$0.hasSuffix(".lock") }
    let databases = folders.flatMap { FileSystem.names(in: $0) }.filter { $0.hasSuffix(".sqlite") }
    #expect(databases.count >= ForcedKill.openCount)
    let next = try run("DatabaseTraitTests")
    #expect(next.status == 0, "\(next.output)")
    #expect(remains(killed.process) == [])
    #expect(remains(next.process) == [])
  }
}

/// Runs in a child process of ``RemainingFileTests``.
@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop)) struct ForcedKill {
  /// How many databases are open when the process is killed. The trait allows as many.
  static let openCount = 16
  private static let count = Atomic<Int>(0)

  @Test(arguments: 0..<100) func kill(number: Int) async throws {
    try TestDatabase.current.database.execute("DELETE FROM orders")
    if Self.count.add(1, ordering: .relaxed).newValue == Self.openCount {
      Glibc.kill(getpid(), SIGKILL)
    }
    // The other cases keep their databases open until then.
    try await Task.sleep(for: .seconds(600))
  }
}
