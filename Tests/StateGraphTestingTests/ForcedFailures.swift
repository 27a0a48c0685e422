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

  struct Run {
    let output: String
    let status: Int32
    let process: Int32

    func count(_ text: String) -> Int { output.components(separatedBy: text).count - 1 }
  }

  /// Runs this test program once more, with the tests that fail.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the program.
  ///   - environment: Further variables.
  ///   - mounts: Commands of a shell that mount file systems, which only the child sees. The output
  ///     then ends with a line `left: PATH` for each file in `/dev/shm` and `TMPDIR`.
  static func run(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    mounting mounts: String? = nil
  ) throws -> Run {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = arguments
    if let mounts {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      let script = """
        set -e
        \(mounts)
        set +e
        "$@"; status=$?
        find /dev/shm "$TMPDIR" -mindepth 1 | sed 's/^/left: /'
        exit $status
        """
      process.arguments =
        ["unshare", "-rm", "/bin/sh", "-c", script, "sh", CommandLine.arguments[0]] + arguments
    }
    process.environment = ProcessInfo.processInfo.environment
      .merging([variable: "1"]) { $1 }.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Run(
      output: String(decoding: output, as: UTF8.self),
      status: process.terminationStatus,
      process: process.processIdentifier
    )
  }
}

@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop)) struct ForcedTraitFailures {
  private let db = TestDatabase.current

  @Test func expectation() throws {
    try db[Order.self, "first"].pay()
    #expect(try EntityStore<Order>(db.database).count == 7)
  }

  @Test func thrownError() throws { throw TestFailure("a forced error") }

  @Test func statements() throws {
    let cost = try db.statements { _ = try db.database.rows("SELECT * FROM orders") }
    #expect(cost.reads.isAtMost(0))
  }

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
  /// The line of the test below, at which Swift places the arguments of its trait.
  static let line = #line + 3

  @Test(.database(.shop.adding("Fixtures/nothing")))
  func body() { print("the body of the test runs") }
}

@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedSeedFailure {
  @Test(.database(.shop, seed: 731)) func fail() throws { throw TestFailure("a forced error") }
}

/// The same tests under XCTest.
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

  func testExpectation() throws {
    try TestDatabase.with(.shop) { db in
      try db.expect("customers", where: "email IS NULL", "id\n@ada")
    }
  }

  func testHistory() throws {
    try HistoryScene().history(steps: 5, cases: 3)
      .rule("pay") { _, draw in
        try draw.entity(Order.self).pay()
        if draw.integer(0...9) > 0 { throw TestFailure("a forced error") }
      }
      .expect()
  }

  func testHistoryPasses() throws {
    try HistoryScene().history(steps: 5, cases: 3).rule("pay", PlantedBug.pay).expect()
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

/// Their lines are replaced by the patches that ``ExpectationPatchTests`` applies.
@Suite(.enabled(if: ForcedFailures.areWanted), .database(.shop)) struct ForcedPatches {
  private let db = TestDatabase.current

  @Test func rows() throws {
    try db[Order.self, "first"].pay()
    try db.expect(
      "orders",
      """
      id      | state | total_cents
      @second | open  | 300
      @first  | open  | 1200
      @third  | open  | 7
      """
    )
  }

  @Test func changes() throws {
    try db.expectChanges("") { try db[Customer.self, "ada"].name = #"A "\" da"# }
  }

  @Test func values() throws {
    let order = try db[Order.self, "first"]
    let seen = try db.record(order.$state)
    order.pay()
    try seen.expect("open")
  }

  @Test func known() {
    withKnownIssue { try db.expect("orders", "id") }
  }

  @Test func image() throws {
    try db.faults.everyCrash(of: {}) { after in
      try after.expect("customers", "email\nnone")
    }
  }

  @Test func computed() throws {
    let header = "id"
    try db.expect("orders", header)
  }
}

/// The same tests without the trait, so that nothing observes the issues of the test.
@Suite(.enabled(if: ForcedFailures.areWanted)) struct ForcedPatchesWithoutTrait {
  @Test func failed() throws {
    try TestDatabase.with(.shop) { db in
      try db.expect("customers", where: "email IS NULL", "name\nnobody")
    }
  }

  @Test func known() throws {
    try TestDatabase.with(.shop) { db in
      withKnownIssue { try db.expect("customers", "id") }
    }
  }
}
