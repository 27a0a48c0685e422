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
  /// - Parameter opened: The case that writes the patch if its test fails.
  func report(to opened: DatabaseCase? = nil) throws {
    var message = message
    if let patch, let opened, !Self.isThrown {
      opened.add(patch)
      message += "\nTo expect this instead: git apply \(patch.path)"
    }
    guard Test.current == nil || Self.isThrown else {
      Issue.record(Comment(rawValue: message), sourceLocation: location)
      return
    }
    throw TestDatabaseError(
      .unexpected,
      "\(location.fileName):\(location.line): \(message)"
    )
  }
}
