import StateGraphThreads
import Testing

/// Turns the issues that `#expect` and `#require` record into errors.
///
/// A failed history is repeated many times with fewer steps, and its final message alone must fail
/// the test. The issues of single steps therefore become known issues, which do not fail the test.
enum IssueCollector {
  /// Runs `body`, and throws if it records an issue.
  ///
  /// - Throws: ``TestDatabaseError`` with the first issue. If there is no issue, the error of
  ///   `body`.
  static func run(_ body: () throws -> Void) throws {
    guard Test.current != nil else { return try body() }
    let issue = Guarded<String?>(nil)
    var failure: (any Error)?
    withKnownIssue(isIntermittent: true) {
      do { try body() } catch { failure = error }
    } matching: { known in
      // The check of a crash's image does not end at a known issue, so the first one counts.
      let moment = CrashPoint.current.map { "\n\($0.comment)" } ?? ""
      issue.withLock { $0 = $0 ?? "\(known)\(moment)" }
      return true
    }
    // The issue has precedence, because it describes more than the error that `#require` throws.
    if let text = issue.withLock({ $0 }) { throw TestDatabaseError(.unexpected, text) }
    if let failure { throw failure }
  }
}
