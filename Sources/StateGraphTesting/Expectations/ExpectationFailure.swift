import Testing

/// Reports that something is not as a test expects it.
struct ExpectationFailure {
  /// Whether a failure is thrown also under Swift Testing. A history throws the failures of its
  /// steps to itself, because it repeats them.
  @TaskLocal static var isThrown = false

  let message: String
  let location: SourceLocation

  /// Records an issue of the current test of Swift Testing. Elsewhere, throws an error, because
  /// XCTest ignores issues and the test would pass.
  func report() throws {
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
