import Shop
import StateGraphTesting
import TestSupport
import Testing
import XCTest

/// Every kind of expectation, and a use of it that fails. The tests below run in a child process of
/// ``FailureReportTests``.
enum ForcedExpectation: String, CaseIterable, Sendable {
  case rows, changes, values, statements, migrations, unchanged, crash, crashedExpectation, history

  /// A part of the message.
  var message: String {
    switch self {
    case .rows: "The rows of customers differ"
    case .changes: "The changes of the database differ"
    case .values: "The observer received other values"
    // The testing library writes this message. FailureReportTests checks that of Swift Testing.
    case .statements: ""
    case .migrations: "0001_a.down.sql does not restore the table b"
    case .unchanged: "The database is not as before the fault"
    case .crash: "the check failed: a forced error"
    case .crashedExpectation: "The rows of orders differ"
    case .history: "A history breaks the rule \"fail\""
    }
  }

  /// Fails once.
  ///
  /// - Parameters:
  ///   - db: The database of the test.
  ///   - expectTrue: The expectation of the testing library for a condition.
  func fail(in db: TestDatabase, _ expectTrue: (Bool) -> Void) throws {
    // A text that is no literal of the call has no patch, which would remain in the package.
    let (nothing, header) = ("", "id")
    switch self {
    case .rows: try db.expect("customers", header)
    case .changes:
      try db.expectChanges(nothing) { try db[Order.self, "first"].pay() }
    case .values: try db.record(try db[Order.self, "first"].$state).expect(nothing)
    case .statements:
      let cost = try db.statements { _ = try db.database.rows("SELECT * FROM orders") }
      expectTrue(cost.reads.isAtMost(0))
    case .migrations:
      let directory = try TemporaryDirectory()
      try directory.write("CREATE TABLE a (id); CREATE TABLE b (id);", to: "0001_a.sql")
      try directory.write("DROP TABLE a;", to: "0001_a.down.sql")
      try MigrationCheck(.directory(directory.path)).expect()
    case .unchanged:
      try db.faults.failNextCommit(.diskFull)
      try db.faults.cancel()
      try db.database.execute("DELETE FROM order_lines")
      try db.faults.expectUnchanged()
    case .crash:
      try db.faults.everyCrash(of: { try db[Order.self, "first"].pay() }) { _ in
        throw TestFailure("a forced error")
      }
    case .crashedExpectation:
      // Each of the images would fail, and the first failure ends the check.
      try db.faults.everyCrash(of: { try db[Order.self, "first"].pay() }) { after in
        try after.expect("orders", header)
      }
    case .history:
      try HistoryScene().history(steps: 2, cases: 1)
        .rule("fail") { _, _ in throw TestFailure("a forced error") }.expect()
    }
  }
}

@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedExpectationFailures {
  @Test(.database(.shop), arguments: ForcedExpectation.allCases)
  func withTrait(kind: ForcedExpectation) throws {
    try kind.fail(in: .current) { #expect($0) }
  }

  @Test(arguments: ForcedExpectation.allCases)
  func withoutTrait(kind: ForcedExpectation) throws {
    try TestDatabase.with(.shop) { db in try kind.fail(in: db) { #expect($0) } }
  }
}

/// The same tests under XCTest, which finds its tests by the names of methods.
final class ForcedXCTestExpectations: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(ForcedFailures.areWanted, "Runs in a child process only.")
  }

  private func fail(_ kind: ForcedExpectation) throws {
    try TestDatabase.with(.shop) { db in try kind.fail(in: db) { XCTAssertTrue($0) } }
  }

  func test_rows() throws { try fail(.rows) }
  func test_changes() throws { try fail(.changes) }
  func test_values() throws { try fail(.values) }
  func test_statements() throws { try fail(.statements) }
  func test_migrations() throws { try fail(.migrations) }
  func test_unchanged() throws { try fail(.unchanged) }
  func test_crash() throws { try fail(.crash) }
  func test_crashedExpectation() throws { try fail(.crashedExpectation) }
  func test_history() throws { try fail(.history) }
}
