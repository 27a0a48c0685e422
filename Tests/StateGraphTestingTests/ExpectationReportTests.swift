import Testing

@testable import StateGraphTesting

/// Every kind of expectation fails its test exactly once, by child processes of this test program.
@Suite struct ExpectationReportTests {
  @Test(arguments: ["withTrait", "withoutTrait"])
  func `each expectation fails its case of Swift Testing once`(test: String) throws {
    let run = try ForcedFailures.run([
      "--testing-library", "swift-testing", "--filter", "ForcedExpectationFailures/\(test)",
    ])
    #expect(run.status != 0)
    for kind in ForcedExpectation.allCases {
      let issues = run.count("\(test)(kind:) recorded an issue with 1 argument kind → .\(kind) at ")
      #expect(issues == 1, "\(kind): \(run.output)")
      if !kind.message.isEmpty {
        #expect(run.count(kind.message) >= 1, "\(kind): \(run.output)")
      }
    }
    #expect(run.count("recorded an issue") == ForcedExpectation.allCases.count, "\(run.output)")
    #expect(run.count("git apply") == 0, "\(run.output)")
    // The message of a failed check names the moment of the crash.
    #expect(run.count("before the first of") >= 2, "\(run.output)")
  }

  @Test func `each expectation fails its test of XCTest once`() throws {
    let run = try ForcedFailures.run(["StateGraphTestingTests.ForcedXCTestExpectations"])
    #expect(run.status != 0)
    for kind in ForcedExpectation.allCases {
      #expect(
        run.count("error: ForcedXCTestExpectations.test_\(kind.rawValue) ") == 1,
        "\(kind): \(run.output)"
      )
      if !kind.message.isEmpty {
        #expect(run.count(kind.message) >= 1, "\(kind): \(run.output)")
      }
    }
    let count = ForcedExpectation.allCases.count
    #expect(run.count("Executed \(count) tests, with \(count) failures") >= 1, "\(run.output)")
  }
}
