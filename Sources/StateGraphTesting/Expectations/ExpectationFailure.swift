import Testing

/// Reports that something is not as a test expects it.
struct ExpectationFailure {
  /// Whether a failure is thrown also under Swift Testing. A history throws the failures of its
  /// steps to itself, because it repeats them.
  @TaskLocal static var isThrown = false

  let message: String
  let location: SourceLocation
  /// Replaces the expectation by what the test has found. Nil if there is no such text.
  var patch: ExpectationPatch?

  /// Records an issue of the current test of Swift Testing. Elsewhere, throws an error, because
  /// XCTest ignores issues and the test would pass.
  ///
  /// - Parameter opened: The case of the test, which then counts as failed. Nil if there is none.
  func report(to opened: DatabaseCase? = nil) throws {
    var message = message
    if let patch, opened != nil, !Self.isThrown {
      message += "\nTo expect this instead: git apply \(patch.path)"
    }
    guard Test.current == nil || Self.isThrown else {
      let crash = CrashPoint.current
      if let crash { message += "\n\(crash.comment)" }
      // Without the trait, nobody else sees the issue. A known issue is no failure.
      guard Issue.record(Comment(rawValue: message), sourceLocation: location).isFailure else {
        return
      }
      crash?.fail()
      opened?.fail(with: patch)
      return
    }
    if !Self.isThrown, let patch { opened?.add(patch) }
    throw TestDatabaseError(
      .unexpected,
      "\(location.fileName):\(location.line): \(message)"
    )
  }
}
