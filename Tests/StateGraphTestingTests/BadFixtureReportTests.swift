import FixtureTestSupport
import Testing

@testable import StateGraphTesting

/// The report about a bad fixture or migration that a developer sees, from a child process of this
/// test program.
@Suite struct BadFixtureReportTests {
  @Test func `each bad input fails its test at the line of the trait and no body runs`() throws {
    let run = try ForcedFailures.run([
      "--testing-library", "swift-testing", "--filter", "ForcedBadFixtures",
    ])
    #expect(run.status != 0)
    let errors =
      BadFixture.all.map { $0.error(in: "Fixtures/shop") } + BadMigration.all.map(\.error)
    #expect(errors.count >= 50)
    for error in Set(errors) {
      let count = errors.count { $0.hasPrefix(error) }
      #expect(run.count("↳ \(error)") == count, "\(error)")
    }
    #expect(run.count("recorded an issue") == errors.count, "\(run.output)")
    #expect(run.count(" at ForcedBadFixtures.swift:\(ForcedBadFixtures.line):") == errors.count)
    #expect(run.count("the body of the test runs") == 0)
  }
}
