import Foundation
import TestSupport
import Testing

@testable import StateGraphTesting

/// The report about a failure that a developer sees, from child processes of this test program.
@Suite struct FailureReportTests {
  private typealias Run = ForcedFailures.Run

  private func swiftTesting(_ filter: String, _ more: [String] = []) throws -> Run {
    try ForcedFailures.run(["--testing-library", "swift-testing", "--filter", filter] + more)
  }

  @Test(arguments: [
    ("expectation", "count == 7"), ("thrownError", "a forced error"),
    ("assignment", "An assignment to a property could not be written"),
    ("crash", "This is the state after a crash after change"),
    ("statements", "1 × SELECT * FROM orders"),
  ])
  func `a failure is reported once`(test: String, text: String) throws {
    let run = try swiftTesting("ForcedTraitFailures/\(test)")
    #expect(run.status != 0)
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count(text) == 1, "\(run.output)")
  }

  @Test func `an issue without a test is not repeated by the tests that run`() throws {
    let run = try swiftTesting("ForcedTraitFailures/(detachedIssue|neighbour)")
    #expect(run.count("a forced issue without a test") == 1, "\(run.output)")
    #expect(run.status != 0)
  }

  @Test func `a bad fixture fails at the line of the trait and the body does not run`() throws {
    let run = try swiftTesting("ForcedFixtureFailure")
    #expect(run.status != 0)
    let place = "ForcedFailures.swift:\(ForcedFixtureFailure.line):3: "
    #expect(run.count("recorded an issue at " + place) == 1, "\(run.output)")
    #expect(run.count("Fixtures/nothing:1:1: the folder of the fixture cannot be read") == 1)
    #expect(run.count("the body of the test runs") == 0)
  }

  @Test func `a statement that reads too often fails its test once`() throws {
    let run = try swiftTesting("ForcedRepeatedReads")
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count("The test reads the same statement 4 times, and 3 are allowed.") == 1)
    #expect(run.count("SELECT name FROM customers WHERE id = ?") == 1)
    #expect(run.count("SEARCH customers USING INTEGER PRIMARY KEY") == 1, "\(run.output)")
  }

  @Test func `a failed test attaches its database and its last commit`() throws {
    let directory = try TemporaryDirectory()
    _ = try swiftTesting(
      "ForcedTraitFailures/(expectation|neighbour)",
      ["--attachments-path", directory.path]
    )
    #expect(
      FileSystem.names(in: directory.path).sorted() == ["database.sqlite", "last commit.txt"]
    )
    let database = try Database(path: directory.file("database.sqlite"))
    let states = try database.fetchValues(String.self, "SELECT state FROM orders ORDER BY state")
    #expect(states == ["open", "paid"])
    try database.close()
  }

  @Test func `a failed test with a seed attaches it`() throws {
    let directory = try TemporaryDirectory()
    let run = try swiftTesting("ForcedSeedFailure", ["--attachments-path", directory.path])
    #expect(run.status != 0)
    #expect(FileSystem.names(in: directory.path).sorted() == ["database.sqlite", "seed.txt"])
    let seed = FileSystem.bytes(of: directory.file("seed.txt"))
    #expect(seed == Array("731\n".utf8))
  }

  @Test func `a write that a detached task does not end is reported and leaves no file`() throws {
    let run = try swiftTesting("ForcedLeak/write")
    #expect(run.status != 0)
    #expect(run.count("recorded an issue") == 1, "\(run.output)")
    #expect(run.count("A write of the test's database still ran 5.0 seconds after the end") == 1)
    #expect(run.count("files after the test: []") == 1, "\(run.output)")
  }

  @Test func `a detached task that uses the database after the test gets an error`() throws {
    let run = try swiftTesting("ForcedLeak/use")
    #expect(run.status == 0, "\(run.output)")
    #expect(run.count("the detached task got closed") == 1, "\(run.output)")
    #expect(run.count("files after the test: []") == 1, "\(run.output)")
  }

  @Test(arguments: [
    ("testThrownError", "a forced error"),
    ("testAssignment", "An assignment to a property could not be written"),
    ("testFixture", "Fixtures/nothing:1:1: "),
    ("testHistory", "A history breaks the rule \"pay\", after 1 step: a forced error"),
  ])
  func `a failure under XCTest is reported once`(test: String, text: String) throws {
    let directory = try TemporaryDirectory()
    let run = try ForcedFailures.run(
      ["StateGraphTestingTests.ForcedXCTestFailures/\(test)"],
      ["STATEGRAPH_KEEP": directory.path]
    )
    #expect(run.status != 0)
    #expect(run.count("error: ForcedXCTestFailures.\(test)") == 1, "\(run.output)")
    #expect(run.count(text) == 1, "\(run.output)")
    #expect(run.count("the body of the test runs") == 0)
    let kept = test == "testThrownError" ? ["testThrownError.sqlite"] : []
    #expect(FileSystem.names(in: directory.path) == kept)
  }

  @Test(arguments: ["testPass", "testHistoryPasses"])
  func `a test of XCTest passes`(test: String) throws {
    let run = try ForcedFailures.run(["StateGraphTestingTests.ForcedXCTestFailures/\(test)"])
    #expect(run.status == 0, "\(run.output)")
  }
}
