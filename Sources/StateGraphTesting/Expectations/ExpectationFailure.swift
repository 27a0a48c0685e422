import Testing

/// The failure of an expectation of this library, such as rows that differ from the expected rows.
struct ExpectationFailure {
  /// Whether ``report(to:)`` throws an error under Swift Testing, too, and records no issue. A
  /// ``History`` sets this while it runs its steps, because it must catch their failures.
  @TaskLocal static var isThrown = false

  let message: String
  let location: SourceLocation
  /// A patch that replaces the expected text in the source by the actual one, or nil if no patch
  /// can be made.
  var patch: ExpectationPatch?

  /// Records an issue of the current test under Swift Testing. Under XCTest, throws an error,
  /// because XCTest ignores issues and the test would pass.
  ///
  /// - Parameter opened: The case of the test, which then counts as failed, or nil if there is
  ///   none.
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
