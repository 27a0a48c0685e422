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
      issue.withLock { $0 = $0 ?? "\(known)" }
      return true
    }
    // The error of `#require` says less than its issue.
    if let text = issue.withLock({ $0 }) { throw TestDatabaseError(.unexpected, text) }
    if let failure { throw failure }
  }
}
