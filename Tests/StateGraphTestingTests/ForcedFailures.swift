import Foundation
import Shop
import StateGraphTesting
import TestSupport
import Testing
import XCTest

/// Tests that fail on purpose. They run only in a child process of ``FailureReportTests``.
enum ForcedFailures {
  static let variable = "STATEGRAPH_FORCED_FAILURES"
  static let areWanted = ProcessInfo.processInfo.environment[variable] != nil
}

@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop)) struct ForcedTraitFailures {
  private let db = TestDatabase.current

  @Test func expectation() throws {
    try db[Order.self, "first"].pay()
    #expect(try EntityStore<Order>(db.database).count == 7)
  }

  @Test func thrownError() throws { throw TestFailure("a forced error") }

  @Test func assignment() throws { try db[Order.self, "first"].state = "lost" }

  @Test func crash() throws {
    try db.faults.everyCrash {
      for _ in 0..<5 { try db.database.execute("DELETE FROM order_lines WHERE place = 1") }
    } after: { after in
      try #expect(after.value("SELECT count(*) FROM order_lines") == 2)
    }
  }

  /// The issue has no test. The other tests that run at the same time must not repeat it.
  @Test func detachedIssue() async {
    await Task.detached { _ = Issue.record("a forced issue without a test") }.value
  }

  @Test(arguments: 0..<3) func neighbour(number: Int) async throws {
    try await Task.sleep(for: .milliseconds(50))
    #expect(try EntityStore<Order>(db.database).count == 2)
  }
}

@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedFixtureFailure {
  @Test(.database(.shop.adding("Fixtures/nothing")))
  func body() { print("the body of the test runs") }
}

@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop)) struct ForcedKill {
  @Test func kill() throws {
    try TestDatabase.current.database.execute("DELETE FROM orders")
    Glibc.kill(getpid(), SIGKILL)
  }
}

/// The same under XCTest.
final class ForcedXCTestFailures: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(ForcedFailures.areWanted, "Runs in a child process only.")
  }

  func testThrownError() throws {
    try TestDatabase.with(.shop) { db in
      XCTAssertEqual(try EntityStore<Order>(db.database).count, 2)
      throw TestFailure("a forced error")
    }
  }

  func testAssignment() throws {
    try TestDatabase.with(.shop) { db in try db[Order.self, "first"].state = "lost" }
  }

  func testFixture() throws {
    try TestDatabase.with(.shop.adding("Fixtures/nothing")) { _ in
      print("the body of the test runs")
    }
  }

  func testPass() throws {
    try TestDatabase.with(.shop) { db in
      XCTAssertEqual(try db[Customer.self, "ada"].orders.count, 1)
    }
  }
}

@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop), .repeatedReads(atMost: 3))
struct ForcedRepeatedReads {
  @Test(arguments: [3, 4]) func read(times: Int) throws {
    for number in 0..<times {
      let sql: SQL = "SELECT name FROM customers WHERE id = \(number)"
      _ = try TestDatabase.current.database.fetchValue(String.self, sql)
    }
  }
}
