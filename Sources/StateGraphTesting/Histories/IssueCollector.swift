import StateGraphThreads
import Testing

/// Turns the issues of Swift Testing, such as those of `#require`, into errors.
///
/// A history fails and is then repeated with fewer steps, and only its final message is an issue of
/// the test. The issues of the steps are known issues, which do not fail the test.
enum IssueCollector {
  /// Runs `body`.
  ///
  /// - Throws: The error of `body`, or ``TestDatabaseError`` with the first issue.
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
    // The error of `#require` says less than its issue.
    if let text = issue.withLock({ $0 }) { throw TestDatabaseError(.unexpected, text) }
    if let failure { throw failure }
  }
}
