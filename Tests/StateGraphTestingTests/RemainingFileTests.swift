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
    // The child says so before it dies: after that, any process of tests may remove its files.
    #expect(killed.count(ForcedKill.filesAreThere) == 1, "\(killed.output)")
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
  /// What the process prints before its end if all open databases have files.
  static let filesAreThere = "the files of all databases are there"
  private static let count = Atomic<Int>(0)

  @Test(arguments: 0..<100) func kill(number: Int) async throws {
    try TestDatabase.current.database.execute("DELETE FROM orders")
    if Self.count.add(1, ordering: .relaxed).newValue == Self.openCount {
      let folder = try CloneFolder.folder(forCloneOf: 0)
      let databases = FileSystem.names(in: folder.path).filter { $0.hasSuffix(".sqlite") }
      if databases.count >= Self.openCount { print(Self.filesAreThere) }
      fflush(nil)
      Glibc.kill(getpid(), SIGKILL)
    }
    // The other cases keep their databases open until then.
    try await Task.sleep(for: .seconds(600))
  }
}
