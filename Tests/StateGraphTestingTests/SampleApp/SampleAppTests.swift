import Foundation
import TestSupport
import Testing

@testable import StateGraphTesting

/// Short tests with the product find the bugs of an app, and only them.
@Suite struct SampleAppTests {
  /// Runs a check as a test of its own.
  private func run(_ check: @escaping SampleChecks.Check, on app: ShopApp) throws {
    try IssueCollector.run {
      try ExpectationFailure.$isThrown.withValue(true) {
        try TestDatabase.with(.shop) { try check(app, $0) }
      }
    }
  }

  @Test(arguments: SampleBug.all) func `a check finds its bug`(bug: SampleBug) throws {
    #expect(throws: (any Error).self) { try run(bug.check, on: bug.app) }
  }

  @Test(arguments: SampleVariant.all)
  func `no check fails for another correct version`(variant: SampleVariant) throws {
    for check in SampleChecks.all { try run(check, on: variant.app) }
  }

  @Test func `no check fails for the app`() throws {
    for check in SampleChecks.all { try run(check, on: ShopApp()) }
  }

  @Test func `there are thirty bugs, twenty versions, and checks of at most ten lines`() throws {
    #expect(SampleBug.all.count >= 30)
    #expect(SampleVariant.all.count >= 20)
    let file = PackageRoot.path + "/Tests/StateGraphTestingTests/SampleApp/SampleChecks.swift"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let checks = text.components(separatedBy: "  static let ").dropFirst(2)
    #expect(checks.count == SampleChecks.all.count)
    for check in checks {
      let lines = check.components(separatedBy: "\n  }\n")[0].split(separator: "\n").dropFirst()
      #expect(lines.count <= 10, "\(check)")
    }
  }
}
