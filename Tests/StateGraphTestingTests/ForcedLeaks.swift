import StateGraphSQLite
import TestSupport
import Testing

@testable import StateGraphTesting

/// Prints the files that the trait `database`, which follows this trait, has left.
private struct RemainingFilesTrait: TestTrait, SuiteTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    try await function()
    let folder = try CloneFolder.folder(forCloneOf: 0)
    print("files after the test: \(FileSystem.names(in: folder.path))")
    afterTest.open()
    afterUse.wait()
  }
}

/// Opens when the database of the test is closed.
private let afterTest = Gate()
/// Opens when no detached task will use the database any more.
private let afterUse = Gate()

/// Tests whose database is still used by a detached task. They run in child processes of
/// ``FailureReportTests``, one in each.
@Suite(.enabled(if: ForcedFailures.areWanted), RemainingFilesTrait(), .database(.shop))
struct ForcedLeak {
  private let db = TestDatabase.current

  @Test func write() throws {
    let database = try db.database
    let begun = Gate()
    Task.detached {
      try database.write {
        try database.execute("DELETE FROM orders")
        begun.open()
        afterTest.wait()
      }
    }
    begun.wait()
    afterUse.open()
  }

  @Test func use() throws {
    let database = try db.database
    try database.execute("DELETE FROM orders")
    Task.detached {
      afterTest.wait()
      do {
        try database.execute("DELETE FROM customers")
      } catch let error as DatabaseError where error.code == .closed {
        print("the detached task got closed")
      }
      afterUse.open()
    }
  }
}
